// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

@Suite("Backoff")
struct BackoffTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var backoff: Backoff
        /// The duration of each connection, in seconds.
        var lives: [Int]
        /// The delays, in milliseconds.
        var delays: [Int]

        init(_ rule: String, _ backoff: Backoff, lives: [Int], delays: [Int]) {
            (self.rule, self.backoff, self.lives, self.delays) = (rule, backoff, lives, delays)
        }

        var testDescription: String { rule }
    }

    static let rows = [
        Row(
            "doubles up to the maximum", Backoff(jitter: .none), lives: [0, 0, 0, 0, 0, 0, 0],
            delays: [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]),
        Row(
            "begins anew after a healthy life, not after a short one", Backoff(jitter: .none),
            lives: [0, 0, 59, 60, 0, 3600, 3600], delays: [2000, 4000, 8000, 1000, 2000, 1000, 1000]),
        Row(
            "equal jitter takes up to half away", Backoff(jitter: .equal), lives: [0, 0, 0, 0, 0],
            delays: [1566, 3491, 7884, 11_554, 21_663]),
        Row(
            "full jitter takes up to all away", Backoff(jitter: .full), lives: [0, 0, 0, 0, 0],
            delays: [1133, 2983, 7768, 7109, 13_327]),
        Row(
            "other numbers", Backoff(base: .milliseconds(100), factor: 3, maximum: .seconds(2), jitter: .none),
            lives: [0, 0, 0, 0], delays: [300, 900, 2000, 2000]),
        Row(
            "no time to be healthy: one that never worked still counts",
            Backoff(jitter: .none, resetThreshold: .zero), lives: [0, 0, 1], delays: [2000, 4000, 1000]),
        Row(
            "a factor of 1 does not grow, nor does a smaller one", Backoff(factor: -3, jitter: .none),
            lives: [0, 0], delays: [1000, 1000]),
        Row(
            "a base beyond the maximum is the maximum", Backoff(base: .seconds(60), jitter: .none), lives: [0],
            delays: [30_000]),
        Row(
            "negative times are none", Backoff(base: .seconds(-1), maximum: .seconds(-1), jitter: .full),
            lives: [0, 0],
            delays: [0, 0]),
        Row(
            "numbers beyond all measure are bounded",
            Backoff(
                base: .seconds(Int64.max), factor: .infinity, maximum: .seconds(Int64.max), jitter: .none),
            lives: [0], delays: [31_536_000_000]),
    ]

    @Test("Returns the expected delay after each failure", arguments: rows)
    func delays(row: Row) {
        var backoff = row.backoff
        let random = SeededRandom(seed: 1)
        let delays = row.lives.map { backoff.recordFailure(afterConnectionLasting: .seconds($0), random: random) }
        #expect(delays == row.delays.map { .milliseconds($0) })
    }

    @Test("Counts up to 64 failures")
    func manyFailures() {
        var backoff = Backoff(factor: 1, jitter: .none)
        for _ in 0..<100_000 { _ = backoff.recordFailure(random: SeededRandom(seed: 1)) }
        #expect(backoff.failureCount == 64)
        #expect(backoff.recordFailure(random: SeededRandom(seed: 1)) == .seconds(1))
    }

    @Test("Resets on success, and counts a failure with the maximum delay")
    func otherWays() {
        let random = SeededRandom(seed: 1)
        var backoff = Backoff(jitter: .none)
        #expect(backoff.recordFailure(random: random) == .seconds(2))
        #expect(backoff.recordFailureWithMaximumDelay(random: random) == .seconds(30))
        #expect(backoff.recordFailure(random: random) == .seconds(8))
        backoff.succeeded()
        #expect(backoff.recordFailure(random: random) == .seconds(2))
    }

    @Test("Limits the base delay to between 1 millisecond and the maximum")
    func base() {
        var backoff = Backoff(maximum: .seconds(10), jitter: .none)
        backoff.base = .milliseconds(1500)
        #expect(backoff.recordFailure(random: SeededRandom(seed: 1)) == .seconds(3))
        backoff.base = .seconds(3600)
        #expect(backoff.base == .seconds(10))
        backoff.base = .seconds(-1)
        #expect(backoff.base == .milliseconds(1), "Requests to a failing server always have a delay.")
    }
}
