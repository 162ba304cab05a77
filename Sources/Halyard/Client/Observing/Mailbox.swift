// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Holds at most one update for one follower; a newer one is merged into the one that waits.
final class Mailbox: Sendable {
    /// A waiting follower and what it gets; to be carried out outside of all locks.
    struct Delivery: Sendable {
        var continuation: CheckedContinuation<FlagUpdate?, Never>?
        var update: FlagUpdate?
        /// An update that no follower saw; it may hold the last reference to an object of the app.
        var replaced: FlagUpdate?

        func perform() { continuation?.resume(returning: update) }
    }

    private struct State: ~Copyable {
        var pending: FlagUpdate?
        var isFinished = false
        var reader: CheckedContinuation<FlagUpdate?, Never>?

        /// The delivery to the reader, if there is a reader and something to give to it.
        mutating func delivery() -> Delivery? {
            guard let reader, pending != nil || isFinished else { return nil }
            defer { (self.reader, pending) = (nil, nil) }
            return Delivery(continuation: reader, update: pending)
        }
    }

    private let state = Lock(State())

    /// Adds an update.
    ///
    /// Returns whom to wake and what to release, both to be done outside of all locks.
    func put(_ update: FlagUpdate) -> Delivery {
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

    /// Ends the sequence after what is pending.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.delivery()
        }?.perform()
    }

    /// The next update; nil at the end or when the task is cancelled.
    ///
    /// For one reader at a time.
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
