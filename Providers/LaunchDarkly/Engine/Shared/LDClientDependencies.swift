// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardLaunchDarkly
public import HalyardTransport

/// The parts of the system that clients use: the real ones, or those of a test.
///
/// ```swift
/// var config = LDConfig(mobileKey: "mob-test")
/// config.dependencies = LDClientDependencies(time: clock, folder: folder, transport: service)
/// LDClient.start(config: config, user: LDUser(key: "ada"))
/// ```
/// The key of anonymous users is not among them: it is the device's. A value; what it holds is safe to use from any thread.
public struct LDClientDependencies: Sendable {
    /// The clock.
    public var time: any TimeSource
    /// The source of identifiers and of the jitter of delays.
    public var random: any RandomSource
    /// What sends the requests, and is not closed by the clients; nil for the platform's own.
    public var transport: (any HTTPTransport)?
    /// What reports that the app goes to the background; nil for an app that never does.
    public var lifecycle: (any Lifecycle)?
    /// What knows whether the network can be reached; nil for a network that always can.
    public var reachability: (any Reachability)?
    /// Where flags are kept.
    package var store: any FlagStore
    /// How long the start, and a change of the user, wait for stored data; they never wait for the network.
    package var patience = Duration.seconds(1)
    /// Where events that could not be sent, and reports about the client, are kept for later, or nil not to keep them.
    package var eventFiles: (folder: String?, files: any FileSystem)?
    /// Receives the clients' diagnostics in debug mode.
    package var debugHandler: @Sendable (Diagnostic) -> Void = { print($0) }

    /// Creates the dependencies.
    ///
    /// Doesn't read or write anything.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - folder: Where flags, events and reports are kept; nil for the app's own folder.
    ///   - files: The file system of that folder.
    ///   - transport: What sends the requests; nil for the platform's own.
    ///   - lifecycle: What reports that the app goes to the background; nil for an app that never does.
    ///   - reachability: What knows whether the network can be reached; nil for a network that always can.
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

    /// Whether the app is in the background.
    var isInBackground: Bool { lifecycle.map { $0.phase != .foreground } ?? false }

    /// The dependencies of an app.
    package static let app = LDClientDependencies(
        lifecycle: SystemLifecycle.app, reachability: SystemReachability.shared)
}
