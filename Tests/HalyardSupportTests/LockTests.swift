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

    @Test("Eight tasks that add 100,000 each lose nothing")
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

    @Test("The body's result is returned")
    func result() {
        let lock = Lock(["a": 1])
        #expect(lock.withLock { $0["a"] } == 1)
        #expect(lock.withLock { $0.removeValue(forKey: "a") } == 1)
        #expect(lock.withLock { $0.isEmpty })
    }

    @Test("An error passes with its type, what was changed stays changed, and the lock is free again")
    func typedThrows() {
        let lock = Lock(1)
        do throws(Failure) {
            try lock.withLock { (value) throws(Failure) in
                value = 2
                throw Failure(number: 7)
            }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.number == 7)
        }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("A lock that goes away releases its value")
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

    @Test("A value that is replaced is released at once")
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
