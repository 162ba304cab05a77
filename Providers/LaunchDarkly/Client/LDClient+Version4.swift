// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
import Halyard
public import HalyardLDEngine

// The API of version 4, which had only one client.

/// The former name of ``LDEvaluationDetail``.
@available(*, deprecated, renamed: "LDEvaluationDetail")
public typealias EvaluationDetail = LDEvaluationDetail

/// The source of a flag's value.
public enum LDFlagValueSource: Sendable, Hashable, CaseIterable {
    /// The service, during this launch.
    case server
    /// The flags stored by an earlier launch.
    case cache
    /// The caller's default value.
    case fallback
}

extension JSONSerialization {
    /// An error that ``LDClient/trackEvent(key:data:metricValue:)`` throws.
    public enum JSONError: Error, Sendable, Hashable {
        /// JSON can't represent the data.
        case invalidJsonObject
    }
}

extension LDClient {
    /// The client of the primary environment.
    ///
    /// While a client is running, ``get(environment:)`` returns the same object. Get it again after another start.
    @available(*, deprecated, message: "Use LDClient.get()")
    public static var shared: LDClient { registry.primary }

    /// Starts the client.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user, or `nil` for an anonymous user with the key of this device.
    ///   - completion: Called once, as in the static function.
    @available(*, deprecated, message: "Use the static function with this name")
    public func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        handle.registry.start(config: config, user: user) { _ in completion?() }
    }

    /// The current user, or an anonymous user with the key of this device if no client is running.
    ///
    /// Setting it has the same effect as ``identify(user:completion:)``.
    @available(*, deprecated, message: "Use identify(user:completion:)")
    public var user: LDUser {
        get { handle.group?.identity as? LDUser ?? LDUser() }
        set { identify(user: newValue, completion: nil) }
    }

    /// Calls a handler for each change of a flag.
    ///
    /// LaunchDarkly's documentation sometimes uses this spelling.
    @available(*, deprecated, message: "Use observe(key:owner:handler:)")
    @discardableResult
    public func observe(
        _ key: LDFlagKey, owner: any LDObserverOwner, observer: @escaping LDFlagChangeHandler
    ) -> LDObservation { observe(key: key, owner: owner, handler: observer) }

    /// Calls a handler for all changes of the given flags that arrived together.
    ///
    /// LaunchDarkly's documentation sometimes uses this spelling.
    @available(*, deprecated, message: "Use observe(keys:owner:handler:)")
    @discardableResult
    public func observe(
        _ keys: [LDFlagKey], owner: any LDObserverOwner, observer: @escaping LDFlagCollectionChangeHandler
    ) -> LDObservation { observe(keys: keys, owner: owner, handler: observer) }

    /// Starts the client, like `start(config:user:completion:)`.
    @available(*, deprecated, message: "Use the static function start(config:user:completion:)")
    public func startCompleteWhenFlagsReceived(
        config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil
    ) { handle.registry.start(config: config, user: user) { _ in completion?() } }

    /// Starts the client, like the static function with `startWaitSeconds`.
    @available(*, deprecated, message: "Use the static function start(config:user:startWaitSeconds:completion:)")
    public func startCompleteWhenFlagsReceived(
        config: LDConfig, user: LDUser? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        handle.registry.start(config: config, user: user, within: .saturating(startWaitSeconds), completion: completion)
    }

    /// Closes the client.
    @available(*, deprecated, renamed: "close()")
    public func stop() { close() }

    /// Closes the client.
    @available(*, deprecated, renamed: "close()")
    public func stopClient() { close() }

    /// Sends the waiting events.
    @available(*, deprecated, renamed: "flush()")
    public func reportEvents() { flush() }

    /// All flags that have a value, by flag key, or `nil` if the client isn't running.
    @available(*, deprecated, renamed: "allFlags")
    public var allFlagValues: [LDFlagKey: Any]? { allFlags }

    /// Reports a tracking event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: The data of the event, which can be any value that JSON can represent.
    ///   - metricValue: The value for numeric metrics.
    /// - Throws: `JSONSerialization.JSONError.invalidJsonObject` if JSON can't represent `data`.
    @available(*, deprecated, renamed: "track(key:data:metricValue:)")
    public func trackEvent(key: String, data: Any? = nil, metricValue: Double? = nil) throws {
        do {
            try track(key: key, data: data, metricValue: metricValue)
        } catch is LDInvalidArgumentError {
            throw JSONSerialization.JSONError.invalidJsonObject
        }
    }

    /// Returns the value of a flag, or the default value, with its source.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    public func variationAndSource<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T
    ) -> (T, LDFlagValueSource) {
        (variation(forKey: flagKey, defaultValue: fallback), source(of: flagKey))
    }

    /// Returns the value of a flag, or the optional default value, with its source.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variationAndSource<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T? = nil
    ) -> (T?, LDFlagValueSource) {
        (variation(forKey: flagKey, defaultValue: fallback), source(of: flagKey))
    }

    private func source(of key: LDFlagKey) -> LDFlagValueSource {
        guard let flag = handle.environment?.client.state.flagSet?.flag(named: key), !flag.value.isNull else {
            return .fallback
        }
        return flag.origin.kind == .persisted ? .cache : .server
    }

    /// Returns the value of a flag, or the default value.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T) -> T {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// Returns the value of a flag, or the optional default value.
    ///
    /// The default value is required, because a call without it uses the newer method.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T?) -> T? {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// Returns the value of a flag with the details of the evaluation.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T
    ) -> LDEvaluationDetail<T> { variationDetail(forKey: flagKey, defaultValue: fallback) }

    /// Returns the value of a flag, or the optional default value, with the details of the evaluation.
    ///
    /// The default value is required.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T?
    ) -> LDEvaluationDetail<T?> { variationDetail(forKey: flagKey, defaultValue: fallback) }
}

extension LDConfig {
    /// A Boolean value that indicates whether diagnostics are printed.
    @available(*, deprecated, message: "Use isDebugMode")
    public var debugMode: Bool {
        get { common.isDebugMode }
        set { common.isDebugMode = newValue }
    }
}
