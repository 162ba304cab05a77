// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What a loop waits for, one thing at a time, so that others can interrupt it.
///
/// Whatever is interrupted or late is cancelled and nobody waits for it any more, so that a transport that takes its time
/// to give up delays nothing.
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

    /// Answers everything that is waited for now.
    func interrupt(with input: Input) {
        let waiting = state.withLock { Array($0.waiting.values) }
        for result in waiting { result.set(input) }
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

    /// The input of `work`, or `late` when it is not there within `limit`, or what interrupts, or `cancelled` when the
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
        let worker = work.map { work in Task { result.set(await work()) } }
        let timer = Task { [time] in
            if (try? await time.sleep(for: limit)) != nil { result.set(late) }
        }
        let input = await withTaskCancellationHandler {
            await result.value
        } onCancel: {
            result.set(cancelled)
        }
        worker?.cancel()
        timer.cancel()
        await timer.value
        return input
    }
}
