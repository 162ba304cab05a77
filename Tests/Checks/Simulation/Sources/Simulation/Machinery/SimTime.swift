// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Scheduled events in virtual time.
final class Timeline: @unchecked Sendable {
    typealias ID = UInt64

    private struct Entry {
        let deadline: Duration
        let id: ID

        func isBefore(_ other: Entry) -> Bool { (deadline, id) < (other.deadline, other.id) }
    }

    /// The time since the run began.
    private(set) var uptime = Duration.zero
    private var heap: [Entry] = []
    private var bodies: [ID: () -> Void] = [:]
    private var lastID: ID = 0

    /// The number of scheduled events.
    var count: Int { bodies.count }

    /// The time of the next event, or `nil` if none is scheduled.
    var next: Duration? {
        while let first = heap.first, bodies[first.id] == nil { pop() }
        return heap.first?.deadline
    }

    /// Schedules an event.
    @discardableResult
    func after(_ delay: Duration, _ body: @escaping () -> Void) -> ID {
        lastID += 1
        bodies[lastID] = body
        push(Entry(deadline: uptime + max(delay, .zero), id: lastID))
        return lastID
    }

    /// Cancels an event.
    ///
    /// Returns `false` if it has already happened or was canceled.
    @discardableResult
    func cancel(_ id: ID) -> Bool { bodies.removeValue(forKey: id) != nil }

    /// Advances the clock, and runs all events that are due.
    func advance(to moment: Duration) {
        while let next, next <= moment {
            uptime = max(uptime, next)
            let id = heap[0].id
            pop()
            bodies.removeValue(forKey: id)?()
        }
        uptime = max(uptime, moment)
    }

    /// Discards all events without releasing them, as the end of a process does.
    func forget() {
        graveyard.append(bodies)
        (bodies, heap) = ([:], [])
    }

    private func push(_ entry: Entry) {
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

// Keeps the objects of a killed process: released continuations cause an error, and released clients start tasks.
nonisolated(unsafe) var graveyard: [Any] = []

/// The clocks of one run.
final class SimTime: TimeSource, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private let timeline: Timeline
    /// The offset of the wall clock.
    var offset = Duration.zero

    init(_ timeline: Timeline) { self.timeline = timeline }

    var now: Instant { Instant(millisecondsSinceEpoch: 1_767_225_600_000) + timeline.uptime + offset }
    var uptime: Duration { timeline.uptime }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let sleeper = Reply<Bool>()
        let id = timeline.after(duration) { sleeper.give(true) }
        let hasSlept = await sleeper.value { [timeline] in
            timeline.cancel(id)
            return false
        }
        if !hasSlept { throw CancellationError() }
    }
}

/// A value that one caller waits for.
final class Reply<Value: Sendable>: @unchecked Sendable {
    // Only the simulation's thread uses it.
    private var continuation: CheckedContinuation<Value, Never>?
    private var given: Value?

    /// Sets the value if it isn't set yet.
    func give(_ value: Value) {
        guard given == nil else { return }
        given = value
        continuation.take()?.resume(returning: value)
    }

    /// Returns the value, or the result of `onCancel` if the task is canceled first.
    func value(onCancel: @escaping @Sendable () -> Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let given { return continuation.resume(returning: given) }
                self.continuation = continuation
                if Task.isCancelled { give(onCancel()) }
            }
        } onCancel: {
            if given == nil { give(onCancel()) }
        }
    }
}
