// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport

/// The subscriptions to the events of one client.
///
/// Events are delivered in order, and never on the thread that caused them.
final class EventSubscriptions: Sendable {
    typealias Handler = @Sendable (Any?) -> Void

    private struct Subscription: Sendable {
        let id: Int
        let event: String
        let place: CallerPlace
        let handler: Handler
    }

    private struct State {
        var lastID = 0
        var subscriptions: [Subscription] = []
        /// Events that later subscribers receive immediately.
        var lasting: Set<String> = []
    }

    private let state = Lock(State())
    /// A queue, not the cooperative pool, because handlers can block.
    private let queue = DispatchQueue(label: "halyard.unleash-client.events")

    /// Adds a handler, and calls it asynchronously if a lasting event has already occurred.
    func subscribe(_ event: String, _ handler: @escaping Handler) {
        let place = CallerPlace.here
        state.withLock { state in
            state.lastID += 1
            let subscription = Subscription(id: state.lastID, event: event, place: place, handler: handler)
            state.subscriptions.append(subscription)
            if state.lasting.contains(event) { add(subscription, nil) }
        }
    }

    /// Removes all handlers of an event.
    ///
    /// When this returns, none of them is called anymore, unless it's already running.
    func unsubscribe(_ event: String) {
        // Handlers are released outside the lock, because a handler might have the last reference to an object of the app.
        _ = state.withLock { state -> [Subscription] in
            let leaving = state.subscriptions.filter { $0.event == event }
            state.subscriptions.removeAll { $0.event == event }
            return leaving
        }
    }

    /// Removes all handlers.
    func unsubscribeAll() {
        _ = state.withLock { state -> [Subscription] in
            defer { state.subscriptions = [] }
            return state.subscriptions
        }
    }

    /// Delivers an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - payload: The payload that handlers receive.
    ///   - lasts: A Boolean value that indicates whether later subscribers also receive the event.
    func emit(_ event: UnleashEvent, _ payload: (any Sendable)? = nil, lasts: Bool = false) {
        state.withLock { state in
            if lasts { state.lasting.insert(event.rawValue) }
            for subscription in state.subscriptions where subscription.event == event.rawValue {
                add(subscription, payload)
            }
        }
    }

    /// Calls a function asynchronously, after the previous events.
    func call(at place: CallerPlace, _ body: @escaping @Sendable () -> Void) {
        queue.async { place.call(body) }
    }

    private func add(_ subscription: Subscription, _ payload: (any Sendable)?) {
        queue.async {
            subscription.place.call { [weak self] in
                if self?.isSubscribed(subscription.id) == true { subscription.handler(payload) }
            }
        }
    }

    private func isSubscribed(_ id: Int) -> Bool { state.withLock { $0.subscriptions.contains { $0.id == id } } }
}
