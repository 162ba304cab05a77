// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The intervals between requests to a service, and the failure policy.
///
/// No vendor's protocol defines all of it. The default values are the values of Unleash clients with a backoff. Delays last at most
/// five minutes. A client error (401, 403, 404) causes this longest delay immediately. After the first response, a delay is never
/// shorter than the interval.
public struct PollingPolicy: Sendable, Hashable {
    /// The header fields with which a server and its client recognize a body.
    public struct Validator: Sendable, Hashable {
        /// The response field that identifies the body.
        public var field: String
        /// The field of the next request that repeats the value.
        public var condition: String

        /// Creates a validator.
        public init(field: String, condition: String) {
            self.field = field
            self.condition = condition
        }

        /// The fields `ETag` and `If-None-Match`.
        public static let entityTag = Validator(field: "ETag", condition: "If-None-Match")
        /// The fields `Last-Modified` and `If-Modified-Since`.
        public static let lastModified = Validator(field: "Last-Modified", condition: "If-Modified-Since")
    }

    /// The time from one response to the next request.
    ///
    /// With `nil`, the first request is followed only by requests on demand. Zero and negative durations become `nil`.
    public var interval: Duration? {
        didSet { interval = Self.positive(interval) }
    }
    /// The time before the first request, or `nil` to send it on demand.
    public var initialDelay: Duration?
    /// The statuses after which no more requests follow.
    public var permanentStatuses: Set<Int>
    /// The statuses that cause the longest delay immediately.
    public var slowStatuses: Set<Int>
    /// The delays after slow statuses, which grow until a response arrives, or `nil` for the longest delay.
    package var slowBackoff: Backoff?
    /// The longest delay after a failure, unless the interval is longer.
    public var longestDelay: Duration
    /// The delay after the first failure before any response: no response at all, 408, or 5xx.
    ///
    /// The first delay lasts one to two times this duration. Each further delay is twice as long, until it's longer than the
    /// interval. With zero, the interval applies.
    public var firstRetry: Duration
    /// A Boolean value that indicates whether requests are retried without an interval, after a failure or an unreadable response.
    ///
    /// The first retry follows after ``firstRetry``. Each further delay is twice as long, up to ``longestDelay``. If it's `false`,
    /// only a refresh causes another request.
    public var retriesWithoutInterval: Bool
    /// The random part of the delays after failures.
    public var jitter: Backoff.Jitter
    /// The longest pause that a server can request with `Retry-After`.
    public var longestRetryAfter: Duration
    /// The header fields that avoid sending a body twice.
    public var validator: Validator
    /// The limits of one response.
    public var limits: HTTPLimits

    /// Creates a policy.
    ///
    /// Negative durations become zero, and an interval of zero becomes `nil`.
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

    /// Returns a Boolean value that indicates whether no further request follows a failure.
    package func isPermanent(_ failure: RequestFailure) -> Bool {
        switch failure {
        case .status(let response): permanentStatuses.contains(response.head.status)
        case .transport(let error): error.kind == .closed
        }
    }

    /// Returns `nil` for an interval that would cause requests without a pause.
    private static func positive(_ interval: Duration?) -> Duration? { interval.flatMap { $0 > .zero ? $0 : nil } }

    var backoff: Backoff {
        Backoff(
            base: interval ?? firstRetry, maximum: max(longestDelay, interval ?? .zero), jitter: jitter)
    }

    /// The delays before the first response, or `nil` if the interval is as short.
    var firstBackoff: Backoff? {
        guard let interval, firstRetry > .zero, firstRetry < interval else { return nil }
        return Backoff(base: firstRetry, maximum: interval * 2)
    }
}
