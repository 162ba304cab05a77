// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine
import HalyardLaunchDarkly

/// The user client of the LaunchDarkly iOS SDK, versions 4 and 5, as a thin layer over Halyard: a
/// `LaunchDarklyProvider` and a `FlagClient` for each environment.
///
/// ```swift
/// LDClient.start(config: LDConfig(mobileKey: key), user: LDUser(key: "ada"))
/// let isOn = LDClient.get()?.variation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` returns the same instance until ``close()``. Reads come from memory; only `async` methods wait
/// for the network. The start and a change of the user read what is kept on the device, and wait for that at most a
/// second. Safe to use from any thread. Completions are called exactly once, in order, in the background. Observers are
/// called on the main thread, so in a program without a running main queue they are never called.
public final class LDClient: Sendable {
    let handle: ClientHandle<LDClient>

    init(_ handle: ClientHandle<LDClient>) { self.handle = handle }

    /// The registry of the app's clients.
    static let registry = makeRegistry(.app)

    /// Makes a registry for clients with these dependencies.
    package static func makeRegistry(_ dependencies: LDClientDependencies) -> ClientRegistry<LDClient> {
        ClientRegistry(dependencies) { LDClient($0) }
    }

    // MARK: Initializing and accessing

    /// Starts the clients of all environments.
    ///
    /// The flags of the user's last visit are served when this returns, however old. While the clients run, a second
    /// call only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user that flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once: when flags have arrived for all environments, or when it is certain that none will:
    ///     offline, closed, or with a refused mobile key.
    public static func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        registry.start(config: config, user: user) { _ in completion?() }
    }

    /// Starts the clients of all environments, and calls the completion no later than after a timeout.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user that flags are for; nil for an anonymous user with the key of this device.
    ///   - startWaitSeconds: How long to wait for flags, in seconds. The attempt continues afterwards.
    ///   - completion: Called once: with false when flags have arrived for all environments, with true when the time is
    ///     over, or when it is certain that none will arrive.
    public static func start(
        config: LDConfig, user: LDUser? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(config: config, user: user, within: .saturating(startWaitSeconds), completion: completion)
    }

    /// The client of an environment; nil for a name that is not in the configuration, before the start and after the
    /// end.
    public static func get(environment: String = LDConfig.Constants.primaryEnvironmentName) -> LDClient? {
        registry.get(environment: environment)
    }

    /// Ends the clients of all environments: waiting events are sent, and from now on reads return defaults.
    ///
    /// Returns at once; sending continues for a bounded time. The app may start the clients again.
    public func close() { handle.close() }

    // MARK: State

    /// Whether the client exchanges flags and events with LaunchDarkly.
    public var isOnline: Bool { handle.isOnline }

    /// Whether flags have arrived since the start, or the client is offline.
    public var isInitialized: Bool { handle.isInitialized }

    /// Sets whether the clients of all environments may use the network.
    ///
    /// From the third time within a short while, going online is delayed, longer and longer up to a minute. Going
    /// offline is never delayed, and cancels a delayed call. In the background, unless the configuration's
    /// `enableBackgroundUpdates` is true, going online takes the clients offline until a later call: check
    /// ``isOnline``.
    ///
    /// - Parameters:
    ///   - goOnline: Whether the network may be used.
    ///   - completion: Called when the change is done, or was cancelled.
    public func setOnline(_ goOnline: Bool, completion: (@Sendable () -> Void)? = nil) {
        handle.setOnline(goOnline, completion)
    }

    /// The state of the client's connection to LaunchDarkly.
    public func getConnectionInformation() -> ConnectionInformation { handle.connectionInformation }

    /// The configuration of the clients; an empty one when none runs.
    ///
    /// Setting it goes offline, replaces the client of every environment, and goes online again, subject to the same
    /// delay as ``setOnline(_:completion:)``; while offline, it only takes effect without going online. User and
    /// observers stay. Events collected under the previous configuration are sent as that one says. To change both the
    /// configuration and the user, go offline, set both, and go online. Reads what is kept on the device, and does
    /// nothing when no client runs.
    public var config: LDConfig {
        get { handle.group?.config as? LDConfig ?? LDConfig(mobileKey: "") }
        set { handle.group?.reconfigure(newValue) }
    }

    /// Sets whether the app is in the background, on systems that do not report it.
    ///
    /// On Apple systems the client follows the system by itself, so this is not needed.
    public static func setInBackground(_ isInBackground: Bool) {
        SystemLifecycle.app.move(to: isInBackground ? .background : .foreground)
    }

    /// Switches to another user, in all environments.
    ///
    /// The flags of the previous user are removed at once, and replaced by those of the new user's last visit. Online,
    /// fresh ones are fetched, subject to the same delay as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - user: The user that flags are for from now on.
    ///   - completion: Called once: when flags of the newest user have arrived, or when it is certain that none will.
    public func identify(user: LDUser, completion: (@Sendable () -> Void)? = nil) { handle.identify(user, completion) }

    // MARK: Events

    /// Reports a custom event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: Data for the event: any value that JSON can represent.
    ///   - metricValue: A number for numeric metrics.
    /// - Throws: A `LDInvalidArgumentError` if JSON cannot represent `data`.
    public func track(key: String, data: Any? = nil, metricValue: Double? = nil) throws {
        guard let value = FlagValue(any: data) else {
            throw LDInvalidArgumentError("The data of the event \"\(key)\" cannot be said in JSON.")
        }
        handle.environment?.client.track(key, data: value, metric: metricValue)
    }

    /// Reports that two users are the same person.
    ///
    /// - Parameters:
    ///   - new: The person's new identity.
    ///   - old: The person's previous identity.
    public func alias(context new: LDUser, previousContext old: LDUser) {
        handle.environment?.client.alias(new.neutral.context, previous: old.neutral.context)
    }

    /// Sends the waiting events of all environments, without waiting for the result.
    public func flush() { handle.group?.flush() }
}

extension ClientRegistry<LDClient> {
    /// Starts the clients for a user; nil for an anonymous one with the key of this device.
    package func start(
        config: LDConfig, user: LDUser?, within limit: Duration? = nil, completion: (@Sendable (Bool) -> Void)?
    ) { start(config, user ?? LDUser(), within: limit, completion: completion) }
}
