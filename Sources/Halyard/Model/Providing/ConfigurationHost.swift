// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// The parts of the machine that a configuration may use.
///
/// Tests supply their own.
public struct ConfigurationHost: Sendable {
    /// The files that are named in the configuration.
    public var files: any FileSystem = LocalFileSystem()
    /// The environment variables, for `{"$env": "NAME"}`.
    public var variable: @Sendable (String) -> String? = { Platform.environment($0) }
    /// The program's arguments, its own name first; for overrides.
    public var arguments = CommandLine.arguments
    /// The clock that providers get.
    public var time: any TimeSource = SystemTime()
    /// The App Group that everything is kept for, and its folder; nil for the app's own folder.
    package var appGroup: (name: String, folder: StateFolder)?
    /// What the system says about an App Group.
    package var appGroupAnswer: @Sendable (String) -> AppGroup.Answer = { Platform.appGroup($0) }
    /// Whether the system reports that the app goes to the background.
    package var hasSystemLifecycle = SystemLifecycle.shared != nil
    /// Whether code has supplied a lifecycle that is not the system's.
    package var hasOwnLifecycle = false
    /// A Boolean value that indicates whether loading a configuration also reads the files that it names, to report problems.
    package var checksFiles = false

    /// Makes a host that uses the operating system.
    public init() {}
}
