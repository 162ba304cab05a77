// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A result that one caller waits for.
///
/// Several tasks can provide a result, and only the first result counts.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State: ~Copyable {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
        /// The work and the timer, which are canceled when a result arrives.
        var helpers: [Task<Void, Never>] = []
    }

    private let state = Lock(State())

    package init() {}

    /// Provides the result, unless there already is one.
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

    /// A Boolean value that indicates whether there is a result.
    package var isSet: Bool { state.withLock { $0.value != nil } }

    /// Waits for the result.
    ///
    /// Only one caller can wait. Any other result cancels the work in the same step, or prevents its start, so that nothing is
    /// sent after the caller was canceled. This function doesn't wait for the work to end, so a slow transport doesn't delay it.
    /// The timer is canceled in the same step and has ended when this function returns.
    ///
    /// - Parameters:
    ///   - limit: The time limit, or `nil` for no limit.
    ///   - time: The clock.
    ///   - late: The result if the limit is exceeded.
    ///   - cancelled: The result if the calling task is canceled.
    ///   - work: The work that provides a result.
    ///   - handler: Called with `late` or `cancelled` instead of using it as the result. The handler must provide a result.
    package func value(
        within limit: Duration?, on time: any TimeSource, late: Value, cancelled: Value,
        of work: (@Sendable () async -> Value)? = nil, handler: (@Sendable (Value) -> Void)? = nil
    ) async -> Value {
        let giveUp = handler ?? { self.set($0) }
        return await withTaskCancellationHandler {
            let timer = limit.flatMap { limit in
                startHelp {
                    if (try? await time.sleep(for: limit)) != nil { giveUp(late) }
                }
            }
            if let work { startHelp { self.set(await work()) } }
            let first = await value
            await timer?.value
            return first
        } onCancel: {
            giveUp(cancelled)
        }
    }

    /// Starts the work or the timer, unless there already is a result.
    @discardableResult
    private func startHelp(_ help: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            if state.value != nil { return nil }
            let helper = Task { await help() }
            state.helpers.append(helper)
            return helper
        }
    }

    /// Waits for the result.
    ///
    /// Only one caller can wait.
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
