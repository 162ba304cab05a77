// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An answer that one caller waits for.
///
/// Several others can provide an answer, and only the first answer counts.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State: ~Copyable {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
        /// The work and the timer, which an answer cancels.
        var helpers: [Task<Void, Never>] = []
    }

    private let state = Lock(State())

    package init() {}

    /// Provides the answer, unless there is one.
    package func set(_ value: Value) {
        let (waiting, helpers) = state.withLock { state -> (CheckedContinuation<Value, Never>?, [Task<Void, Never>]) in
            if state.value != nil { return (nil, []) }
            state.value = value
            defer { state.helpers = [] }
            return (state.waiting.take(), state.helpers)
        }
        for helper in helpers { helper.cancel() }
        waiting?.resume(returning: value)
    }

    /// There is an answer.
    package var isSet: Bool { state.withLock { $0.value != nil } }

    /// Waits for the answer.
    ///
    /// For one caller. Any other answer cancels the work in the same step, or prevents its start, so that nothing is sent after
    /// the caller was cancelled. This doesn't wait for the work to end: a transport that ends slowly delays nothing. The timer is
    /// cancelled in the same step and has ended when this returns.
    ///
    /// - Parameters:
    ///   - limit: The time after which the answer is `late`. Nil for no limit.
    ///   - time: The clock.
    ///   - late: The answer if there's none in time.
    ///   - cancelled: The answer if the calling task is cancelled.
    ///   - work: Provides an answer.
    ///   - handler: Receives `late` or `cancelled` instead, and must provide an answer.
    package func value(
        within limit: Duration?, on time: any TimeSource, late: Value, cancelled: Value,
        of work: (@Sendable () async -> Value)? = nil, handler: (@Sendable (Value) -> Void)? = nil
    ) async -> Value {
        let giveUp = handler ?? { self.set($0) }
        return await withTaskCancellationHandler {
            let timer = limit.flatMap { limit in
                begin {
                    if (try? await time.sleep(for: limit)) != nil { giveUp(late) }
                }
            }
            if let work { begin { self.set(await work()) } }
            let first = await value
            await timer?.value
            return first
        } onCancel: {
            giveUp(cancelled)
        }
    }

    /// Starts the work or the timer, unless there is an answer.
    @discardableResult
    private func begin(_ help: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            if state.value != nil { return nil }
            let helper = Task { await help() }
            state.helpers.append(helper)
            return helper
        }
    }

    /// Waits for the answer.
    ///
    /// For one caller.
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
