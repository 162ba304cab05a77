// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Several may have the answer; the first one counts, and one caller waits for it.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
        /// What looks for the answer.
        var worker: Task<Void, Never>?
    }

    private let state = Lock(State())

    package init() {}

    /// Answers, unless someone has.
    package func set(_ value: Value) {
        let (waiting, worker) = state.withLock { state in
            if state.value != nil { return (CheckedContinuation<Value, Never>?.none, Task<Void, Never>?.none) }
            state.value = value
            return (state.waiting.take(), state.worker.take())
        }
        worker?.cancel()
        waiting?.resume(returning: value)
    }

    /// Whether there is an answer.
    package var isSet: Bool { state.withLock { $0.value != nil } }

    /// The answer, or `late` when there is none within `limit`, or `cancelled` when the calling task is; for one caller.
    ///
    /// `work` gives one, too. With another answer it is cancelled in the same step, or not begun at all, so that nothing is
    /// sent once the caller was cancelled. No one waits for it any more: a transport that takes its time to give up delays
    /// nothing.
    package func value(
        within limit: Duration?, on time: any TimeSource, late: Value, cancelled: Value,
        of work: (@Sendable () async -> Value)? = nil
    ) async -> Value {
        let timer = limit.map { limit in
            Task {
                if (try? await time.sleep(for: limit)) != nil { set(late) }
            }
        }
        let first = await withTaskCancellationHandler {
            if let work { begin(work) }
            return await value
        } onCancel: {
            set(cancelled)
        }
        timer?.cancel()
        await timer?.value
        return first
    }

    private func begin(_ work: @escaping @Sendable () async -> Value) {
        state.withLock { state in
            if state.value == nil { state.worker = Task { set(await work()) } }
        }
    }

    /// The answer; for one caller.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    if state.value == nil { state.waiting = continuation }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
