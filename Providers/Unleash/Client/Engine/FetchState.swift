// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardUnleash

/// The received flags of a client, and the calls that wait for flags.
///
/// Translates the provider's reports into events and completions.
final class FetchState: Sendable {
    typealias Completion = @Sendable (PollerError?) -> Void

    /// A caller that waits for a response for the newest context.
    struct Waiter: Sendable {
        var place: CallerPlace
        var completion: Completion
    }

    struct State {
        /// The current context.
        var context: Context
        /// The context that the provider received, or `nil` while the client isn't fetching.
        var asked: EvaluationContext?
        var waiting: [Waiter] = []
        var isReady = false
        /// The most recently received flags.
        var table = FlagTable()
        var prints = false
    }

    let state: Lock<State>
    let events = EventSubscriptions()
    private let storage: StorageHost?

    init(_ context: Context, storage: StorageHost?) {
        state = Lock(State(context: context))
        self.storage = storage
    }

    /// Handles the result of a fetch, and doesn't report a result for an earlier context.
    func fetched(_ result: PolledService.Outcome, _ context: EvaluationContext, _ table: FlagTable?) {
        let waiting = state.withLock { state -> [Waiter] in
            guard state.asked == context else { return [] }
            if result == .modified, let table { accept(table, &state) }
            defer { state.waiting = [] }
            return state.waiting
        }
        let error: PollerError? = if case .failed(let problem) = result { PollerError(problem) } else { nil }
        complete(waiting, error)
    }

    /// Completes the waiting calls, because no more results can arrive.
    func closed() {
        let waiting = state.withLock { state -> [Waiter] in
            defer { state.waiting = [] }
            return state.waiting
        }
        complete(waiting, .noResponse)
    }

    /// Handles the result of a metrics report.
    func reported(_ report: UnleashReport) {
        switch report {
        case .delivered: events.emit(.sent)
        case .failed(let problem): events.emit(.error, PollerError(problem))
        }
    }

    /// Calls each waiting completion once.
    func complete(_ waiting: [Waiter], _ error: PollerError?) {
        for waiter in waiting { events.call(at: waiter.place) { waiter.completion(error) } }
    }

    /// Only enqueues events, so that they keep the order of the results.
    private func accept(_ table: FlagTable, _ state: inout State) {
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

    /// Returns whether any data from the service about a flag differs.
    private static func differ(_ new: FlagTable, _ old: FlagTable) -> Bool {
        new.count != old.count
            || new.contains { flag in
                let before = old[flag.key]
                return before !== flag && before?.vendor != flag.vendor
            }
    }
}
