// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Delivers a flag's values to one receiver, one at a time and only on demand.
///
/// If several values arrive between two requests, only the newest value is delivered. Safe to use from any thread.
final class FlagDelivery<Value: Sendable>: Sendable {
    /// The receiver of values.
    struct Receiver: Sendable {
        /// Called with a value.
        ///
        /// Returns the number of additional values that the receiver requests.
        var value: @Sendable (Value) -> Int
        /// Called when the flag's client is shut down.
        var end: @Sendable () -> Void
    }

    /// The demand for all values.
    static var unlimited: Int { .max }

    private struct State {
        /// The receiver, or `nil` after it has canceled or the client has ended.
        var receiver: Receiver?
        var demand = 0
        var task: Task<Void, Never>?
        /// The waiting delivery, which is resumed with `true` on demand, or with `false` after a cancellation.
        var waiting: CheckedContinuation<Bool, Never>?

        mutating func ask(for count: Int) {
            let (sum, isOver) = demand.addingReportingOverflow(max(0, count))
            demand = isOver ? unlimited : sum
        }

        /// Decrements the demand, and returns `false` if there is no demand.
        mutating func takeOne() -> Bool {
            if demand == 0 { return false }
            if demand < unlimited { demand -= 1 }
            return true
        }
    }

    private let values: FlagSequence<Value>
    private let state: Lock<State>

    init(_ values: FlagSequence<Value>, to receiver: Receiver) {
        self.values = values
        state = Lock(State(receiver: receiver))
    }

    /// Requests more values.
    func request(_ count: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.receiver != nil, count > 0 else { return nil }
            state.ask(for: count)
            if state.task == nil { state.task = Task { await self.deliver() } }
            guard state.waiting != nil, state.takeOne() else { return nil }
            return state.waiting.take()
        }
        waiting?.resume(returning: true)
    }

    /// Ends the delivery.
    ///
    /// When it returns on the receiver's thread, no more values are delivered.
    func cancel() {
        // The receiver is released outside the lock, because its deinitializer is app code.
        let (task, waiting, _) = state.withLock { ($0.task, $0.waiting.take(), $0.receiver.take()) }
        task?.cancel()
        waiting?.resume(returning: false)
    }

    private func deliver() async {
        var values = values.makeAsyncIterator()
        while await isAsked(), let value = await values.next() {
            guard let receiver = state.withLock({ $0.receiver }) else { return }
            let more = receiver.value(value)
            state.withLock { $0.ask(for: more) }
        }
        state.withLock { $0.receiver.take() }?.end()
    }

    private func isAsked() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if state.receiver == nil { return false }
                if state.takeOne() { return true }
                state.waiting = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
