// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Wakes sleepers, with one sleeping task for all of them.
///
/// Almost every sleeper is a limit that's removed long before its end, and a task and a timer for each of them cost more than the
/// request that they limit. So the task sleeps on if a sleeper is removed, and only a sleeper that ends earlier replaces it. Safe
/// to use from any thread.
package final class Alarm<Sleeper: Sendable>: Sendable {
    /// Identifies a sleeper.
    package typealias Number = UInt64

    private struct State: ~Copyable {
        var sleepers: [Number: (end: Duration, sleeper: Sleeper)] = [:]
        var lastNumber: Number = 0
        var timer: (end: Duration, task: Task<Void, Never>)?
    }

    /// The clock.
    package let time: any TimeSource
    private let wake: @Sendable (Sleeper) -> Void
    private let state = Lock(State())

    /// Creates an alarm without sleepers.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - wake: Called with each sleeper at its end.
    package init(on time: any TimeSource, wake: @escaping @Sendable (Sleeper) -> Void) {
        self.time = time
        self.wake = wake
    }

    deinit { removeAll() }

    /// Returns the number of the next sleeper.
    package func next() -> Number {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Returns the uptime after a duration, of at most a hundred years.
    package func end(after duration: Duration) -> Duration {
        // The system's clock traps on what it can't count.
        time.uptime + min(max(duration, .zero), .seconds(3_155_760_000))
    }

    /// Adds a sleeper, or replaces the one with the same number.
    ///
    /// - Parameter end: The uptime at which it's woken.
    package func add(_ sleeper: Sleeper, _ number: Number, until end: Duration) {
        state.withLock { state in
            state.sleepers[number] = (end, sleeper)
            setTimer(to: end, &state)
        }
    }

    /// Removes and returns a sleeper, unless it was woken.
    @discardableResult
    package func remove(_ number: Number) -> Sleeper? {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.sleeper
    }

    /// Removes all sleepers, and ends the sleeping task.
    package func removeAll() {
        let timer = state.withLock { state in
            state.sleepers = [:]
            return state.timer.take()
        }
        timer?.task.cancel()
    }

    /// Sets the timer, unless it ends early enough.
    private func setTimer(to end: Duration, _ state: inout State) {
        if let timer = state.timer, timer.end <= end { return }
        state.timer?.task.cancel()
        // Detached, because it serves other tasks as well.
        let task = Task.detached { [weak self, time] in
            if (try? await time.sleep(for: end - time.uptime)) != nil { self?.ring() }
        }
        state.timer = (end, task)
    }

    /// Wakes the sleepers whose time has come, in the order of their ends.
    private func ring() {
        let uptime = time.uptime
        let due = state.withLock { state -> [Sleeper] in
            let due = state.sleepers.filter { $0.value.end <= uptime }
            for number in due.keys { state.sleepers[number] = nil }
            // Another one can have replaced the timer that has ended.
            state.timer.take()?.task.cancel()
            if let next = state.sleepers.values.map(\.end).min() { setTimer(to: next, &state) }
            return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value.sleeper)
        }
        for sleeper in due { wake(sleeper) }
    }
}
