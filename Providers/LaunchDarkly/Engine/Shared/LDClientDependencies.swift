// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardLaunchDarkly
public import HalyardTransport

/// The system dependencies of clients, which tests can replace.
///
/// ```swift
/// var config = LDConfig(mobileKey: "mob-test")
/// config.dependencies = LDClientDependencies(time: clock, folder: folder, transport: service)
/// LDClient.start(config: config, user: LDUser(key: "ada"))
/// ```
/// They don't include the key of anonymous users, which belongs to the device. Because this type is a value, you can pass
/// it between threads. Its contents are safe to use from any thread.
public struct LDClientDependencies: Sendable {
    /// The clock.
    public var time: any TimeSource
    /// The source of identifiers and jitter.
    public var random: any RandomSource
    /// The transport that sends requests, or `nil` for the platform's transport.
    ///
    /// The clients don't close it.
    public var transport: (any HTTPTransport)?
    /// The source of lifecycle phases, or `nil` for an app that never goes to the background.
    public var lifecycle: (any Lifecycle)?
    /// The source of network reachability, or `nil` for a network that is always reachable.
    public var reachability: (any Reachability)?
    /// The store for flags.
    package var store: any FlagStore
    /// The maximum time that the start, and a change of the user, wait for stored data.
    ///
    /// They never wait for the network.
    package var patience = Duration.seconds(1)
    /// The location of stored events and reports about the client, or `nil` to store none.
    package var eventFiles: (folder: String?, files: any FileSystem)?
    /// Called with the clients' diagnostics in debug mode.
    package var debugHandler: @Sendable (Diagnostic) -> Void = { print($0) }

    /// Creates the dependencies.
    ///
    /// Doesn't read or write anything.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - random: The source of identifiers and jitter.
    ///   - folder: The folder for flags, events, and reports, or `nil` for the app's default folder.
    ///   - files: The file system of that folder.
    ///   - transport: The transport that sends requests, or `nil` for the platform's transport.
    ///   - lifecycle: The source of lifecycle phases, or `nil` for an app that never goes to the background.
    ///   - reachability: The source of network reachability, or `nil` for a network that is always reachable.
    public init(
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(), folder: String? = nil,
        files: any FileSystem = LocalFileSystem(), transport: (any HTTPTransport)? = nil,
        lifecycle: (any Lifecycle)? = nil, reachability: (any Reachability)? = nil
    ) {
        self.time = time
        self.random = random
        self.transport = transport
        self.lifecycle = lifecycle
        self.reachability = reachability
        store = FileFlagStore(folder: folder, files: files, time: time)
        eventFiles = (folder, files)
    }

    /// A Boolean value that indicates whether the app is in the background.
    var isInBackground: Bool { lifecycle.map { $0.phase != .foreground } ?? false }

    /// The dependencies of an app.
    package static let app = LDClientDependencies(
        lifecycle: SystemLifecycle.app, reachability: SystemReachability.shared)
}
