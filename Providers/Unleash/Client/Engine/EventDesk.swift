// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport

/// Who subscribed to which events of one client, and hands the events out: in order, and never on the thread of whoever
/// caused them.
final class EventDesk: Sendable {
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
        /// Events that those who come late get at once.
        var lasting: Set<String> = []
    }

    private let state = Lock(State())
    /// Not the cooperative pool: a handler may block.
    private let queue = DispatchQueue(label: "halyard.unleash-client.events")

    /// Remembers a handler; one for an event that lasts is called soon.
    func subscribe(_ event: String, _ handler: @escaping Handler) {
        let place = CallerPlace.here
        state.withLock { state in
            state.lastID += 1
            let subscription = Subscription(id: state.lastID, event: event, place: place, handler: handler)
            state.subscriptions.append(subscription)
            if state.lasting.contains(event) { add(subscription, nil) }
        }
    }

    /// Forgets all handlers of an event; none of them is called any more once this returned, unless it is running.
    func unsubscribe(_ event: String) {
        // Let go outside of the lock: a handler may hold the last reference to an object of the app's.
        _ = state.withLock { state -> [Subscription] in
            let leaving = state.subscriptions.filter { $0.event == event }
            state.subscriptions.removeAll { $0.event == event }
            return leaving
        }
    }

    /// Forgets all handlers.
    func unsubscribeAll() {
        _ = state.withLock { state -> [Subscription] in
            defer { state.subscriptions = [] }
            return state.subscriptions
        }
    }

    /// Hands an event out.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - payload: What the handlers get.
    ///   - lasts: Whether those who subscribe later get it, too.
    func emit(_ event: UnleashEvent, _ payload: (any Sendable)? = nil, lasts: Bool = false) {
        state.withLock { state in
            if lasts { state.lasting.insert(event.rawValue) }
            for subscription in state.subscriptions where subscription.event == event.rawValue {
                add(subscription, payload)
            }
        }
    }

    /// Calls a function soon, behind the events so far.
    func call(at place: CallerPlace, _ body: @escaping @Sendable () -> Void) {
        queue.async { place.call(body) }
    }

    private func add(_ subscription: Subscription, _ payload: (any Sendable)?) {
        queue.async {
            subscription.place.call { [weak self] in
                if self?.holds(subscription.id) == true { subscription.handler(payload) }
            }
        }
    }

    private func holds(_ id: Int) -> Bool { state.withLock { $0.subscriptions.contains { $0.id == id } } }
}
