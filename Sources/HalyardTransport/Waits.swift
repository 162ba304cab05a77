// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The waits of loops, one at a time for each loop, so that other code can end them.
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

    /// Ends all current and later waits permanently.
    func end(with input: Input) {
        let waiting = state.withLock { state in
            state.end = state.end ?? input
            return Array(state.waiting.values)
        }
        for result in waiting { result.set(input) }
    }

    /// Ends all current waits, and the next wait of each caller that hasn't noticed the interruption.
    func interrupt(with input: Input) {
        let waiting = state.withLock { state in
            state.interruption = input
            state.interruptions += 1
            return Array(state.waiting.values)
        }
        for result in waiting { result.set(input) }
    }

    /// The number of interruptions.
    var interruptions: Int { state.withLock { $0.interruptions } }

    /// The input that ended the waits permanently, or `nil` if nothing has.
    var ended: Input? { state.withLock { $0.end } }

    /// Returns the first available input: from `work`, a timeout, an end, an interruption, or a cancellation.
    ///
    /// - Parameters:
    ///   - limit: The maximum time to wait.
    ///   - late: The input after the limit.
    ///   - cancelled: The input if the calling task is canceled.
    ///   - interruptions: The number of interruptions that the caller has seen, or `nil` for a caller that is never interrupted.
    ///   - work: The source of the input, or `nil` for no work.
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
