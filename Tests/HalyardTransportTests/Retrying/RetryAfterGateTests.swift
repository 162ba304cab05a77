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

    @Test("without a pause nothing is waited for, and what is zero or negative is none")
    func none() async throws {
        let pause = RetryAfterGate(on: time)
        #expect(pause.rest == .zero)
        try await pause.wait()
        pause.close(for: .zero)
        pause.close(for: .seconds(-5))
        #expect(pause.rest == .zero)
        try await pause.wait()
    }

    @Test("a shorter pause does not shorten one that has begun, and a longer one takes its place")
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

    @Test("a pause is at most an hour, and a wall clock that is set changes nothing")
    func bounds() async {
        let pause = RetryAfterGate(on: time)
        pause.close(for: .seconds(1_000_000_000))
        #expect(pause.rest == .seconds(3600))
        time.setWallClock(Instant(millisecondsSinceEpoch: 4_000_000_000_000))
        #expect(pause.rest == .seconds(3600))
    }

    @Test("who waits, waits for a pause that begins meanwhile, too")
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

    @Test("a cancelled task does not wait")
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
