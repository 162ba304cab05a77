// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension UnleashClientBase {
    /// The evaluation context, as it was last set.
    ///
    /// Before the start, setting it only stores the context. After the start, setting it has the same effect as
    /// ``updateContext(context:properties:completionHandler:)``. In both cases, `appName` and `environment` don't change.
    public var context: Context {
        get { engine.fetchState.state.withLock { $0.context } }
        set { engine.replace(newValue) }
    }

    /// Replaces the context and fetches its flags immediately.
    ///
    /// Also starts polling, if it hasn't begun. The session ID remains if the new context has none, and `appName` and
    /// `environment` always remain. Fields that aren't predefined become properties. Bootstrapped flags are removed
    /// immediately. Fetched flags remain until the new flags arrive, or until it's certain that no flags are available for
    /// another user. If several calls overlap, the newest context applies, in whatever order responses arrive.
    ///
    /// - Parameters:
    ///   - context: The predefined fields.
    ///   - properties: The custom properties, which override properties with the same name in `context`.
    ///   - completionHandler: Called once, with the result of the fetch for the newest context. On Apple platforms, a call
    ///     on the main thread receives the result on the main thread. Otherwise it's called in the background.
    public func updateContext(
        context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.update(completionHandler) { $0.replaced(by: context, properties ?? [:]) }
    }

    /// Changes some fields of the context and fetches its flags immediately.
    ///
    /// - Parameters:
    ///   - context: The fields to change. Fields that aren't predefined become properties.
    ///   - properties: The custom properties to change.
    ///   - completionHandler: Called once, as in ``updateContext(context:properties:completionHandler:)``.
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        engine.update(completionHandler) { $0.merging(context, properties ?? [:]) }
    }

    /// Changes one field or property of the context and fetches its flags immediately.
    ///
    /// - Parameters:
    ///   - field: The name of the field or property.
    ///   - value: The new value.
    ///   - completionHandler: Called once, as in ``updateContext(context:properties:completionHandler:)``.
    public func setContextField(
        _ field: String, _ value: String, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        setContextFields([field: value], completionHandler: completionHandler)
    }

    /// Removes one field or property of the context and fetches its flags immediately.
    ///
    /// - Parameters:
    ///   - field: The name of the field or property.
    ///   - completionHandler: Called once, as in ``updateContext(context:properties:completionHandler:)``.
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
