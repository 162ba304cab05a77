// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

struct BlockingWorkTests {
    @Test("Returns the work's result")
    func result() async {
        #expect(await BlockingWork.run { 6 * 7 } == 42)
    }

    @Test("Throws the work's typed error")
    func typedError() async {
        do throws(Failure) {
            let number = try await BlockingWork.run { () throws(Failure) -> Int in throw Failure(number: 3) }
            Issue.record("No error was thrown. The result is \(number).")
        } catch {
            #expect(error.number == 3)
        }
    }

    @Test("Runs two pieces of work that wait for each other")
    func concurrency() async {
        let (ping, pong) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let first = BlockingWork.run {
            ping.signal()
            pong.wait()
            return "first"
        }
        async let second = BlockingWork.run {
            ping.wait()
            pong.signal()
            return "second"
        }
        #expect(await [first, second] == ["first", "second"])
    }

    @Test("Finishes the work in a canceled task")
    func cancellation() async {
        let task = Task {
            await untilCancelled()
            return await BlockingWork.run { "done" }
        }
        task.cancel()
        #expect(await task.value == "done")
    }
}

struct DeadlineTests {
    private let time = ManualTime()
    private let log = Recorder<String>()

    @Test("Returns true without advancing the clock if the work doesn't wait")
    func atOnce() async {
        let log = log
        #expect(await withDeadline(.seconds(1), on: time) { log.add("done") })
        #expect(log.all == ["done"])
        #expect(time.uptime == .zero)
    }

    @Test("Returns true if the work ends before the deadline")
    func inTime() async {
        let (time, gate) = (time, Signal())
        let result = Task { await withDeadline(.seconds(5), on: time) { await gate.wait() } }
        await time.awaitSleepers()
        time.advance(by: .milliseconds(4999))
        gate.give()
        #expect(await result.value)
    }

    @Test("Returns false at the deadline, and lets the work continue")
    func late() async {
        let (time, log, gate, end) = (time, log, Signal(), Signal())
        let result = Task {
            await withDeadline(.seconds(5), on: time) {
                await gate.wait()
                log.add("cancelled: \(Task.isCancelled)")
                end.give()
            }
        }
        await time.awaitSleepers()
        time.advance(by: .seconds(5))
        #expect(await !result.value)
        #expect(log.all.isEmpty)
        gate.give()
        await end.wait()
        #expect(log.all == ["cancelled: false"])
    }

    @Test("Waits for the work even if the caller is canceled")
    func cancelled() async {
        let (time, gate) = (time, Signal())
        let result = Task { await withDeadline(.seconds(5), on: time) { await gate.wait() } }
        await time.awaitSleepers()
        result.cancel()
        gate.give()
        #expect(await result.value)
    }
}

struct WaitingTests {
    @Test("Returns from untilCancelled() only when its task is canceled")
    @MainActor func cancelled() async {
        let log = Recorder<String>()
        let task = Task {
            log.add("waiting")
            await untilCancelled()
            log.add("over")
        }
        // The main actor runs its tasks in order, so this task ends after the other one has begun to wait.
        await Task { log.add("still waiting") }.value
        #expect(log.all == ["waiting", "still waiting"])
        task.cancel()
        await task.value
        #expect(log.all == ["waiting", "still waiting", "over"])
    }

    @Test("Returns from untilCancelled() immediately in a canceled task")
    func alreadyCancelled() async {
        let task = Task {
            await untilCancelled()
            await untilCancelled()
            return Task.isCancelled
        }
        task.cancel()
        #expect(await task.value)
    }
}
