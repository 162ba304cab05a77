// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A clock that moves only when a test moves it.
///
/// Safe to use from any thread.
public final class ManualTime: TimeSource {
    private struct Sleeper {
        var id: UInt64
        var deadline: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var count: Int
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State: ~Copyable {
        var now: Instant
        var uptime = Duration.zero
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        mutating func watchersDue() -> [Watcher] {
            let due = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return due
        }
    }

    private let state: Lock<State>

    /// Creates a clock that is stopped at an instant (default: 2026-01-01T00:00:00Z).
    public init(now: Instant = Instant(millisecondsSinceEpoch: 1_767_225_600_000)) {
        state = Lock(State(now: now))
    }

    /// The current wall-clock time.
    public var now: Instant { state.withLock { $0.now } }

    /// The total duration by which the clock has been advanced.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The number of callers that are waiting in ``sleep(for:)``.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The remaining time of each caller of ``sleep(for:)``.
    package var rests: [Duration] { state.withLock { state in state.sleepers.map { $0.deadline - state.uptime } } }

    /// Returns when the clock has advanced far enough, or throws `CancellationError` if the task is canceled.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = state.withLock { state -> [Watcher] in
                    state.sleepers.append(
                        Sleeper(id: id, deadline: state.uptime + duration, continuation: continuation))
                    return state.watchersDue()
                }
                for watcher in watchers { watcher.continuation.resume() }
                // The handler below can have run before the sleeper was added.
                if Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    /// Moves both clocks forward, and wakes the sleepers whose deadline has passed, in the order of their deadlines.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.uptime += duration
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.deadline <= state.uptime }
            state.sleepers.removeAll { $0.deadline <= state.uptime }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets only the wall clock, as a user or a time server can do.
    ///
    /// Doesn't wake any sleepers.
    public func setWallClock(_ moment: Instant) {
        state.withLock { $0.now = moment }
    }

    /// Returns when at least `count` callers are waiting in ``sleep(for:)``.
    public func untilSleeping(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state -> Bool in
                if state.sleepers.count >= count { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func wake(_ id: UInt64) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
