// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The intervals of requests to a service, and the treatment of failures.
///
/// No vendor's protocol defines all of it. The default values are those of Unleash's clients that back off: at most every five
/// minutes, immediately so rarely after a status that blames the request (401, 403, 404), and not before the interval is over
/// once an answer has come.
public struct PollingPolicy: Sendable, Hashable {
    /// The header fields with which a server and its client recognize a body.
    public struct Validator: Sendable, Hashable {
        /// The field of the answer that identifies the body.
        public var field: String
        /// The field of the next request that repeats its value.
        public var condition: String

        /// Creates a validator.
        public init(field: String, condition: String) {
            self.field = field
            self.condition = condition
        }

        /// `ETag` and `If-None-Match`.
        public static let entityTag = Validator(field: "ETag", condition: "If-None-Match")
        /// `Last-Modified` and `If-Modified-Since`.
        public static let lastModified = Validator(field: "Last-Modified", condition: "If-Modified-Since")
    }

    /// The time from one answer to the next request.
    ///
    /// Nil to send one request, and further ones on demand. Zero and negative durations become nil.
    public var interval: Duration? {
        didSet { interval = Self.positive(interval) }
    }
    /// The time before the first request.
    ///
    /// Nil to send it on demand.
    public var initialDelay: Duration?
    /// The statuses after which nothing is requested any more.
    public var permanentStatuses: Set<Int>
    /// The statuses that cause the longest delay immediately.
    public var slowStatuses: Set<Int>
    /// The longest delay after a failure, unless the interval is longer.
    public var longestDelay: Duration
    /// The delay after the first failure as long as no answer has come: nothing at all, 408, or 5xx.
    ///
    /// Lasts one to two times this duration, then twice as long each time, until that is longer than the interval. Zero
    /// for the interval.
    public var firstRetry: Duration
    /// Without an interval, further requests follow after a failure or an answer that can't be read.
    ///
    /// They follow after ``firstRetry``, then twice as long each time, up to ``longestDelay``. Otherwise, only a refresh causes another
    /// request.
    public var retriesWithoutInterval: Bool
    /// The random part of the delays after failures.
    public var jitter: Backoff.Jitter
    /// The longest pause that a server may ask for with `Retry-After`.
    public var longestRetryAfter: Duration
    /// The header fields that avoid sending a body twice.
    public var validator: Validator
    /// The limits of one answer.
    public var limits: HTTPLimits

    /// Creates a policy.
    ///
    /// Negative durations become zero, and an interval of zero becomes nil.
    public init(
        interval: Duration? = .seconds(30), initialDelay: Duration? = .zero, permanentStatuses: Set<Int> = [],
        slowStatuses: Set<Int> = [401, 403, 404],
        longestDelay: Duration = .seconds(300), firstRetry: Duration = .seconds(1),
        retriesWithoutInterval: Bool = false, jitter: Backoff.Jitter = .equal,
        longestRetryAfter: Duration = .seconds(3600), validator: Validator = .entityTag,
        limits: HTTPLimits = HTTPLimits()
    ) {
        self.interval = Self.positive(interval)
        self.initialDelay = initialDelay.map { max($0, .zero) }
        self.permanentStatuses = permanentStatuses
        self.slowStatuses = slowStatuses
        self.longestDelay = longestDelay
        self.firstRetry = max(firstRetry, .zero)
        self.retriesWithoutInterval = retriesWithoutInterval
        self.jitter = jitter
        self.longestRetryAfter = longestRetryAfter
        self.validator = validator
        self.limits = limits
    }

    /// Returns true if no further request follows a failure.
    package func isPermanent(_ failure: RequestFailure) -> Bool {
        switch failure {
        case .status(let response): permanentStatuses.contains(response.head.status)
        case .transport(let error): error.kind == .closed
        }
    }

    /// Without a pause, the server would be asked in a loop.
    private static func positive(_ interval: Duration?) -> Duration? { interval.flatMap { $0 > .zero ? $0 : nil } }

    var backoff: Backoff {
        Backoff(
            base: interval ?? firstRetry, maximum: max(longestDelay, interval ?? .zero), jitter: jitter)
    }

    /// The delays as long as no answer has come.
    ///
    /// Nil if the interval is as short.
    var firstBackoff: Backoff? {
        guard let interval, firstRetry > .zero, firstRetry < interval else { return nil }
        return Backoff(base: firstRetry, maximum: interval * 2)
    }
}
