// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// Several may have the answer; the first one counts, and one caller waits for it.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Lock(State())

    package init() {}

    /// Answers, unless someone has.
    package func set(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            return state.waiting.take()
        }
        waiting?.resume(returning: value)
    }

    /// The answer, or `late` when there is none within `limit`, or `cancelled` when the calling task is; for one caller.
    ///
    /// `work` gives one, too. Without an answer of its own it is cancelled, and nobody waits for it any more, so that a
    /// transport that takes its time to give up delays nothing.
    package func value(
        within limit: Duration?, on time: any TimeSource, late: Value, cancelled: Value,
        of work: (@Sendable () async -> Value)? = nil
    ) async -> Value {
        let worker = work.map { work in Task { set(await work()) } }
        let timer = limit.map { limit in
            Task {
                if (try? await time.sleep(for: limit)) != nil { set(late) }
            }
        }
        let first = await withTaskCancellationHandler {
            await value
        } onCancel: {
            set(cancelled)
        }
        worker?.cancel()
        timer?.cancel()
        await timer?.value
        return first
    }

    /// The answer; for one caller.
    private var value: Value {
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
