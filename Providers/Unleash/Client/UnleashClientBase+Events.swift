// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Handlers are called in the order of the events, one at a time: on Apple platforms on the main thread if they were
// subscribed there, else in the background.
extension UnleashClientBase {
    /// Calls a handler for each event of a name, and for an earlier `ready`.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `ready`.
    ///   - callback: The handler.
    public func subscribe(name: String, callback: @escaping @Sendable () -> Void) {
        engine.fetchState.events.subscribe(name) { _ in callback() }
    }

    /// Calls a handler with the payload of each event of a name, and for an earlier `ready`.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `impression`.
    ///   - callback: The handler; receives an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`, else
    ///     nil.
    public func subscribe(name: String, callback: @escaping @Sendable (Any?) -> Void) {
        engine.fetchState.events.subscribe(name, callback)
    }

    /// Calls a handler for each event of a kind, and for an earlier ``UnleashEvent/ready``.
    ///
    /// - Parameters:
    ///   - event: The kind.
    ///   - callback: The handler.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable () -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Calls a handler with the payload of each event of a kind, and for an earlier ``UnleashEvent/ready``.
    ///
    /// - Parameters:
    ///   - event: The kind.
    ///   - callback: The handler; receives an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`, else
    ///     nil.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable (Any?) -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Removes this client's handlers for events of a name.
    public func unsubscribe(name: String) { engine.fetchState.events.unsubscribe(name) }

    /// Removes this client's handlers for events of a kind.
    public func unsubscribe(_ event: UnleashEvent) { unsubscribe(name: event.rawValue) }
}
