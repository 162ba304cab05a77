// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Handlers are called one at a time, in the order of the events. On Apple platforms, handlers that were subscribed on the
// main thread are called on the main thread. Other handlers are called in the background.
extension UnleashClientBase {
    /// Calls a handler for each event with a name, and for a previous `ready` event.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `ready`.
    ///   - callback: The handler.
    public func subscribe(name: String, callback: @escaping @Sendable () -> Void) {
        engine.fetchState.events.subscribe(name) { _ in callback() }
    }

    /// Calls a handler with the payload of each event with a name, and for a previous `ready` event.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `impression`.
    ///   - callback: The handler. Its argument is an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`,
    ///     or otherwise `nil`.
    public func subscribe(name: String, callback: @escaping @Sendable (Any?) -> Void) {
        engine.fetchState.events.subscribe(name, callback)
    }

    /// Calls a handler for each event of a kind, and for a previous ``UnleashEvent/ready`` event.
    ///
    /// - Parameters:
    ///   - event: The kind of event.
    ///   - callback: The handler.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable () -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Calls a handler with the payload of each event of a kind, and for a previous ``UnleashEvent/ready`` event.
    ///
    /// - Parameters:
    ///   - event: The kind of event.
    ///   - callback: The handler. Its argument is an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`,
    ///     or otherwise `nil`.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable (Any?) -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Removes this client's handlers for events with a name.
    public func unsubscribe(name: String) { engine.fetchState.events.unsubscribe(name) }

    /// Removes this client's handlers for events of a kind.
    public func unsubscribe(_ event: UnleashEvent) { unsubscribe(name: event.rawValue) }
}
