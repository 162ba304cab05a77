// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The spellings of version 4, which knew one client.
extension LDClient {
    /// The client of the primary environment, whichever is started.
    @available(*, deprecated, message: "Use LDClient.get()")
    public static var shared: LDClient { Harbor.shared.primary }

    /// Starts the client.
    ///
    /// - Parameters:
    ///   - config: How to talk to LaunchDarkly.
    ///   - user: Whom flags are for; nil for an anonymous user with the key of this device.
    ///   - completion: Called once, as that of the static function is.
    @available(*, deprecated, message: "Use the static function of this name")
    public func start(config: LDConfig, user: LDUser? = nil, completion: (@Sendable () -> Void)? = nil) {
        harbor.start(config: config, user: user, completion: Harbor.completion(completion))
    }

    /// Whom flags are for; an anonymous user with the key of this device when no client runs.
    ///
    /// Setting it is the same as ``identify(user:completion:)``.
    @available(*, deprecated, message: "Use identify(user:completion:)")
    public var user: LDUser {
        get { fleet?.user ?? LDUser() }
        set { identify(user: newValue, completion: nil) }
    }

    /// Calls a handler with each change of a flag, as the documents spell it now and then.
    @available(*, deprecated, message: "Use observe(key:owner:handler:)")
    @discardableResult
    public func observe(
        _ key: LDFlagKey, owner: any LDObserverOwner, observer: @escaping LDFlagChangeHandler
    ) -> LDObservation { observe(key: key, owner: owner, handler: observer) }

    /// Calls a handler with all changes of some flags that came together, as the documents spell it now and then.
    @available(*, deprecated, message: "Use observe(keys:owner:handler:)")
    @discardableResult
    public func observe(
        _ keys: [LDFlagKey], owner: any LDObserverOwner, observer: @escaping LDFlagCollectionChangeHandler
    ) -> LDObservation { observe(keys: keys, owner: owner, handler: observer) }

    /// Ends the client.
    @available(*, deprecated, renamed: "close()")
    public func stopClient() { close() }

    /// Sends the events that wait.
    @available(*, deprecated, renamed: "flush()")
    public func reportEvents() { flush() }

    /// All flags that have a value, by name; nil if the client does not run.
    @available(*, deprecated, renamed: "allFlags")
    public var allFlagValues: [LDFlagKey: Any]? { allFlags }

    /// Reports that something happened.
    ///
    /// - Parameters:
    ///   - key: What happened.
    ///   - data: Anything that JSON can say about it.
    /// - Throws: A ``LDInvalidArgumentError`` if JSON cannot say `data`.
    @available(*, deprecated, message: "Use track(key:data:metricValue:)")
    public func trackEvent(key: String, data: Any? = nil) throws { try track(key: key, data: data) }

    /// The value of a flag, or the default.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T) -> T {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// The same for a default that may be nil, and must be given: without one the newer spelling is meant.
    @available(*, deprecated, message: "Use variation(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variation<T: LDFlagValueConvertible>(forKey flagKey: LDFlagKey, fallback: T?) -> T? {
        variation(forKey: flagKey, defaultValue: fallback)
    }

    /// The value of a flag, and how it came about.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T
    ) -> LDEvaluationDetail<T> { variationDetail(forKey: flagKey, defaultValue: fallback) }

    /// The same for a default that may be nil, and must be given.
    @available(*, deprecated, message: "Use variationDetail(forKey:defaultValue:)")
    @_disfavoredOverload
    public func variationDetail<T: LDFlagValueConvertible>(
        forKey flagKey: LDFlagKey, fallback: T?
    ) -> LDEvaluationDetail<T?> { variationDetail(forKey: flagKey, defaultValue: fallback) }
}

extension LDConfig {
    /// Whether findings are printed.
    @available(*, deprecated, renamed: "isDebugMode")
    public var debugMode: Bool {
        get { isDebugMode }
        set { isDebugMode = newValue }
    }
}
