// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What loops wait for, one thing at a time each, so that others can end it.
final class Waits<Input: Sendable>: Sendable {
    private struct State: ~Copyable {
        var end: Input?
        var interruption: Input?
        var interruptions = 0
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

    /// Answers everything that is waited for now, and what is waited for next by those who have not heard of it.
    func interrupt(with input: Input) {
        let waiting = state.withLock { state in
            state.interruption = input
            state.interruptions += 1
            return Array(state.waiting.values)
        }
        for result in waiting { result.set(input) }
    }

    /// How often it was interrupted.
    var interruptions: Int { state.withLock { $0.interruptions } }

    /// What ended it for good; nil while nothing has.
    var ended: Input? { state.withLock { $0.end } }

    /// The input of `work`, or `late` when it is not there within `limit`, or what ended or interrupted it, or `cancelled`
    /// when the calling task is; the first one counts.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - late: The input after that.
    ///   - cancelled: The input when the calling task is cancelled.
    ///   - interruptions: How many interruptions the caller has seen; nil for a caller that is never interrupted.
    ///   - work: Where the input comes from; nil for no work.
    func first(
        within limit: Duration, late: Input, cancelled: Input, after interruptions: Int? = nil,
        of work: (@Sendable () async -> Input)? = nil
    ) async -> Input {
        let result = FirstResult<Input>()
        let (id, end) = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = result
            let isNews = interruptions.map { $0 != state.interruptions } ?? false
            return (state.nextID, state.end ?? (isNews ? state.interruption : nil))
        }
        defer { state.withLock { _ = $0.waiting.removeValue(forKey: id) } }
        if let end { return end }
        return await result.value(within: limit, on: time, late: late, cancelled: cancelled, of: work)
    }
}
