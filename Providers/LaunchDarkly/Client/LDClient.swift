// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine
import HalyardLaunchDarkly

/// The client of LaunchDarkly's iOS SDK for users, versions 4 to 7, as a thin layer over Halyard: a `LaunchDarklyProvider` and a
/// `FlagClient` for each environment.
///
/// ```swift
/// LDClient.start(config: LDConfig(mobileKey: key), user: LDUser(key: "ada"))
/// let isOn = LDClient.get()?.variation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` gives the same instance until ``close()``. Reads come from memory; no method but an `async` one waits for the network. The
/// start and a change of the user read what is kept on the device, and wait for that a second at most. Safe to use from any
/// thread. Completions are called exactly once, in order, in the background. Observers are called on the main thread, so a
/// program without a running main queue never hears them.
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
    /// The flags of the user's last visit are served when this returns, however old. While the clients run a second call
    /// only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - user: Whom flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once: when flags have come for all environments, or when it is certain that they will not:
    ///     offline, closed, or with a mobile key that is refused.
    public static func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        registry.start(config: config, user: user) { _ in completion?() }
    }

    /// Starts the clients of all environments, and calls the completion after a time at the latest.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - user: Whom flags are for; nil for an anonymous user with the key of this device.
    ///   - startWaitSeconds: How long to wait for flags, in seconds. The attempt goes on afterwards.
    ///   - completion: Called once: with false when flags have come for all environments, with true when the time is over, or
    ///     when it is certain that none will come.
    public static func start(
        config: LDConfig, user: LDUser? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(config: config, user: user, within: .saturating(startWaitSeconds), completion: completion)
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

    /// How the clients talk to LaunchDarkly; an empty configuration when none runs.
    ///
    /// Setting it goes offline, gives every environment another client, and goes online again, subject to the same pause as
    /// ``setOnline(_:completion:)``; offline it only takes over. User and observers stay. What was collected under the
    /// configuration before is sent as that one says. To change both the configuration and the user, go offline, set both,
    /// and go online. Reads what is kept on the device, and does nothing when no client runs.
    public var config: LDConfig {
        get { handle.group?.config as? LDConfig ?? LDConfig(mobileKey: "") }
        set { handle.group?.reconfigure(newValue) }
    }

    /// Says where the app is, on systems that do not: true while the user does not see it.
    ///
    /// On iOS, tvOS, visionOS and macOS the client follows the system by itself, and there is no need for this.
    public static func setInBackground(_ isInBackground: Bool) {
        AppLifecycle.shared.move(to: isInBackground ? .background : .foreground)
    }

    /// Goes on with another user, in all environments.
    ///
    /// The flags of the user before go at once, and those of the new one's last visit take their place. Online, fresh ones
    /// are asked for, subject to the same pause as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - user: Whom flags are for from now on.
    ///   - completion: Called once: when flags of the newest user have come, or when it is certain that they will not.
    public func identify(user: LDUser, completion: (@Sendable () -> Void)? = nil) { handle.identify(user, completion) }

    // MARK: Events

    /// Reports that something happened.
    ///
    /// - Parameters:
    ///   - key: What happened.
    ///   - data: Anything that JSON can say about it.
    ///   - metricValue: A number for numeric metrics.
    /// - Throws: A `LDInvalidArgumentError` if JSON cannot say `data`.
    public func track(key: String, data: Any? = nil, metricValue: Double? = nil) throws {
        guard let value = FlagValue(any: data) else {
            throw LDInvalidArgumentError("The data of the event \"\(key)\" cannot be said in JSON.")
        }
        handle.environment?.client.track(key, data: value, metric: metricValue)
    }

    /// Reports that two users are the same person.
    ///
    /// - Parameters:
    ///   - new: Who the person is now.
    ///   - old: Who the person was.
    public func alias(context new: LDUser, previousContext old: LDUser) {
        handle.environment?.client.alias(new.neutral.context, previous: old.neutral.context)
    }

    /// Sends the events that wait, in all environments; does not wait for it.
    public func flush() { handle.group?.flush() }
}

extension ClientRegistry<LDClient> {
    /// Starts the clients for a user; nil is an anonymous one with the key of this device.
    package func start(
        config: LDConfig, user: LDUser?, within limit: Duration? = nil, completion: (@Sendable (Bool) -> Void)?
    ) { start(config, user ?? LDUser(), within: limit, completion: completion) }
}
