// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The server's records of requests and connections, and the callers that wait for more.
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
        /// Returns a closure that resumes the waiter, or `nil` if the entries don't satisfy it yet.
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

    /// Changes the entries, and resumes the callers that waited for the change.
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

    /// Returns the first non-`nil` result of `pick`, or throws when the task is canceled.
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
                // The cancellation handler might have run before the waiter was added.
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
