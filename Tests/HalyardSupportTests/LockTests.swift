// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct LockTests {
    private final class Counter: Sendable {
        let lock = Lock(0)
        var value: Int { lock.withLock { $0 } }
    }

    private final class Payload: Sendable {}

    @Test("Loses no changes of eight concurrent tasks")
    func contention() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100_000 { counter.lock.withLock { $0 += 1 } }
                }
            }
        }
        #expect(counter.value == 800_000)
    }

    @Test("Returns the body's result")
    func result() {
        let lock = Lock(["a": 1])
        #expect(lock.withLock { $0["a"] } == 1)
        #expect(lock.withLock { $0.removeValue(forKey: "a") } == 1)
        #expect(lock.withLock { $0.isEmpty })
    }

    @Test("Throws the body's typed error, keeps changes, and unlocks")
    func typedThrows() {
        let lock = Lock(1)
        do throws(Failure) {
            try lock.withLock { (value) throws(Failure) in
                value = 2
                throw Failure(number: 7)
            }
            Issue.record("No error was thrown.")
        } catch {
            #expect(error.number == 7)
        }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("Releases its value when it's deallocated")
    func deinitialization() {
        weak var released: Payload?
        do {
            let payload = Payload()
            released = payload
            let lock = Lock<Payload?>(payload)
            lock.withLock { #expect($0 != nil) }
        }
        #expect(released == nil)
    }

    @Test("Releases a replaced value immediately")
    func replacement() {
        weak var released: Payload?
        let lock = Lock<Payload?>(nil)
        do {
            let payload = Payload()
            released = payload
            lock.withLock { $0 = payload }
        }
        #expect(released != nil)
        lock.withLock { $0 = nil }
        #expect(released == nil)
    }
}
