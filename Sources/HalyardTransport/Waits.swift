// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What loops wait for, one thing at a time each, so that others can end it.
final class Waits<Input: Sendable>: Sendable {
    private struct State {
        var end: Input?
        var nextID = 0
        var waiting: [Int: FirstResult<Input>] = [:]
    }

    private let time: any TimeSource
    private let state = Lock(State())

    init(on time: any TimeSource) {
        self.time = time
    }

    /// Answers everything that is waited for now or later; for good.
    func end(with input: Input) {
        let waiting = state.withLock { state in
            state.end = state.end ?? input
            return Array(state.waiting.values)
        }
        for result in waiting { result.set(input) }
    }

    /// What ended it for good; nil while nothing has.
    var ended: Input? { state.withLock { $0.end } }

    /// The input of `work`, or `late` when it is not there within `limit`, or what ended it, or `cancelled` when the
    /// calling task is; the first one counts.
    func first(
        within limit: Duration, late: Input, cancelled: Input, of work: (@Sendable () async -> Input)? = nil
    ) async -> Input {
        let result = FirstResult<Input>()
        let (id, end) = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = result
            return (state.nextID, state.end)
        }
        defer { state.withLock { _ = $0.waiting.removeValue(forKey: id) } }
        if let end { return end }
        return await result.value(within: limit, on: time, late: late, cancelled: cancelled, of: work)
    }
}
