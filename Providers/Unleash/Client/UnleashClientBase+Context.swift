// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// Whom the flags are for.
extension UnleashClientBase {
    /// Whom the flags are for, as it was said last.
    ///
    /// Setting it before the start only takes note of it. Later it does what
    /// ``updateContext(context:properties:completionHandler:)`` does; `appName` and `environment` stay in any case.
    public var context: Context {
        get { conductor.life.state.withLock { $0.context } }
        set { conductor.replace(newValue) }
    }

    /// Says whom flags are for from now on, in the place of what was said before, and fetches at once.
    ///
    /// Starts polling if it has not begun. The session id stays if there is no other; `appName` and `environment` always
    /// do. Fields that are not predefined become properties. Bootstrapped flags go at once; fetched ones stay until the
    /// new ones are there, or until it turns out that none can be had for another user. The newest call counts, whoever
    /// is answered first.
    ///
    /// - Parameters:
    ///   - context: The predefined fields.
    ///   - properties: Custom properties; they win over those among the fields.
    ///   - completionHandler: Called once, with what came of the fetch for the newest context. On Apple's systems on the
    ///     main thread if the call was made there, else in the background.
    public func updateContext(
        context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        conductor.update(completionHandler) { $0.replaced(by: context, properties ?? [:]) }
    }

    /// Changes some fields and leaves all others, and fetches at once.
    ///
    /// - Parameters:
    ///   - context: The fields to change; what is not predefined becomes a property.
    ///   - properties: The custom properties to change.
    ///   - completionHandler: As for ``updateContext(context:properties:completionHandler:)``.
    public func setContextFields(
        _ context: [String: String], properties: [String: String]? = nil,
        completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        conductor.update(completionHandler) { $0.merging(context, properties ?? [:]) }
    }

    /// Changes one field or property and leaves all others, and fetches at once.
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

    /// Takes one field or property away and leaves all others, and fetches at once.
    ///
    /// - Parameters:
    ///   - field: The name.
    ///   - completionHandler: As for ``updateContext(context:properties:completionHandler:)``.
    public func removeContextField(
        _ field: String, completionHandler: (@Sendable (PollerError?) -> Void)? = nil
    ) {
        conductor.update(completionHandler) { context in
            var context = context
            context[field] = nil
            return context
        }
    }
}
