// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine
import HalyardLaunchDarkly

/// A client with the context-based API of the LaunchDarkly iOS SDK, versions 9 to 11.
///
/// It's a thin layer over Halyard, with a `LaunchDarklyProvider` and a `FlagClient` for each environment.
///
/// ```swift
/// let context = try LDContextBuilder(key: "ada").build().get()
/// LDClient.start(config: LDConfig(mobileKey: key, autoEnvAttributes: .disabled), context: context)
/// let isOn = LDClient.get()?.boolVariation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` returns the same instance until ``close()``. Reads only access memory, and only `async` methods
/// and ``flushAndWait(timeout:)`` wait for the network. Starting the client and changing the context read stored data, and
/// wait up to one second for it. The client is safe to use from any thread. It calls each completion exactly once, and in
/// order while it's running. It calls completions and observers on the main thread, except for the completion of
/// ``flush(completion:)``. In a program without a running main queue, it never calls them.
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
    /// When this returns, the clients serve the context's stored flags, regardless of their age. While the clients are
    /// running, another call only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - context: The context, or `nil` for an anonymous user with the key of this device.
    ///   - completion: Called once, when flags have arrived for all environments, or when no more flags can arrive. The
    ///     latter means that a client is offline or closed, or that its mobile key was rejected.
    @preconcurrency
    public static func start(
        config: LDConfig, context: LDContext? = nil, completion: (@MainActor @Sendable () -> Void)? = nil
    ) {
        let completion = onMainThread(completion)
        registry.start(config, context ?? .ofThisDevice) { _ in completion?() }
    }

    /// Starts the clients of all environments, and calls the completion no later than after a timeout.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - context: The context, or `nil` for an anonymous user with the key of this device.
    ///   - startWaitSeconds: The maximum time to wait for flags, in seconds. The attempt continues afterwards.
    ///   - completion: Called once, with `false` when flags have arrived for all environments. Called with `true` after the
    ///     timeout, or when no more flags can arrive.
    @preconcurrency
    public static func start(
        config: LDConfig, context: LDContext? = nil, startWaitSeconds: TimeInterval,
        completion: (@MainActor @Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(
            config, context ?? .ofThisDevice, within: .saturating(startWaitSeconds),
            completion: completion.map { onMainThread($0) })
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
    @preconcurrency
    public func setOnline(_ goOnline: Bool, completion: (@MainActor @Sendable () -> Void)? = nil) {
        handle.setOnline(goOnline, onMainThread(completion))
    }

    /// The state of the client's connection to LaunchDarkly.
    public func getConnectionInformation() -> ConnectionInformation { handle.connectionInformation }

    /// Sets whether the app is in the background, on systems that don't report it.
    ///
    /// On Apple systems you don't need it, because the client follows the system automatically.
    public static func setInBackground(_ isInBackground: Bool) {
        SystemLifecycle.app.move(to: isInBackground ? .background : .foreground)
    }

    // MARK: Events

    /// Reports a tracking event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: The data of the event.
    ///   - metricValue: The value for numeric metrics.
    public func track(key: String, data: LDValue? = nil, metricValue: Double? = nil) {
        guard let environment = handle.environment else { return }
        environment.client.track(key, data: data?.neutral ?? .null, metric: metricValue)
        let hooks = (handle.group?.config as? LDConfig)?.hooks ?? []
        guard !hooks.isEmpty, let provider = environment.provider,
            let context = provider.launchDarklyContext(of: environment.client.context)
        else { return }
        let series = TrackSeriesContext(
            key: key, context: LDContext(context), data: data, metricValue: metricValue,
            environmentId: provider.environmentID)
        for hook in hooks { hook.afterTrack(seriesContext: series) }
    }

    /// Sends the waiting events of all environments, without waiting for the result.
    public func flush() { handle.group?.flush() }

    /// Sends the waiting events of all environments, and reports the result.
    ///
    /// Each request ends after `connectionTimeout`.
    ///
    /// - Parameter completion: Called once, in the background. The value is `true` if LaunchDarkly has accepted all events,
    ///   or if there were none. It's `false` if an event was rejected or stored for later, or if the client is offline or
    ///   closed.
    @preconcurrency
    public func flush(completion: @escaping @Sendable (Bool) -> Void) { handle.flush(completion) }

    /// Sends the waiting events of all environments, and waits for the result.
    ///
    /// Blocks this thread. Don't call it in a task. Use ``flush(completion:)`` there.
    ///
    /// - Parameter timeout: The maximum time to wait, in seconds. Sending continues afterwards.
    /// - Returns: The result, as in ``flush(completion:)``, or `false` after the timeout.
    @discardableResult
    public func flushAndWait(timeout: TimeInterval) -> Bool { handle.flushAndWait(.saturating(timeout)) }
}
