// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A mailbox for one reader that contains at most one update, into which newer updates are merged.
final class Mailbox: Sendable {
    /// A waiting reader and its update.
    ///
    /// Perform the delivery outside all locks.
    struct Delivery: Sendable {
        var continuation: CheckedContinuation<FlagUpdate?, Never>?
        var update: FlagUpdate?
        /// An update that no reader received, which might have the last reference to an object of the app.
        var replaced: FlagUpdate?

        func perform() { continuation?.resume(returning: update) }
    }

    private struct State: ~Copyable {
        var pending: FlagUpdate?
        var isFinished = false
        var reader: CheckedContinuation<FlagUpdate?, Never>?

        /// Returns the delivery to the reader, or `nil` if there's no reader or nothing to deliver.
        mutating func delivery() -> Delivery? {
            guard let reader, pending != nil || isFinished else { return nil }
            defer { (self.reader, pending) = (nil, nil) }
            return Delivery(continuation: reader, update: pending)
        }
    }

    private let state = Lock(State())

    /// Adds an update.
    ///
    /// Returns the reader to resume and the objects to release. Do both outside all locks.
    func post(_ update: FlagUpdate) -> Delivery {
        state.withLock { state in
            let replaced = state.pending
            if var changes = state.pending?.changes, !changes.isEmpty {
                changes.merge(update.changes)
                state.pending = FlagUpdate(published: update.published, changes: changes)
            } else {
                state.pending = update
            }
            var delivery = state.delivery() ?? Delivery()
            delivery.replaced = replaced
            return delivery
        }
    }

    /// Ends the sequence after the pending update.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.delivery()
        }?.perform()
    }

    /// Returns the next update, or `nil` at the end or if the task is canceled.
    ///
    /// Supports one reader at a time.
    func next() async -> FlagUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let deliveries = state.withLock { state -> [Delivery] in
                    if Task.isCancelled { state.isFinished = true }
                    let earlier = state.reader.map { Delivery(continuation: $0, update: nil) }
                    state.reader = continuation
                    return [earlier, state.delivery()].compactMap(\.self)
                }
                for delivery in deliveries { delivery.perform() }
            }
        } onCancel: {
            finish()
        }
    }
}
