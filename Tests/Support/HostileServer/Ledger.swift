// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What the server saw, and who waits to see more.
final class Ledger: Sendable {
    struct Entries {
        var requests: [RecordedRequest] = []
        var requestsTaken = 0
        var connections = 0
        var closedByClient: Set<Int> = []
        var ended: Set<Int> = []
        var isListening = true
    }

    private struct Waiter: Sendable {
        var id: Int
        /// What resumes the waiter, as soon as the entries have what it waits for.
        var attempt: @Sendable (Entries) -> (@Sendable () -> Void)?
        var giveUp: @Sendable () -> Void
    }

    private struct State {
        var entries = Entries()
        var nextID = 0
        var waiters: [Waiter] = []
    }

    private let state = Lock(State())

    var entries: Entries { state.withLock { $0.entries } }

    /// Changes the entries and resumes the callers that waited for that.
    @discardableResult
    func update<Result: Sendable>(_ body: @Sendable (inout Entries) -> Result) -> Result {
        let (result, due) = state.withLock { state -> (Result, [@Sendable () -> Void]) in
            let result = body(&state.entries)
            var due: [@Sendable () -> Void] = []
            state.waiters.removeAll { waiter in
                guard let resume = waiter.attempt(state.entries) else { return false }
                due.append(resume)
                return true
            }
            return (result, due)
        }
        for resume in due { resume() }
        return result
    }

    /// Returns what `pick` finds, once it finds something; throws when the task is cancelled.
    func wait<Found: Sendable>(for pick: @escaping @Sendable (Entries) -> Found?) async throws -> Found {
        let id = newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Found, any Error>) in
                let waiter = Waiter(id: id) { entries in
                    guard let found = pick(entries) else { return nil }
                    return { continuation.resume(returning: found) }
                } giveUp: {
                    continuation.resume(throwing: CancellationError())
                }
                let resume = state.withLock { state -> (@Sendable () -> Void)? in
                    if let resume = waiter.attempt(state.entries) { return resume }
                    state.waiters.append(waiter)
                    return nil
                }
                resume?()
                // The handler below may have run before the waiter was in the list.
                if Task.isCancelled { giveUp(id) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func newID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.giveUp()
    }
}
