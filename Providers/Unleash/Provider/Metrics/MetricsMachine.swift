// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// Decides when reads are reported, and what happens to a failed report: a pure value, without clock, tasks or threads.
///
/// Moments are uptimes, which cannot be set back.
struct MetricsMachine: Sendable {
    /// The outcome of a report.
    enum Outcome: Sendable, Hashable {
        case delivered
        /// The service will never accept it.
        case refused(status: Int)
        /// A later attempt may succeed.
        case failed(String, retryAfter: Duration?)
    }

    private let token: UnleashTokenKind
    private let interval: Duration
    private let limit = Duration.seconds(300)
    private var backoff: Backoff
    private var bucket: MetricsBucket
    /// The report that is being sent.
    private var sending: MetricsBucket?
    /// Whether the current report must not be merged back if it fails.
    private var isSendingForgotten = false
    private var isCollecting = true
    /// When the next automatic report is due; nil for never.
    private(set) var due: Duration?

    init(
        interval: Duration, initial: Duration, uptime: Duration, now: Instant, token: UnleashTokenKind = .frontend
    ) {
        self.token = token
        self.interval = interval
        backoff = Backoff(base: max(interval, .seconds(1)), maximum: max(limit, interval), jitter: .equal)
        bucket = MetricsBucket(start: now)
        let first = initial > .zero ? initial : interval
        due = interval > .zero ? uptime + min(first, interval) : nil
    }

    /// Adds the counts of a summary.
    mutating func add(_ summary: EvaluationSummary) {
        if isCollecting { bucket.add(summary) }
    }

    /// Marks an automatic report as started, so that it is made only once; returns whether it is due at all.
    mutating func begin(uptime: Duration) -> Bool {
        guard let due, due <= uptime else { return false }
        self.due = uptime + interval
        return true
    }

    /// Takes the next report; nil when there is nothing to report, or while a report is being sent.
    mutating func take(now: Instant) -> MetricsBucket? {
        guard sending == nil, !bucket.isEmpty else { return nil }
        bucket.stop = max(bucket.stop, now)
        sending = bucket
        isSendingForgotten = false
        bucket = MetricsBucket(start: now)
        return sending
    }

    /// Records how the report ended, and returns the finding to report.
    mutating func finish(_ outcome: Outcome, uptime: Duration, random: some RandomSource) -> Diagnostic? {
        guard let sent = sending.take() else { return nil }
        switch outcome {
        case .delivered:
            backoff.succeeded()
            return sent.uncounted > 0 ? Self.uncounted(sent.uncounted) : nil
        case .refused(let status):
            postpone(backoff.failedForLong(random: random), uptime)
            return refused(status, reads: sent.reads)
        case .failed(let reason, let pause):
            postpone(max(backoff.failed(random: random), min(pause ?? .zero, .seconds(3600))), uptime)
            if isSendingForgotten { return nil }
            bucket.merge(sent)
            return Self.failed(reason)
        }
    }

    /// Discards everything that was not delivered, including the report being sent if it fails.
    mutating func forget(now: Instant) {
        bucket = MetricsBucket(start: now)
        isSendingForgotten = true
    }

    /// Removes and returns the counts that are not being sent, to store them; nil when there are none.
    mutating func takeUnsent(now: Instant) -> MetricsBucket? {
        guard !bucket.isEmpty else { return nil }
        bucket.stop = max(bucket.stop, now)
        defer { bucket = MetricsBucket(start: now) }
        return bucket
    }

    /// Counts from now on, or discards everything and counts nothing.
    mutating func setCollecting(_ isAllowed: Bool, now: Instant) {
        isCollecting = isAllowed
        if !isAllowed { forget(now: now) }
    }

    private mutating func postpone(_ delay: Duration, _ uptime: Duration) {
        if due != nil { due = uptime + max(delay, interval) }
    }

    // MARK: Findings

    func refused(_ status: Int, reads: Int) -> Diagnostic {
        Diagnostic(
            "metricsDropped", .warning,
            "The service refused a report with status \(status); \(reads) reads were dropped.",
            suggestion: token.suggestionForMetrics(status))
    }

    static func unsent(_ bucket: MetricsBucket) -> Diagnostic {
        Diagnostic(
            "metricsDropped", .warning,
            "\(bucket.reads) reads of \(bucket.counts.count) flags could not be reported before the client ended.",
            suggestion: "Go online and flush before the client is shut down or its provider replaced.")
    }

    static func uncounted(_ count: Int) -> Diagnostic {
        Diagnostic(
            "metricsDropped", .warning,
            "\(count) reads were not counted, because too many different flags were asked for: "
                + "one report counts \(MetricsBucket.flagLimit).",
            suggestion: "Ask for flags by names that are known when the app is built.")
    }

    private static func failed(_ reason: String) -> Diagnostic {
        Diagnostic(
            "metricsDelayed", .info, "A report did not reach the service: \(reason). It is kept for the next one.")
    }
}
