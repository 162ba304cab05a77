// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// The parts of the system that a configuration can use.
///
/// Tests supply their own.
public struct ConfigurationHost: Sendable {
    /// The files that are named in the configuration.
    public var files: any FileSystem = LocalFileSystem()
    /// Returns the value of an environment variable, for `{"$env": "NAME"}`.
    public var variable: @Sendable (String) -> String? = { Platform.environment($0) }
    /// The program's arguments, starting with its name, for overrides.
    public var arguments = CommandLine.arguments
    /// The time source that providers receive.
    public var time: any TimeSource = SystemTime()
    /// The App Group that all data is stored for, and its folder, or `nil` for the app's own folder.
    package var appGroup: (name: String, folder: StateFolder)?
    /// Returns the system's information about an App Group.
    package var appGroupAnswer: @Sendable (String) -> AppGroup.Answer = { Platform.appGroup($0) }
    /// A Boolean value that indicates whether the system reports that the app goes to the background.
    package var hasSystemLifecycle = SystemLifecycle.shared != nil
    /// A Boolean value that indicates whether the app's code supplied a lifecycle instead of the system's.
    package var hasOwnLifecycle = false
    /// A Boolean value that indicates whether loading a configuration also reads the files that it names, to report problems.
    package var checksFiles = false

    /// Creates a host that uses the operating system.
    public init() {}
}
