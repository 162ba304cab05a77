// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("RetryAfterGate")
struct RetryAfterGateTests {
    private let time = ManualTime()

    @Test("Doesn't wait without a pause, or for a zero or negative pause")
    func none() async throws {
        let pause = RetryAfterGate(on: time)
        #expect(pause.rest == .zero)
        try await pause.wait()
        pause.close(for: .zero)
        pause.close(for: .seconds(-5))
        #expect(pause.rest == .zero)
        try await pause.wait()
    }

    @Test("Extends a pause with a longer one, and ignores a shorter one")
    func longest() async {
        let pause = RetryAfterGate(on: time)
        pause.close(for: .seconds(60))
        pause.close(for: .seconds(10))
        #expect(pause.rest == .seconds(60))
        time.advance(by: .seconds(20))
        #expect(pause.rest == .seconds(40))
        pause.close(for: .seconds(50))
        #expect(pause.rest == .seconds(50))
        time.advance(by: .seconds(51))
        #expect(pause.rest == .zero)
    }

    @Test("Limits a pause to an hour, and ignores wall clock changes")
    func bounds() async {
        let pause = RetryAfterGate(on: time)
        pause.close(for: .seconds(1_000_000_000))
        #expect(pause.rest == .seconds(3600))
        time.setWallClock(Instant(millisecondsSinceEpoch: 4_000_000_000_000))
        #expect(pause.rest == .seconds(3600))
    }

    @Test("Keeps callers waiting if a longer pause begins during the wait")
    func lengthened() async throws {
        let pause = RetryAfterGate(on: time)
        pause.close(for: .seconds(10))
        let ended = Recorder<Duration>()
        let waiting = Task { [time] in
            try await pause.wait()
            ended.add(time.uptime)
        }
        await time.awaitSleepers()
        pause.close(for: .seconds(30))
        time.advance(by: .seconds(10))
        await time.awaitSleepers()
        #expect(ended.all == [])
        time.advance(by: .seconds(20))
        try await waiting.value
        #expect(ended.all == [.seconds(30)])
    }

    @Test("Stops waiting when the task is canceled")
    func cancelled() async {
        let pause = RetryAfterGate(on: time)
        pause.close(for: .seconds(10))
        let waiting = Task { try await pause.wait() }
        await time.awaitSleepers()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(time.sleeperCount == 0)
    }
}
