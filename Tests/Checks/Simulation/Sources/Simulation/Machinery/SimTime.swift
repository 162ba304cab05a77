// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What is to happen when, in virtual time.
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

    /// How many things are to happen.
    var count: Int { bodies.count }

    /// When something happens next; nil for never.
    var next: Duration? {
        while let first = heap.first, bodies[first.id] == nil { pop() }
        return heap.first?.deadline
    }

    /// Lets something happen later.
    @discardableResult
    func after(_ delay: Duration, _ body: @escaping () -> Void) -> ID {
        lastID += 1
        bodies[lastID] = body
        push(Entry(deadline: uptime + max(delay, .zero), id: lastID))
        return lastID
    }

    /// Whether it has not happened yet; then it never does.
    @discardableResult
    func cancel(_ id: ID) -> Bool { bodies.removeValue(forKey: id) != nil }

    /// Moves the clock, and lets happen what is due.
    func advance(to moment: Duration) {
        while let next, next <= moment {
            uptime = max(uptime, next)
            let id = heap[0].id
            pop()
            bodies.removeValue(forKey: id)?()
        }
        uptime = max(uptime, moment)
    }

    /// Forgets everything without letting it go, as the end of a process does.
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

// What a killed process held: a continuation that is let go complains, a client that is let go starts tasks.
nonisolated(unsafe) var graveyard: [Any] = []

/// The clocks of one run.
final class SimTime: TimeSource, @unchecked Sendable {
    // One thread.
    private let timeline: Timeline
    /// How far the wall clock was set ahead.
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

/// What one caller waits for.
final class Reply<Value: Sendable>: @unchecked Sendable {
    // One thread.
    private var continuation: CheckedContinuation<Value, Never>?
    private var given: Value?

    /// Gives the value, unless one was given.
    func give(_ value: Value) {
        guard given == nil else { return }
        given = value
        continuation.take()?.resume(returning: value)
    }

    /// The value, or what `onCancel` makes when the task is cancelled first.
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
