// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine

/// The client of LaunchDarkly's iOS SDK for contexts, from version 8 on, as a thin layer over Halyard: a `LaunchDarklyProvider`
/// and a `FlagClient` for each environment.
///
/// ```swift
/// let context = try LDContextBuilder(key: "ada").build().get()
/// LDClient.start(config: LDConfig(mobileKey: key, autoEnvAttributes: .disabled), context: context)
/// let isOn = LDClient.get()?.boolVariation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` gives the same instance until ``close()``. Reads come from memory; no method but an `async` one waits for
/// the network. The start and a change of the context read what is kept on the device, and wait for that a second at most.
/// Safe to use from any thread. Completions are called exactly once, in order, in the background. Observers are called on the
/// main thread, so a program without a running main queue never hears them.
public final class LDClient: Sendable {
    let handle: ClientHandle<LDClient>

    init(_ handle: ClientHandle<LDClient>) { self.handle = handle }

    /// Where the app's clients are found.
    static let registry = makeRegistry(.app)

    /// Makes a registry for clients on a machine.
    package static func makeRegistry(_ surroundings: LDSurroundings) -> ClientRegistry<LDClient> {
        ClientRegistry(surroundings) { LDClient($0) }
    }

    // MARK: Initializing and accessing

    /// Starts the clients of all environments.
    ///
    /// The flags of the context's last visit are served when this returns, however old. While the clients run a second call
    /// only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - context: What flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once: when flags have come for all environments, or when it is certain that they will not:
    ///     offline, closed, or with a mobile key that is refused.
    public static func start(config: LDConfig, context: LDContext? = nil, completion: (@Sendable () -> Void)? = nil) {
        registry.start(config, context ?? .ofThisDevice) { _ in completion?() }
    }

    /// Starts the clients of all environments, and calls the completion after a time at the latest.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - context: What flags are for; nil for an anonymous user with the key of this device.
    ///   - startWaitSeconds: How long to wait for flags, in seconds. The attempt goes on afterwards.
    ///   - completion: Called once: with false when flags have come for all environments, with true when the time is over, or
    ///     when it is certain that none will come.
    public static func start(
        config: LDConfig, context: LDContext? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(
            config, context ?? .ofThisDevice, within: .saturating(startWaitSeconds), completion: completion)
    }

    /// The client of an environment; nil for a name that the configuration does not have, before the start and after the end.
    public static func get(environment: String = LDConfig.Constants.primaryEnvironmentName) -> LDClient? {
        registry.get(environment: environment)
    }

    /// Ends the clients of all environments: what waits is sent, and from now on reads give defaults.
    ///
    /// Returns at once; sending goes on for a bounded time. The app may start anew.
    public func close() { handle.close() }

    // MARK: State

    /// Whether the client exchanges flags and events with LaunchDarkly.
    public var isOnline: Bool { handle.isOnline }

    /// Whether flags have come since the start, or the client is offline.
    public var isInitialized: Bool { handle.isInitialized }

    /// Lets the clients of all environments use the network, or not.
    ///
    /// From the third time within a short while, going online waits, ever longer up to a minute. Going offline is never
    /// put off, and takes back what waits.
    ///
    /// - Parameters:
    ///   - goOnline: Whether the network may be used.
    ///   - completion: Called once that is so, or was taken back.
    public func setOnline(_ goOnline: Bool, completion: (@Sendable () -> Void)? = nil) {
        handle.setOnline(goOnline, completion)
    }

    /// How the client stands with LaunchDarkly.
    public func getConnectionInformation() -> ConnectionInformation { handle.connectionInformation }

    /// Says where the app is, on systems that do not: true while the user does not see it.
    ///
    /// On iOS, tvOS, visionOS and macOS the client follows the system by itself, and there is no need for this.
    public static func setInBackground(_ isInBackground: Bool) {
        AppLifecycle.shared.move(to: isInBackground ? .background : .foreground)
    }

    // MARK: Events

    /// Reports that something happened.
    ///
    /// - Parameters:
    ///   - key: What happened.
    ///   - data: What else there is to say about it.
    ///   - metricValue: A number for numeric metrics.
    public func track(key: String, data: LDValue? = nil, metricValue: Double? = nil) {
        handle.environment?.client.track(key, data: data?.neutral ?? .null, metric: metricValue)
    }

    /// Sends the events that wait, in all environments; does not wait for it.
    public func flush() { handle.group?.flush() }
}
