// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How often a polling loop asks, and what it makes of failures.
///
/// No vendor's protocol says all of it. The numbers are those of Unleash's clients that back off: at most every five
/// minutes, at once so rarely where the request is to blame (401, 403, 404), and not before the interval is over once
/// something has come.
public struct PollingPolicy: Sendable, Hashable {
    /// The time from one answer to the next request; zero to ask only once, and on request.
    public var interval: Duration
    /// How long to wait before the first request; zero to ask at once.
    public var initialDelay: Duration
    /// Statuses after which the loop ends.
    public var permanentStatuses: Set<Int>
    /// Statuses that lead to the longest delay at once.
    public var slowStatuses: Set<Int>
    /// The longest delay after a failure, unless the interval is longer.
    public var longestDelay: Duration
    /// How soon it asks again while nothing has come yet, and the server does not answer, or with 408 or 5xx.
    ///
    /// It waits one to two times this, then twice as long each time, until that is longer than the interval. Zero to keep to
    /// the interval.
    public var firstRetry: Duration
    /// Whether it asks again after a failure, or a body that was not accepted, even when the interval is zero: after ``firstRetry``,
    /// then twice as long each time, up to ``longestDelay``; without that, only a refresh asks again.
    public var retriesWithoutInterval: Bool
    /// What chance makes of the delays after failures.
    public var jitter: Backoff.Jitter
    /// The longest pause that a server may ask for with `Retry-After`.
    public var longestRetryAfter: Duration
    /// What one answer may cost.
    public var limits: HTTPLimits

    /// Makes a policy; the statuses are those after which no attempt soon can help.
    public init(
        interval: Duration = .seconds(30), initialDelay: Duration = .zero, permanentStatuses: Set<Int> = [],
        slowStatuses: Set<Int> = [401, 403, 404],
        longestDelay: Duration = .seconds(300), firstRetry: Duration = .seconds(1),
        retriesWithoutInterval: Bool = false, jitter: Backoff.Jitter = .equal,
        longestRetryAfter: Duration = .seconds(3600), limits: HTTPLimits = HTTPLimits()
    ) {
        self.interval = max(interval, .zero)
        self.initialDelay = max(initialDelay, .zero)
        self.permanentStatuses = permanentStatuses
        self.slowStatuses = slowStatuses
        self.longestDelay = longestDelay
        self.firstRetry = max(firstRetry, .zero)
        self.retriesWithoutInterval = retriesWithoutInterval
        self.jitter = jitter
        self.longestRetryAfter = longestRetryAfter
        self.limits = limits
    }

    var backoff: Backoff {
        Backoff(base: interval > .zero ? interval : firstRetry, maximum: max(longestDelay, interval), jitter: jitter)
    }

    /// The delays while nothing has come yet; nil where the interval is as short.
    var firstBackoff: Backoff? {
        firstRetry > .zero && firstRetry < interval ? Backoff(base: firstRetry, maximum: interval * 2) : nil
    }
}
