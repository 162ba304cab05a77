// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Determines when events are sent, and when the provider reports about itself.
struct SendingClock: Sendable {
    /// What is due.
    struct Due: Sendable, Hashable {
        var flush = false
        var report = false
    }

    private let flushInterval: Duration
    private let reportInterval: Duration
    private var nextFlush: Duration
    private var nextReport: Duration

    /// Starts both intervals at a moment.
    init(_ options: LaunchDarklyEventOptions, at uptime: Duration) {
        flushInterval = options.flushInterval
        reportInterval = options.diagnosticInterval
        nextFlush = uptime + flushInterval
        nextReport = uptime + reportInterval
    }

    /// The time until something is due.
    func pause(at uptime: Duration) -> Duration { max(.zero, min(nextFlush, nextReport) - uptime) }

    /// What is due by now; its next interval starts now.
    mutating func take(at uptime: Duration) -> Due {
        let due = Due(flush: uptime >= nextFlush, report: uptime >= nextReport)
        if due.flush { nextFlush = uptime + flushInterval }
        if due.report { nextReport = uptime + reportInterval }
        return due
    }
}
