// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// How long to wait before the next attempt: longer after each failure in a row, with chance in it.
///
/// A pure value without a clock: it is passed how long the failed attempt had lived. The rule is that of LaunchDarkly's event
/// sources: a failure after a healthy life waits up to `base`, the first one without a healthy life before it up to
/// `base` times `factor`, the next one up to that times `factor`, and so on up to `maximum`.
///
/// ```swift
/// var backoff = Backoff(base: .seconds(1), jitter: .equal)
/// backoff.recordFailure(afterConnectionLasting: .zero, random: random)  // 1 to 2 seconds
/// backoff.recordFailure(afterConnectionLasting: .zero, random: random)  // 2 to 4 seconds
/// ```
public struct Backoff: Sendable, Hashable {
    /// How chance shortens a delay, so that many clients that failed together do not come back together.
    public enum Jitter: Sendable, Hashable {
        /// Not at all.
        case none
        /// To anything from half of it to all of it.
        case equal
        /// To anything from nothing to all of it.
        case full
    }

    /// The longest delay after a healthy life, from a millisecond to ``maximum``; a server may set it.
    public var base: Duration {
        didSet { base = Self.boundedBase(base, to: maximum) }
    }
    /// What each failure in a row multiplies the delay with; from 1 to 1000.
    public let factor: Double
    /// The longest delay of all; at most a year.
    public let maximum: Duration
    /// How chance shortens a delay.
    public let jitter: Jitter
    /// How long an attempt must have lived for its failure to count as the first.
    public let resetThreshold: Duration

    /// How many failures in a row are counted; stops at 64, which is far beyond the maximum.
    public private(set) var failureCount = 0

    /// Makes a backoff without failures; numbers outside of their ranges are moved into them.
    public init(
        base: Duration = .seconds(1), factor: Double = 2, maximum: Duration = .seconds(30), jitter: Jitter = .equal,
        resetThreshold: Duration = .seconds(60)
    ) {
        self.maximum = Self.bounded(maximum, to: .seconds(31_536_000))
        self.base = Self.boundedBase(base, to: self.maximum)
        self.factor = factor >= 1 ? min(factor, 1000) : 1
        self.jitter = jitter
        self.resetThreshold = resetThreshold
    }

    /// Counts a failure and returns how long to wait now, in whole milliseconds.
    ///
    /// Takes one number from `random`, none without jitter.
    ///
    /// - Parameters:
    ///   - lifetime: How long what failed had worked; zero when it never did.
    ///   - random: Where the jitter comes from.
    public mutating func recordFailure(afterConnectionLasting lifetime: Duration = .zero, random: some RandomSource)
        -> Duration
    {
        if lifetime > .zero, lifetime >= resetThreshold { return recordFailureOfHealthyConnection(random: random) }
        failureCount = min(failureCount + 1, 64)
        return jittered(longest(after: failureCount), random)
    }

    /// Forgets the failures so far and returns how long to wait after one that ended a healthy life.
    mutating func recordFailureOfHealthyConnection(random: some RandomSource) -> Duration {
        failureCount = 0
        return jittered(base, random)
    }

    /// Forgets all failures, where success alone proves health.
    public mutating func succeeded() { failureCount = 0 }

    /// Counts a failure that calls for the longest delay at once, and returns it with its jitter.
    public mutating func recordFailureWithMaximumDelay(random: some RandomSource) -> Duration {
        failureCount = min(failureCount + 1, 64)
        return jittered(maximum, random)
    }

    private func longest(after failures: Int) -> Duration {
        var delay = base
        for _ in 0..<failures where delay < maximum { delay = min(delay * factor, maximum) }
        return delay
    }

    private func jittered(_ delay: Duration, _ random: some RandomSource) -> Duration {
        let share =
            switch jitter {
            case .none: 1.0
            case .equal: 0.5 + 0.5 * random.unit()
            case .full: random.unit()
            }
        return .milliseconds((delay * share).wholeMilliseconds)
    }

    /// Never nothing at all: a server that fails at once would be asked without a pause.
    private static func boundedBase(_ duration: Duration, to maximum: Duration) -> Duration {
        min(max(duration, .milliseconds(1)), maximum)
    }

    private static func bounded(_ duration: Duration, to maximum: Duration) -> Duration {
        min(max(duration, .zero), maximum)
    }
}
