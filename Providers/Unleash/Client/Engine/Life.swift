// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash

/// What a client has heard so far, and who waits to hear more; turns the provider's news into events and completions.
final class Life: Sendable {
    typealias Completion = @Sendable (PollerError?) -> Void

    /// Somebody who waits for an answer about the newest context.
    struct Waiter: Sendable {
        var place: CallerPlace
        var completion: Completion
    }

    struct State {
        /// Whom the flags are for.
        var context: Context
        /// The same as the provider is asked with; nil while nobody is asked.
        var asked: EvaluationContext?
        var waiting: [Waiter] = []
        var isReady = false
        var isFailing = false
        /// The flags that were heard of last.
        var table = FlagTable()
        var prints = false
    }

    let state: Lock<State>
    let events = EventDesk()
    private let storage: StorageHost?

    init(_ context: Context, storage: StorageHost?) {
        state = Lock(State(context: context))
        self.storage = storage
    }

    /// Takes what came of a fetch; of one for an earlier context nothing is told.
    func fetched(_ result: UnleashFetch, _ context: EvaluationContext, _ table: FlagTable?) {
        let waiting = state.withLock { state -> [Waiter] in
            guard state.asked == context else { return [] }
            if result == .modified, let table { take(table, &state) }
            if case .failed(let problem) = result {
                state.isFailing = true
                events.emit(.error, PollerError(problem))
            } else if state.isFailing {
                state.isFailing = false
                events.emit(.recovered)
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        let error: PollerError? = if case .failed(let problem) = result { PollerError(problem) } else { nil }
        complete(waiting, error)
    }

    /// Takes what came of a report of metrics.
    func reported(_ report: UnleashReport) {
        switch report {
        case .delivered: events.emit(.sent)
        case .failed(let problem): events.emit(.error, PollerError(problem))
        }
    }

    /// Tells those who waited, once each.
    func complete(_ waiting: [Waiter], _ error: PollerError?) {
        for waiter in waiting { events.call(at: waiter.place) { waiter.completion(error) } }
    }

    /// Events are only put in line here, so that the order of events is that of the news.
    private func take(_ table: FlagTable, _ state: inout State) {
        let isOther = Self.differ(table, state.table)
        state.table = table
        if !state.isReady {
            state.isReady = true
            events.emit(.ready, lasts: true)
        } else if isOther {
            events.emit(.update)
        }
        storage?.keep(table)
    }

    /// Whether anything that the service wrote about a flag is different.
    private static func differ(_ new: FlagTable, _ old: FlagTable) -> Bool {
        new.count != old.count || new.contains { flag in old[flag.key]?.vendor != flag.vendor }
    }
}
