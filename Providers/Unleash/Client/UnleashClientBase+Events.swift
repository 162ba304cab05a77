// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Handlers are called in the order of the events, one at a time: on Apple's systems on the main thread for those who
// subscribed there, else in the background.
extension UnleashClientBase {
    /// Calls a handler with each event of a name from now on; `ready` and `initialized` also if they came before.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `ready`.
    ///   - callback: The handler.
    public func subscribe(name: String, callback: @escaping @Sendable () -> Void) {
        conductor.life.events.subscribe(name) { _ in callback() }
    }

    /// Calls a handler with the payload of each event of a name from now on; `ready` and `initialized` also if they came
    /// before.
    ///
    /// - Parameters:
    ///   - name: The name of the event, such as `impression`.
    ///   - callback: The handler; gets an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`, else nil.
    public func subscribe(name: String, callback: @escaping @Sendable (Any?) -> Void) {
        conductor.life.events.subscribe(name, callback)
    }

    /// Calls a handler with each event of a kind from now on; ``UnleashEvent/ready`` and ``UnleashEvent/initialized`` also
    /// if they came before.
    ///
    /// - Parameters:
    ///   - event: The kind.
    ///   - callback: The handler.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable () -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Calls a handler with the payload of each event of a kind from now on; ``UnleashEvent/ready`` and
    /// ``UnleashEvent/initialized`` also if they came before.
    ///
    /// - Parameters:
    ///   - event: The kind.
    ///   - callback: The handler; gets an ``ImpressionEvent`` for `impression`, a ``PollerError`` for `error`, else nil.
    public func subscribe(_ event: UnleashEvent, callback: @escaping @Sendable (Any?) -> Void) {
        subscribe(name: event.rawValue, callback: callback)
    }

    /// Calls no handler of this client for events of a name any more.
    public func unsubscribe(name: String) { conductor.life.events.unsubscribe(name) }

    /// Calls no handler of this client for events of a kind any more.
    public func unsubscribe(_ event: UnleashEvent) { unsubscribe(name: event.rawValue) }
}
