// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

@MainActor struct ManualTimeTests {
    private let time = ManualTime()
    private let log = Recorder<String>()

    /// Starts a task that sleeps and then logs its name, and returns when the sleep has begun.
    private func sleeper(_ name: String, _ duration: Duration) async -> Task<Void, Never> {
        let count = time.sleeperCount
        let task = Task {
            do {
                try await time.sleep(for: duration)
                log.add(name)
            } catch {
                log.add("\(name): \(error)")
            }
        }
        await time.untilSleeping(count + 1)
        return task
    }

    @Test("Starts at a fixed or given time, with an uptime of zero")
    func standsStill() {
        #expect(time.now == Instant(millisecondsSinceEpoch: 1_767_225_600_000))
        #expect(time.now.description == "2026-01-01T00:00:00.000Z")
        #expect(time.uptime == .zero)
        #expect(ManualTime(now: Instant(millisecondsSinceEpoch: 5)).now == Instant(millisecondsSinceEpoch: 5))
    }

    @Test("Advances both the wall clock and the uptime")
    func advancing() {
        time.advance(by: .seconds(3))
        time.advance(by: .milliseconds(250))
        #expect(time.uptime == .milliseconds(3250))
        #expect(time.now.description == "2026-01-01T00:00:03.250Z")
    }

    @Test("Wakes a sleeper when its deadline is reached, not before")
    func deadline() async {
        let early = await sleeper("early", .milliseconds(1))
        let late = await sleeper("late", .seconds(10))
        time.advance(by: .milliseconds(9999))
        await early.value
        #expect(time.sleeperCount == 1)
        #expect(log.all == ["early"])
        time.advance(by: .milliseconds(1))
        await late.value
        #expect(log.all == ["early", "late"])
    }

    @Test("Measures a deadline from the uptime at the start of the sleep")
    func laterStart() async {
        time.advance(by: .seconds(100))
        let task = await sleeper("awake", .seconds(5))
        time.advance(by: .seconds(4))
        #expect(time.sleeperCount == 1)
        time.advance(by: .seconds(1))
        await task.value
        #expect(log.all == ["awake"])
    }

    @Test("Ends only the sleep of the canceled task with CancellationError")
    func cancellation() async {
        let cancelled = await sleeper("cancelled", .seconds(1))
        let other = await sleeper("other", .seconds(1))
        cancelled.cancel()
        await cancelled.value
        #expect(log.all == ["cancelled: CancellationError()"])
        #expect(time.sleeperCount == 1)
        time.advance(by: .seconds(1))
        await other.value
        #expect(log.all == ["cancelled: CancellationError()", "other"])
    }

    @Test("Doesn't sleep in a task that is already canceled")
    func cancelledBefore() async {
        let task = Task {
            await untilCancelled()
            try await time.sleep(for: .seconds(1))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.sleeperCount == 0)
    }

    @Test("Returns immediately for a duration of zero or less", arguments: [.zero, .seconds(-1)] as [Duration])
    func noDuration(duration: Duration) async throws {
        try await time.sleep(for: duration)
        #expect(time.sleeperCount == 0)
        #expect(time.uptime == .zero)
    }

    @Test("Waits until a number of tasks sleep")
    func untilSleeping() async {
        await time.untilSleeping(0)
        let watcher = Task {
            await time.untilSleeping(2)
            log.add("two sleep: \(time.sleeperCount)")
        }
        let first = await sleeper("first", .seconds(1))
        #expect(log.all.isEmpty)
        let second = await sleeper("second", .seconds(1))
        await watcher.value
        #expect(log.all == ["two sleep: 2"])
        await time.untilSleeping()
        await time.untilSleeping(2)
        time.advance(by: .seconds(1))
        await first.value
        await second.value
    }

    @Test("Sets the wall clock without waking sleepers or changing the uptime")
    func wallClock() async {
        let task = await sleeper("awake", .seconds(60))
        time.setWallClock(Instant(millisecondsSinceEpoch: 4_102_444_800_000))
        #expect(time.sleeperCount == 1)
        #expect(time.uptime == .zero)
        #expect(time.now.description == "2100-01-01T00:00:00.000Z")
        time.setWallClock(Instant(millisecondsSinceEpoch: 0))
        #expect(time.sleeperCount == 1)
        #expect(log.all.isEmpty)
        time.advance(by: .seconds(60))
        await task.value
        #expect(time.now.description == "1970-01-01T00:01:00.000Z")
    }

    @Test("Wakes many sleepers on many threads")
    func manyThreads() async {
        let time = time
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { @concurrent in try? await time.sleep(for: .milliseconds(number % 10 + 1)) }
            }
            await time.untilSleeping(200)
            time.advance(by: .milliseconds(10))
        }
        #expect(time.sleeperCount == 0)
    }
}

struct ManualTimeOrderTests {
    /// An executor that runs jobs one at a time, in the order in which they become ready.
    ///
    /// An actor doesn't guarantee the order in which its tasks resume, and the order varied in test runs.
    private final class InOrder: TaskExecutor {
        private let queue = DispatchQueue(label: "halyard.tests.in-order")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test("Wakes sleepers in the order of their deadlines, then of their calls")
    func order() async {
        let (time, log, executor) = (ManualTime(), Recorder<String>(), InOrder())
        let sleepers = [("c", 3), ("a", 1), ("b", 2), ("also c", 3), ("also a", 1), ("never", 4)]
        await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Void.self) { group in
                for (count, sleeper) in sleepers.enumerated() {
                    group.addTask {
                        try? await time.sleep(for: .seconds(sleeper.1))
                        log.add(sleeper.0)
                    }
                    await time.untilSleeping(count + 1)
                }
                time.advance(by: .seconds(3))
                for _ in 0..<5 { await group.next() }
                #expect(time.sleeperCount == 1)
                #expect(log.all == ["a", "also a", "b", "c", "also c"])
                group.cancelAll()
            }
        }
    }
}

struct SystemTimeTests {
    private let time = SystemTime()

    @Test("Returns an uptime that never decreases")
    func uptime() {
        var last = time.uptime
        for _ in 0..<1000 {
            let next = time.uptime
            #expect(next >= last)
            last = next
        }
    }

    @Test("Returns a wall clock time in 2026 or later")
    func now() {
        #expect(time.now > Instant(millisecondsSinceEpoch: 1_767_225_600_000))
    }

    @Test("Returns immediately for a duration of zero or less", arguments: [.zero, .seconds(-1)] as [Duration])
    func noDuration(duration: Duration) async throws {
        try await time.sleep(for: duration)
    }

    @Test("Wakes a sleeper before an earlier and longer sleep ends")
    func longerOneBefore() async throws {
        let time = time
        let longer = Task { try await time.sleep(for: .seconds(86_400)) }
        let start = ContinuousClock.now
        try await time.sleep(for: .milliseconds(2))
        #expect(ContinuousClock.now - start >= .milliseconds(2))
        longer.cancel()
        await #expect(throws: CancellationError.self) { try await longer.value }
    }

    @Test("Continues a sleep after a shorter one ends or is canceled", arguments: [false, true])
    func shorterOneBefore(isCancelled: Bool) async throws {
        let time = time
        let shorter = Task { try await time.sleep(for: .milliseconds(1)) }
        if isCancelled { shorter.cancel() }
        let start = ContinuousClock.now
        try await time.sleep(for: .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
        _ = await shorter.result
    }

    @Test("Ends the sleep of a canceled task with CancellationError")
    func cancellation() async {
        let time = time
        let task = Task { try await time.sleep(for: .seconds(86_400)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
