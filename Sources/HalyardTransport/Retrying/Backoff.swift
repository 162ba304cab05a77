// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// An exponential backoff with jitter.
///
/// It's a value without a clock, and receives the lifetime of the failed connection. The rule is the same as for LaunchDarkly's
/// event sources. After a healthy connection, the delay is up to `base`. After the first failure without a healthy connection, it's
/// up to `base` times `factor`. Each further failure multiplies it by `factor` again, up to `maximum`.
///
/// ```swift
/// var backoff = Backoff(base: .seconds(1), jitter: .equal)
/// backoff.recordFailure(afterConnectionLasting: .zero, random: random)  // 1 to 2 seconds
/// backoff.recordFailure(afterConnectionLasting: .zero, random: random)  // 2 to 4 seconds
/// ```
public struct Backoff: Sendable, Hashable {
    /// The random reduction of a delay, so that clients that failed together don't reconnect together.
    public enum Jitter: Sendable, Hashable {
        /// No reduction.
        case none
        /// A random value from half of the delay to the full delay.
        case equal
        /// A random value from zero to the full delay.
        case full
    }

    /// The longest delay after a healthy connection, from a millisecond to ``maximum``, which a server can set.
    public var base: Duration {
        didSet { base = Self.boundedBase(base, to: maximum) }
    }
    /// The factor by which each consecutive failure multiplies the delay, from 1 to 1,000.
    public let factor: Double
    /// The longest possible delay, which is at most a year.
    public let maximum: Duration
    /// The random reduction of a delay.
    public let jitter: Jitter
    /// The minimum lifetime after which a failure counts as the first one.
    public let resetThreshold: Duration

    /// The number of consecutive failures, up to 64, which is far beyond the maximum delay.
    public private(set) var failureCount = 0

    /// Creates a backoff without failures, and clamps numbers to their ranges.
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

    /// Counts a failure, and returns the delay in whole milliseconds.
    ///
    /// Takes one number from `random`, or none without jitter.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the failed connection, or zero if there was no connection.
    ///   - random: The random source for the jitter.
    public mutating func recordFailure(afterConnectionLasting lifetime: Duration = .zero, random: some RandomSource)
        -> Duration
    {
        if lifetime > .zero, lifetime >= resetThreshold { return recordFailureOfHealthyConnection(random: random) }
        failureCount = min(failureCount + 1, 64)
        return jittered(longest(after: failureCount), random)
    }

    /// Resets the failures, and returns the delay after a healthy connection.
    mutating func recordFailureOfHealthyConnection(random: some RandomSource) -> Duration {
        failureCount = 0
        return jittered(base, random)
    }

    /// Resets the failures, for services where a success alone indicates a healthy connection.
    public mutating func succeeded() { failureCount = 0 }

    /// Counts a failure that causes the longest delay immediately, and returns the delay with its jitter.
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

    /// Returns at least one millisecond, because a server that fails immediately would otherwise receive requests without a pause.
    private static func boundedBase(_ duration: Duration, to maximum: Duration) -> Duration {
        min(max(duration, .milliseconds(1)), maximum)
    }

    private static func bounded(_ duration: Duration, to maximum: Duration) -> Duration {
        min(max(duration, .zero), maximum)
    }
}
