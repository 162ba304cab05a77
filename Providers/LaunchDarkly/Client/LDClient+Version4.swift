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

/// Where a value came from.
public enum LDFlagValueSource: Sendable, Hashable, CaseIterable {
    /// The service, in this run of the app.
    case server
    /// An earlier run of the app.
    case cache
    /// The caller's default.
    case fallback
}

extension JSONSerialization {
    /// The error of ``LDClient/trackEvent(key:data:metricValue:)``.
    public enum JSONError: Error, Sendable, Hashable {
        /// JSON cannot represent the data.
        case invalidJsonObject
    }
}

extension LDClient {
    /// The client of the primary environment.
    ///
    /// While a client runs, ``get(environment:)`` returns the same object. Get it again after another start.
    @available(*, deprecated, message: "Use LDClient.get()")
    public static var shared: LDClient { registry.primary }

    /// Starts the client.
    ///
    /// - Parameters:
    ///   - config: The configuration of the clients.
    ///   - user: The user that flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once, like that of the static function.
    @available(*, deprecated, message: "Use the static function of this name")
    public func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        handle.registry.start(config: config, user: user) { _ in completion?() }
    }

    /// The user that flags are for; an anonymous user with the key of this device when no client runs.
    ///
    /// Setting it is the same as ``identify(user:completion:)``.
    @available(*, deprecated, message: "Use identify(user:completion:)")
    public var user: LDUser {
        get { handle.group?.identity as? LDUser ?? LDUser() }
        set { identify(user: newValue, completion: nil) }
    }

    /// Calls a handler for each change of a flag; a spelling that LaunchDarkly's documentation sometimes uses.
    @available(*, deprecated, message: "Use observe(key:owner:handler:)")
    @discardableResult
    public func observe(
        _ key: LDFlagKey, owner: any LDObserverOwner, observer: @escaping LDFlagChangeHandler
    ) -> LDObservation { observe(key: key, owner: owner, handler: observer) }

    /// Calls a handler for all changes of some flags that arrived together; a spelling that LaunchDarkly's
    /// documentation sometimes uses.
    @available(*, deprecated, message: "Use observe(keys:owner:handler:)")
    @discardableResult
    public func observe(
        _ keys: [LDFlagKey], owner: any LDObserverOwner, observer: @escaping LDFlagCollectionChangeHandler
    ) -> LDObservation { observe(keys: keys, owner: owner, handler: observer) }

    /// Starts the client; the same as `start(config:user:completion:)`.
    @available(*, deprecated, message: "Use the static function start(config:user:completion:)")
    public func startCompleteWhenFlagsReceived(
        config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil
    ) { handle.registry.start(config: config, user: user) { _ in completion?() } }

    /// Starts the client; the same as the static function with `startWaitSeconds`.
    @available(*, deprecated, message: "Use the static function start(config:user:startWaitSeconds:completion:)")
    public func startCompleteWhenFlagsReceived(
        config: LDConfig, user: LDUser? = nil, startWaitSeconds: TimeInterval,
        completion: (@Sendable (_ timedOut: Bool) -> Void)? = nil
    ) {
        handle.registry.start(config: config, user: user, within: .saturating(startWaitSeconds), completion: completion)
    }

    /// Ends the client.
    @available(*, deprecated, renamed: "close()")
    public func stop() { close() }

    /// Ends the client.
    @available(*, deprecated, renamed: "close()")
    public func stopClient() { close() }

    /// Sends the waiting events.
    @available(*, deprecated, renamed: "flush()")
    public func reportEvents() { flush() }

    /// All flags that have a value, by name; nil if the client does not run.
    @available(*, deprecated, renamed: "allFlags")
    public var allFlagValues: [LDFlagKey: Any]? { allFlags }

    /// Reports a custom event.
    ///
    /// - Parameters:
    ///   - key: The name of the event.
    ///   - data: Data for the event: any value that JSON can represent.
    ///   - metricValue: A number for numeric metrics.
    /// - Throws: `JSONSerialization.JSONError.invalidJsonObject` if JSON cannot represent `data`.
    @available(*, deprecated, renamed: "track(key:data:metricValue:)")
    public func trackEvent(key: String, data: Any? = nil, metricValue: Double? = nil) throws {
        do {
            try track(key: key, data: data, metricValue: metricValue)
        } catch is LDInvalidArgumentError {
            throw JSONSerialization.JSONError.invalidJsonObject
        }
    }

    /// The value of a flag, or the default, and where it came from.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    public func variationAndSource<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T
    ) -> (T, LDFlagValueSource) {
        (variation(forKey: flagKey, defaultValue: fallback), source(of: flagKey))
    }

    /// The value of a flag, or the default, which may be nil, and where it came from.
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

    /// The value of a flag, or the default.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T) -> T {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// The value of a flag, with a default that may be nil but must be given: without one the newer method is meant.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T?) -> T? {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// The value of a flag, with the details of the evaluation.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T
    ) -> LDEvaluationDetail<T> { variationDetail(forKey: flagKey, defaultValue: fallback) }

    /// The value of a flag with the details of the evaluation, and a default that may be nil but must be given.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T?
    ) -> LDEvaluationDetail<T?> { variationDetail(forKey: flagKey, defaultValue: fallback) }
}

extension LDConfig {
    /// Whether findings are printed.
    @available(*, deprecated, message: "Use isDebugMode")
    public var debugMode: Bool {
        get { common.isDebugMode }
        set { common.isDebugMode = newValue }
    }
}
