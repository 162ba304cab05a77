// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import TestSupport
import Testing

struct BlockingWorkTests {
    @Test("The result is returned")
    func result() async {
        #expect(await BlockingWork.run { 6 * 7 } == 42)
    }

    @Test("An error is thrown with its type")
    func typedError() async {
        do throws(Failure) {
            let number = try await BlockingWork.run { () throws(Failure) -> Int in throw Failure(number: 3) }
            Issue.record("nothing was thrown but \(number)")
        } catch {
            #expect(error.number == 3)
        }
    }

    @Test("Two pieces of work may wait for each other")
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

    @Test("Work that has begun is finished though its task was cancelled")
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

    @Test("What ends at once is in time, and the clock need not move")
    func atOnce() async {
        let log = log
        #expect(await withDeadline(.seconds(1), on: time) { log.add("done") })
        #expect(log.all == ["done"])
        #expect(time.uptime == .zero)
    }

    @Test("What ends before the deadline is in time")
    func inTime() async {
        let (time, gate) = (time, Signal())
        let result = Task { await withDeadline(.seconds(5), on: time) { await gate.wait() } }
        await time.awaitSleepers()
        time.advance(by: .milliseconds(4999))
        gate.give()
        #expect(await result.value)
    }

    @Test("What ends after the deadline is late, is not waited for, and still runs to its end")
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

    @Test("A caller that is cancelled waits on: winding down is what a cancelled task does")
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
    @Test("untilCancelled returns when its task is cancelled, and not before")
    @MainActor func cancelled() async {
        let log = Recorder<String>()
        let task = Task {
            log.add("waiting")
            await untilCancelled()
            log.add("over")
        }
        // The main actor runs its tasks in order: this one ends after the other has begun to wait.
        await Task { log.add("still waiting") }.value
        #expect(log.all == ["waiting", "still waiting"])
        task.cancel()
        await task.value
        #expect(log.all == ["waiting", "still waiting", "over"])
    }

    @Test("untilCancelled returns at once in a task that is cancelled already")
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
