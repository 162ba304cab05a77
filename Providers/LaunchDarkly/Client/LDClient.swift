// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine
import HalyardLaunchDarkly

/// A client with the user-based API of the LaunchDarkly iOS SDK, versions 4 and 5.
///
/// It's a thin layer over Halyard, with a `LaunchDarklyProvider` and a `FlagClient` for each environment.
///
/// ```swift
/// LDClient.start(config: LDConfig(mobileKey: key), user: LDUser(key: "ada"))
/// let isOn = LDClient.get()?.variation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` returns the same instance until ``close()``. Reads only access memory, and only `async` methods
/// wait for the network. Starting the client and changing the user read stored data, and wait up to one second for it. The
/// client is safe to use from any thread. It calls each completion exactly once, in order, in the background. It calls
/// observers on the main thread, so it never calls them in a program without a running main queue.
public final class LDClient: Sendable {
    let handle: ClientHandle<LDClient>

    init(_ handle: ClientHandle<LDClient>) { self.handle = handle }

    /// The registry of the app's clients.
    static let registry = makeRegistry(.app)

    /// Creates a registry for clients with the given dependencies.
    package static func makeRegistry(_ dependencies: LDClientDependencies) -> ClientRegistry<LDClient> {
        ClientRegistry(dependencies) { LDClient($0) }
    }

    // MARK: Initializing and accessing

    /// Starts the clients of all environments.
    ///
    /// When this returns, the clients serve the user's stored flags, regardless of their age. While the clients are
    /// running, another call only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user, or `nil` for an anonymous user with the key of this device.
    ///   - completion: Called once, when flags have arrived for all environments, or when no more flags can arrive. The
    ///     latter means that a client is offline or closed, or that its mobile key was rejected.
    public static func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        registry.start(config: config, user: user) { _ in completion?() }
    }

    /// Starts the clients of all environments, and calls the completion no later than after a timeout.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user, or `nil` for an anonymous user with the key of this device.
    ///   - startWaitSeconds: The maximum time to wait for flags, in seconds. The attempt continues afterwards.
    ///   - completion: Called once, with `false` when flags have arrived for all environments. Called with `true` after the
    ///     timeout, or when no more flags can arrive.
    public static func start(
        config: LDConfig, user: LDUser? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(config: config, user: user, within: .saturating(startWaitSeconds), completion: completion)
    }

    /// Returns the client of an environment, or `nil` if the configuration doesn't contain the environment or the clients
    /// aren't running.
    public static func get(environment: String = LDConfig.Constants.primaryEnvironmentName) -> LDClient? {
        registry.get(environment: environment)
    }

    /// Closes the clients of all environments.
    ///
    /// Sends waiting events. Reads return default values from now on. This method returns immediately, and sending
    /// continues for a limited time. You can start the clients again.
    public func close() { handle.close() }

    // MARK: State

    /// A Boolean value that indicates whether the client exchanges flags and events with LaunchDarkly.
    public var isOnline: Bool { handle.isOnline }

    /// A Boolean value that indicates whether flags have arrived since the start, or the client is offline.
    public var isInitialized: Bool { handle.isInitialized }

    /// Sets whether the clients of all environments use the network.
    ///
    /// Starting with the third time within a short period, going online is delayed by an increasing time of up to 1 minute.
    /// Going offline is never delayed, and cancels a delayed call. In the background, unless the configuration's
    /// `enableBackgroundUpdates` is `true`, going online takes the clients offline until a later call. Check ``isOnline``.
    ///
    /// - Parameters:
    ///   - goOnline: A Boolean value that indicates whether to use the network.
    ///   - completion: Called when the change is done or canceled.
    public func setOnline(_ goOnline: Bool, completion: (@Sendable () -> Void)? = nil) {
        handle.setOnline(goOnline, completion)
    }

    /// The state of the client's connection to LaunchDarkly.
    public func getConnectionInformation() -> ConnectionInformation { handle.connectionInformation }

    /// The configuration of the clients, or an empty configuration if no client is running.
    ///
    /// Setting it goes offline, replaces the client of every environment, and goes online again after the same delay as
    /// ``setOnline(_:completion:)``. If the clients are offline, they remain offline. The user and the observers don't
    /// change. The previous configuration applies to the events collected under it. To change both the configuration and
    /// the user, go offline, set both, and go online. The setter reads stored data, and does nothing if no client is
    /// running.
    public var config: LDConfig {
        get { handle.group?.config as? LDConfig ?? LDConfig(mobileKey: "") }
        set { handle.group?.reconfigure(newValue) }
    }

    /// Sets whether the app is in the background, on systems that don't report it.
    ///
    /// On Apple systems you don't need it, because the client follows the system automatically.
    public static func setInBackground(_ isInBackground: Bool) {
        SystemLifecycle.app.move(to: isInBackground ? .background : .foreground)
    }

    /// Switches to another user in all environments.
    ///
    /// Immediately replaces the previous user's flags with the new user's stored flags. If the client is online, it also
    /// fetches fresh flags, after the same delay as ``setOnline(_:completion:)``.
    ///
    /// - Parameters:
    ///   - user: The new user.
    ///   - completion: Called once, when flags of the newest user have arrived, or when no flags can arrive.
    public func identify(user: LDUser, completion: (@Sendable () -> Void)? = nil) { handle.identify(user, completion) }

    // MARK: Events

    /// Reports a tracking event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: The data of the event, which can be any value that JSON can represent.
    ///   - metricValue: The value for numeric metrics.
    /// - Throws: An `LDInvalidArgumentError` if JSON can't represent `data`.
    public func track(key: String, data: Any? = nil, metricValue: Double? = nil) throws {
        guard let value = FlagValue(any: data) else {
            throw LDInvalidArgumentError("The data of the event \"\(key)\" isn't valid JSON. Use JSON values only.")
        }
        handle.environment?.client.track(key, data: value, metric: metricValue)
    }

    /// Reports that two users are the same person.
    ///
    /// - Parameters:
    ///   - new: The new identity.
    ///   - old: The previous identity.
    public func alias(context new: LDUser, previousContext old: LDUser) {
        handle.environment?.client.alias(new.neutral.context, previous: old.neutral.context)
    }

    /// Sends the waiting events of all environments, without waiting for the result.
    public func flush() { handle.group?.flush() }
}

extension ClientRegistry<LDClient> {
    /// Starts the clients for a user, or for an anonymous user with the key of this device if `user` is `nil`.
    package func start(
        config: LDConfig, user: LDUser?, within limit: Duration? = nil, completion: (@Sendable (Bool) -> Void)?
    ) { start(config, user ?? LDUser(), within: limit, completion: completion) }
}
