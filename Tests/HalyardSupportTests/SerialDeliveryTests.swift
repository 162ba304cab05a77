// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

struct SerialDeliveryTests {
    private struct Numbered: Sendable, Equatable {
        var task: Int
        var number: Int
    }

    /// A reference to a delivery for the delivery's own handler.
    private final class Holder: Sendable {
        let delivery = Lock<SerialDelivery<Int>?>(nil)
        func add(_ number: Int) {
            let delivery = delivery.withLock { $0 }
            delivery?.add(number)
            delivery?.deliver()
        }
    }

    /// A detector of simultaneous calls.
    private final class Room: Sendable {
        private let isTaken = Lock(false)

        /// Enters the room, and returns true if it was empty.
        func enter() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }

        func leave() { isTaken.withLock { $0 = false } }
    }

    @Test("Delivers nothing before deliver(), and then everything in order")
    func order() {
        let log = Recorder<Int>()
        let delivery = SerialDelivery<Int> { log.add($0) }
        for number in 1...5 { delivery.add(number) }
        #expect(log.all.isEmpty)
        delivery.deliver()
        #expect(log.all == [1, 2, 3, 4, 5])
        delivery.deliver()
        #expect(log.all == [1, 2, 3, 4, 5])
    }

    @Test("Delivers all elements of eight tasks in order, one at a time")
    func manyTasks() async {
        let log = Recorder<Numbered>()
        let crowded = Recorder<Numbered>()
        let room = Room()
        let delivery = SerialDelivery<Numbered> { element in
            if !room.enter() { crowded.add(element) }
            log.add(element)
            room.leave()
        }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<1000 {
                        delivery.add(Numbered(task: task, number: number))
                        delivery.deliver()
                    }
                }
            }
        }
        await delivery.settle()
        #expect(crowded.all.isEmpty)
        #expect(log.all.count == 8000)
        for task in 0..<8 {
            #expect(log.all.filter { $0.task == task }.map(\.number) == Array(0..<1000), "task \(task)")
        }
    }

    @Test("Delivers the handler's own elements after the waiting elements")
    func reentrancy() async {
        let log = Recorder<Int>()
        let holder = Holder()
        let delivery = SerialDelivery<Int> { number in
            log.add(number)
            if number < 30 { holder.add(number + 10) }
            log.add(-number)
        }
        holder.delivery.withLock { $0 = delivery }
        delivery.add(10)
        delivery.add(11)
        delivery.deliver()
        for _ in 0..<3 { await delivery.settle() }
        #expect(log.all == [10, -10, 11, -11, 20, -20, 21, -21, 30, -30, 31, -31])
        holder.delivery.withLock { $0 = nil }
    }

    @Test("Returns immediately while another thread delivers")
    func handedOver() async {
        let log = Recorder<Int>()
        let (entered, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let delivery = SerialDelivery<Int> { number in
            if number == 1 {
                entered.signal()
                released.wait()
            }
            log.add(number)
        }
        delivery.add(1)
        async let first: Void = BlockingWork.run { delivery.deliver() }
        await BlockingWork.run { entered.wait() }
        delivery.add(2)
        delivery.deliver()
        #expect(log.all.isEmpty)
        released.signal()
        await first
        await delivery.settle()
        #expect(log.all == [1, 2])
    }

    @Test("Waits in settle() for previously added elements")
    @MainActor func settle() async {
        let log = Recorder<String>()
        let (entered, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let delivery = SerialDelivery<String> { text in
            if text == "first" {
                entered.signal()
                released.wait()
            }
            log.add(text)
        }
        delivery.add("first")
        delivery.add("second")
        async let delivering: Void = BlockingWork.run { delivery.deliver() }
        await BlockingWork.run { entered.wait() }
        let settling = Task {
            log.add("settling")
            await delivery.settle()
            log.add("settled")
        }
        // The main actor runs its tasks in order, so this task ends after the other one has begun to wait.
        await Task { log.add("waiting") }.value
        #expect(log.all == ["settling", "waiting"])
        released.signal()
        await settling.value
        await delivering
        #expect(log.all == ["settling", "waiting", "first", "second", "settled"])
    }

    @Test("Delivers in settle() if no other caller does")
    func settleAlone() async {
        let log = Recorder<Int>()
        let delivery = SerialDelivery<Int> { log.add($0) }
        await delivery.settle()
        delivery.add(1)
        delivery.add(2)
        await delivery.settle()
        #expect(log.all == [1, 2])
    }

    @Test("Delivers on the caller's thread after settle()")
    func settleEndsTheDelivery() async {
        let log = Recorder<Int>()
        let delivery = SerialDelivery<Int> { log.add($0) }
        for number in 1...2000 {
            delivery.add(-number)
            let other = Task { delivery.deliver() }
            await delivery.settle()
            await other.value
            delivery.add(number)
            delivery.deliver()
            guard log.all.last == number else {
                Issue.record("The caller's thread didn't deliver \(number).")
                return
            }
        }
    }

    @Test("Delivers from a task after deliverSoon()")
    func soon() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let delivery = SerialDelivery<Int> { continuation.yield($0) }
        delivery.deliverSoon()
        delivery.add(1)
        delivery.add(2)
        delivery.deliverSoon()
        var numbers = stream.makeAsyncIterator()
        #expect(await numbers.next() == 1)
        #expect(await numbers.next() == 2)
    }
}
