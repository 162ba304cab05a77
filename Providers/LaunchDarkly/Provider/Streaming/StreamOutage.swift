// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// The outage of a stream, from which on flags are not known to be fresh: a pure value.
///
/// It begins when a stream that served flags is lost. Opening another stream ends the outage's countdown; fresh flags
/// end the outage. It becomes visible if no stream is open a second after the first loss, and stays visible until flags
/// are fresh.
struct StreamOutage: Sendable {
    /// How long no stream may be open before the status shows it: services end streams from time to time.
    static let grace = Duration.seconds(1)

    /// When the outage becomes visible if no stream is open; measured as `TimeSource.uptime`.
    let deadline: Duration
    /// The last reason why no stream was open.
    var problem: EventSource.Problem
    /// Whether the status shows the outage.
    var isShown = false

    init(since uptime: Duration, _ problem: EventSource.Problem) {
        deadline = uptime + Self.grace
        self.problem = problem
    }
}
