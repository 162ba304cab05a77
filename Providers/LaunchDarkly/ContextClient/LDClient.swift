// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
@_exported public import HalyardLDEngine
import HalyardLaunchDarkly

/// The client of the LaunchDarkly iOS SDK for contexts, versions 9 to 11, as a thin layer over Halyard: a `LaunchDarklyProvider`
/// and a `FlagClient` for each environment.
///
/// ```swift
/// let context = try LDContextBuilder(key: "ada").build().get()
/// LDClient.start(config: LDConfig(mobileKey: key, autoEnvAttributes: .disabled), context: context)
/// let isOn = LDClient.get()?.boolVariation(forKey: "new-nav", defaultValue: false)
/// ```
/// ``get(environment:)`` returns the same instance until ``close()``. Reads come from memory; only `async` methods and
/// ``flushAndWait(timeout:)`` wait for the network. The start and a change of the context read what is kept on the device, and wait for that at most a
/// second. Safe to use from any thread. Completions are called exactly once, and in order while the client runs. Completions and observers are called on
/// the main thread, except for the completion of ``flush(completion:)``. In a program without a running main queue, they are
/// never called.
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
    /// The flags of the context's last visit are served when this returns, however old. While the clients run, a second
    /// call only waits for the same flags.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - context: The context that flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once: when flags have arrived for all environments, or when it is certain that none will:
    ///     offline, closed, or with a refused mobile key.
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
    ///   - context: The context that flags are for; nil for an anonymous user with the key of this device.
    ///   - startWaitSeconds: How long to wait for flags, in seconds. The attempt continues afterwards.
    ///   - completion: Called once: with false when flags have arrived for all environments, with true when the time is
    ///     over, or when it is certain that none will arrive.
    @preconcurrency
    public static func start(
        config: LDConfig, context: LDContext? = nil, startWaitSeconds: TimeInterval,
        completion: (@MainActor @Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        registry.start(
            config, context ?? .ofThisDevice, within: .saturating(startWaitSeconds),
            completion: completion.map { onMainThread($0) })
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
    @preconcurrency
    public func setOnline(_ goOnline: Bool, completion: (@MainActor @Sendable () -> Void)? = nil) {
        handle.setOnline(goOnline, onMainThread(completion))
    }

    /// The state of the client's connection to LaunchDarkly.
    public func getConnectionInformation() -> ConnectionInformation { handle.connectionInformation }

    /// Sets whether the app is in the background, on systems that do not report it.
    ///
    /// On Apple systems the client follows the system by itself, so this is not needed.
    public static func setInBackground(_ isInBackground: Bool) {
        SystemLifecycle.app.move(to: isInBackground ? .background : .foreground)
    }

    // MARK: Events

    /// Reports a custom event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: Data for the event.
    ///   - metricValue: A number for numeric metrics.
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
    /// - Parameter completion: Called once, in the background: with `true` when LaunchDarkly has accepted all events, or there were
    ///   none, and with `false` when an event was refused or stored for later, or when the client is offline or closed. Each
    ///   request ends after `connectionTimeout`.
    @preconcurrency
    public func flush(completion: @escaping @Sendable (Bool) -> Void) { handle.flush(completion) }

    /// Sends the waiting events of all environments, and waits for the result.
    ///
    /// Blocks this thread. Don't call it in a task: use ``flush(completion:)`` there.
    ///
    /// - Parameter timeout: How long to wait, in seconds. Sending continues afterwards.
    /// - Returns: The result, as in ``flush(completion:)``, or `false` when the time is over.
    @discardableResult
    public func flushAndWait(timeout: TimeInterval) -> Bool { handle.flushAndWait(.saturating(timeout)) }
}
