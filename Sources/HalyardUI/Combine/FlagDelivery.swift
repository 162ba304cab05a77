// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Hands a flag's values to one receiver, one at a time, and no more than it asks for; of those that come meanwhile, the newest.
///
/// Safe to use from any thread.
final class FlagDelivery<Value: Sendable>: Sendable {
    /// The receiver.
    struct Receiver: Sendable {
        /// Takes a value, and says how many more it asks for.
        var value: @Sendable (Value) -> Int
        /// Takes the end of the flag's client.
        var end: @Sendable () -> Void
    }

    /// Stands for all values.
    static var unlimited: Int { .max }

    private struct State {
        /// Nil once the receiver wants nothing more.
        var receiver: Receiver?
        var demand = 0
        var task: Task<Void, Never>?
        /// Resumed with true when a value is asked for, with false when none will be.
        var waiting: CheckedContinuation<Bool, Never>?

        mutating func ask(for count: Int) {
            let (sum, isOver) = demand.addingReportingOverflow(max(0, count))
            demand = isOver ? unlimited : sum
        }

        /// Takes one value off the demand; false when none is asked for.
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

    /// Asks for some more values.
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

    /// Ends the delivery; when this returns on the receiver's own thread, nothing more is handed out.
    func cancel() {
        // The receiver is released outside of the lock: it is the app's.
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
