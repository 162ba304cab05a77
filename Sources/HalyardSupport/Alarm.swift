// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Wakes sleeping tasks, with one timer of the operating system for all of them.
///
/// Almost every sleep is a limit that's cancelled long before it's over, and a timer for each of them costs more than the request
/// that it limits. So a cancelled sleep leaves the timer as it is, and only a sleep that ends earlier replaces it.
final class Alarm: Sendable {
    private struct Sleeper: Sendable {
        var id: UInt64
        var end: ContinuousClock.Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: ~Copyable {
        var sleepers: [UInt64: Sleeper] = [:]
        var lastID: UInt64 = 0
        var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?
    }

    private let state = Lock(State())

    /// Suspends the task until a moment, or throws `CancellationError` as soon as the task is cancelled.
    func sleep(until end: ContinuousClock.Instant) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.sleepers[id] = Sleeper(id: id, end: end, continuation: continuation)
                    setTimer(to: end, &state)
                }
                // The handler below may have run before the sleeper was in the list.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Sets the timer, unless it rings early enough.
    private func setTimer(to end: ContinuousClock.Instant, _ state: inout State) {
        if let timer = state.timer, timer.end <= end { return }
        state.timer?.task.cancel()
        // Detached, because it serves other tasks as well.
        let task = Task.detached {
            if (try? await ContinuousClock().sleep(until: end)) != nil { self.ring() }
        }
        state.timer = (end, task)
    }

    /// Wakes the sleepers whose time has come, in the order of their ends.
    private func ring() {
        let now = ContinuousClock.now
        let due = state.withLock { state -> [Sleeper] in
            let due = state.sleepers.values.filter { $0.end <= now }
            for sleeper in due { state.sleepers[sleeper.id] = nil }
            // Another one can have replaced the timer that rings.
            state.timer.take()?.task.cancel()
            if let next = state.sleepers.values.map(\.end).min() { setTimer(to: next, &state) }
            return due.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
