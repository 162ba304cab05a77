// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The context that the flags are for.
extension UnleashClientBase {
    /// The context that the flags are for, as it was last set.
    ///
    /// Setting it before the start only stores it. Later it does what
    /// ``updateContext(context:properties:completionHandler:)`` does; `appName` and `environment` stay in any case.
    public var context: Context {
        get { engine.fetchState.state.withLock { $0.context } }
        set { engine.replace(newValue) }
    }

    /// Replaces the context and fetches at once.
    ///
    /// Starts polling if it has not begun. The session id stays if there is no other; `appName` and `environment`
    /// always do. Fields that are not predefined become properties. Bootstrapped flags are dropped at once; fetched
    /// ones stay until the new ones arrive, or until it turns out that none are available for another user. The newest
    /// call wins, whichever is answered first.
    ///
    /// - Parameters:
    ///   - context: The predefined fields.
    ///   - properties: Custom properties; they override those among the fields.
    ///   - completionHandler: Called once, with the result of the fetch for the newest context. On Apple platforms on
    ///     the main thread if the call was made there, else in the background.
    public func updateContext(
        context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.update(completionHandler) { $0.replaced(by: context, properties ?? [:]) }
    }

    /// Changes some fields, leaves all others, and fetches at once.
    ///
    /// - Parameters:
    ///   - context: The fields to change; a field that is not predefined becomes a property.
    ///   - properties: The custom properties to change.
    ///   - completionHandler: As for ``updateContext(context:properties:completionHandler:)``.
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.update(completionHandler) { $0.merging(context, properties ?? [:]) }
    }

    /// Changes one field or property, leaves all others, and fetches at once.
    ///
    /// - Parameters:
    ///   - field: The name.
    ///   - value: The value.
    ///   - completionHandler: As for ``updateContext(context:properties:completionHandler:)``.
    public func setContextField(
        _ field: String, _ value: String, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        setContextFields([field: value], completionHandler: completionHandler)
    }

    /// Removes one field or property, leaves all others, and fetches at once.
    ///
    /// - Parameters:
    ///   - field: The name.
    ///   - completionHandler: As for ``updateContext(context:properties:completionHandler:)``.
    public func removeContextField(
        _ field: String, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.update(completionHandler) { context in
            var context = context
            context[field] = nil
            return context
        }
    }
}
