// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// A list of events in order, with a function that waits for events with a time limit.
///
/// Safe to use from any thread.
final class Journal<Entry: Sendable>: Sendable {
    private struct Reader {
        var condition: @Sendable ([Entry]) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
        var timer: Task<Void, Never>?

        func resume(_ isSatisfied: Bool) {
            timer?.cancel()
            continuation.resume(returning: isSatisfied)
        }
    }

    private struct State {
        var entries: [Entry] = []
        var lastReader = 0
        var readers: [Int: Reader] = [:]

        mutating func takeReaders() -> [Reader] {
            let due = readers.filter { $0.value.condition(entries) }
            for id in due.keys { readers[id] = nil }
            return Array(due.values)
        }
    }

    private let state = Lock(State())

    var entries: [Entry] { state.withLock { $0.entries } }

    func add(_ entry: Entry) {
        let due = state.withLock { state in
            state.entries.append(entry)
            return state.takeReaders()
        }
        for reader in due { reader.resume(true) }
    }

    /// Waits until the entries satisfy a condition.
    ///
    /// - Parameters:
    ///   - patience: Maximum wait.
    ///   - time: Clock for the wait.
    ///   - condition: Closure that is called under a lock. It must only inspect the entries.
    /// - Returns: `true` when the condition is satisfied, or `false` after `patience` or if the task is canceled.
    func wait(
        within patience: Duration, on time: any TimeSource, until condition: @escaping @Sendable ([Entry]) -> Bool
    ) async -> Bool {
        let id = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSatisfied = state.withLock { state -> Bool in
                    if condition(state.entries) { return true }
                    state.readers[id] = Reader(condition: condition, continuation: continuation)
                    return false
                }
                if isSatisfied { return continuation.resume(returning: true) }
                startTimer(id, patience, time)
                // The cancellation handler might have run before the reader was in the list.
                if Task.isCancelled { giveUp(id) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func startTimer(_ id: Int, _ patience: Duration, _ time: any TimeSource) {
        let timer = Task {
            if (try? await time.sleep(for: patience)) != nil { giveUp(id) }
        }
        let isWaiting = state.withLock { state in
            state.readers[id]?.timer = timer
            return state.readers[id] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    private func giveUp(_ id: Int) {
        let reader = state.withLock { $0.readers.removeValue(forKey: id) }
        reader?.resume(false)
    }
}
