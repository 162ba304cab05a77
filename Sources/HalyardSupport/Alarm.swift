// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Wakes sleepers with a few shared timers.
///
/// Most sleepers are time limits that are removed long before their end. A task and a timer for each of them would cost more than
/// the request that they limit. So a timer remains when its sleeper is removed, and serves later sleepers. Only a sleeper that
/// ends before all timers needs another timer. Safe to use from any thread.
package final class Alarm<Sleeper: Sendable>: Sendable {
    /// Identifies a sleeper.
    package typealias Number = UInt64

    private struct State: ~Copyable {
        var sleepers: [Number: (end: Duration, sleeper: Sleeper)] = [:]
        var lastNumber: Number = 0
        /// The sleeping tasks, where each task ends before the previous one.
        var timers: [(end: Duration, task: Task<Void, Never>)] = []
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

    deinit {
        for timer in state.withLock({ $0.timers }) { timer.task.cancel() }
    }

    /// Returns the number of the next sleeper.
    package func next() -> Number {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Returns the uptime after a duration.
    ///
    /// A negative duration counts as zero. The maximum is 100 years.
    package func end(after duration: Duration) -> Duration {
        // The system's clock traps on a time that is too large.
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

    /// Removes and returns a sleeper, or returns `nil` if it was already woken.
    @discardableResult
    package func remove(_ number: Number) -> Sleeper? {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.sleeper
    }

    /// Starts a timer, unless one ends early enough.
    private func setTimer(to end: Duration, _ state: inout State) {
        if let next = state.timers.last, next.end <= end { return }
        // Detached, because the timer also serves other tasks.
        let task = Task.detached { [weak self, time] in
            try? await time.sleep(for: end - time.uptime)
            if !Task.isCancelled { self?.ring(at: end) }
        }
        state.timers.append((end, task))
    }

    /// Wakes the sleepers whose end has passed, in the order of their ends.
    private func ring(at end: Duration) {
        // An app's clock can wake the task too early.
        let uptime = max(time.uptime, end)
        let due = state.withLock { state in
            while let timer = state.timers.last, timer.end <= uptime { state.timers.removeLast() }
            let due = state.sleepers.filter { $0.value.end <= uptime }
            for number in due.keys { state.sleepers[number] = nil }
            if let next = state.sleepers.values.lazy.map(\.end).min() { setTimer(to: next, &state) }
            return due
        }
        for (_, due) in due.sorted(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) }) { wake(due.sleeper) }
    }
}
