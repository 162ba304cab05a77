// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct CurrentValueTests {
    /// A value that is compared only by its number.
    private struct Noted: Equatable {
        var number: Int
        var note: String
        static func == (left: Noted, right: Noted) -> Bool { left.number == right.number }
    }

    @Test("Sends a late follower the current value, then each later one")
    func lateFollower() async {
        let current = CurrentValue(1)
        current.set(2)
        #expect(current.value == 2)
        var values = current.values().makeAsyncIterator()
        #expect(await values.next() == 2)
        current.set(3)
        #expect(await values.next() == 3)
        current.set(4)
        #expect(await values.next() == 4)
    }

    @Test("Ignores an equal value, and notifies no follower")
    func equalValue() async {
        let current = CurrentValue(Noted(number: 1, note: "first"))
        let values = current.values()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next()?.note == "first")
        current.set(Noted(number: 1, note: "second"))
        #expect(current.value.note == "first")
        #expect(await drained(values).isEmpty)
    }

    @Test("Sends a different value to followers immediately")
    func differentValue() async {
        let current = CurrentValue(1)
        let values = current.values()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        current.set(2)
        #expect(await drained(values) == [2])
    }

    @Test("Sends a slow follower only the newest value")
    func slowFollower() async {
        let current = CurrentValue(0)
        let values = current.values()
        for number in 1...100 { current.set(number) }
        #expect(await drained(values) == [100])
    }

    @Test("Returns the number of notified followers")
    func count() {
        let value = CurrentValue(1)
        #expect(value.set(2) == 0)
        let followers = [value.values(), value.values()]
        #expect([value.set(3), value.set(3), value.set(4)] == [2, 0, 2])
        withExtendedLifetime(followers) {}
    }

    @Test("Notifies every follower, even after one has left")
    func manyFollowers() async {
        let current = CurrentValue("a")
        let (first, second, third) = (current.values(), current.values(), current.values())
        #expect(await drained(first) == ["a"])
        current.set("b")
        #expect(await drained(second) == ["b"])
        current.set("c")
        #expect(await drained(third) == ["c"])
        #expect(await drained(current.values()) == ["c"])
    }

    @Test("Wakes a waiting follower when the value changes")
    func waitingFollower() async {
        let current = CurrentValue(0)
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var seen: [Int] = []
            for await value in current.values() {
                seen.append(value)
                continuation.yield()
                if value == 2 { break }
            }
            return seen
        }
        var steps = ready.makeAsyncIterator()
        await steps.next()
        current.set(1)
        await steps.next()
        current.set(2)
        #expect(await task.value == [0, 1, 2])
    }
}

struct ManualLifecycleTests {
    @Test("Starts in the foreground by default")
    func start() {
        #expect(ManualLifecycle().phase == .foreground)
        #expect(ManualLifecycle(.background).phase == .background)
    }

    @Test("Changes the phase, and notifies followers")
    func move() async {
        let lifecycle = ManualLifecycle()
        var phases = lifecycle.phases.makeAsyncIterator()
        #expect(await phases.next() == .foreground)
        lifecycle.move(to: .background)
        #expect(lifecycle.phase == .background)
        #expect(await phases.next() == .background)
        lifecycle.move(to: .foreground)
        lifecycle.move(to: .terminating)
        #expect(await phases.next() == .terminating)
        #expect(await drained(lifecycle.phases) == [.terminating])
    }

    @Test("Ignores a move to the current phase")
    func samePhase() async {
        let lifecycle = ManualLifecycle()
        let phases = lifecycle.phases
        var iterator = phases.makeAsyncIterator()
        #expect(await iterator.next() == .foreground)
        lifecycle.move(to: .foreground)
        #expect(await drained(phases).isEmpty)
    }
}

struct ManualReachabilityTests {
    @Test("Starts as reachable by default")
    func start() {
        #expect(ManualReachability().isReachable)
        #expect(!ManualReachability(false).isReachable)
    }

    @Test("Sends a change to followers")
    func change() async {
        let reachability = ManualReachability()
        var changes = reachability.changes.makeAsyncIterator()
        #expect(await changes.next() == true)
        reachability.set(false)
        #expect(!reachability.isReachable)
        #expect(await changes.next() == false)
        reachability.set(true)
        #expect(await changes.next() == true)
    }

    @Test("Ignores an unchanged value")
    func sameAnswer() async {
        let reachability = ManualReachability(false)
        let changes = reachability.changes
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() == false)
        reachability.set(false)
        #expect(await drained(changes).isEmpty)
    }
}
