// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// A stream outage, during which flags might not be fresh.
///
/// It begins when a stream that served flags is lost. Opening another stream ends the outage's countdown, and fresh flags
/// end the outage. It becomes visible if no stream is open one second after the first loss, and remains visible until
/// flags are fresh. On a server, it also becomes visible if the next stream is open for a few seconds without sending all flags.
struct StreamOutage: Sendable {
    /// The time without a stream before the status shows the outage, because services end streams from time to time.
    static let grace = Duration.seconds(1)
    /// The time without fresh flags before the status of a server shows the outage, even if a stream is open.
    static let openGrace = Duration.seconds(5)

    /// The time at which the outage becomes visible if no stream is open, measured as `TimeSource.uptime`.
    let deadline: Duration
    /// The time at which the outage becomes visible on a server even if a stream is open.
    let openDeadline: Duration
    /// The last reason why no stream was open.
    var problem: EventSource.Problem
    /// A Boolean value that indicates whether the status shows the outage.
    var isShown = false

    init(since uptime: Duration, _ problem: EventSource.Problem) {
        deadline = uptime + Self.grace
        openDeadline = uptime + Self.openGrace
        self.problem = problem
    }
}
