// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The parts of the machine that a configuration may use.
///
/// Tests supply their own.
public struct ConfigurationHost: Sendable {
    /// The files that are named in the configuration.
    public var files: any FileSystem = SystemFiles()
    /// The environment variables, for `{"$env": "NAME"}`.
    public var variable: @Sendable (String) -> String? = { Platform.environment($0) }
    /// The program's arguments, its own name first; for overrides.
    public var arguments = CommandLine.arguments
    /// The clock that providers get.
    public var time: any TimeSource = SystemTime()

    /// Makes a host that uses the operating system.
    public init() {}
}
