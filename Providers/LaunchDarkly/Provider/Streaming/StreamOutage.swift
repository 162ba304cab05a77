// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// That a stream is lost, or was, and flags are not known to be fresh since: a pure value.
///
/// It begins when a stream that served flags is lost. To open another stream ends the outage's countdown; fresh flags end
/// the outage. It shows once no stream was open a second after the first loss, and then until flags are fresh.
struct StreamOutage: Sendable {
    /// How long no stream may be open before the status says so: services end streams now and then.
    static let grace = Duration.seconds(1)

    /// From when on the outage shows while no stream is open; measured as `TimeSource.uptime`.
    let deadline: Duration
    /// Why no stream was open last.
    var problem: EventSource.Problem
    /// Whether the status says so.
    var isShown = false

    init(since uptime: Duration, _ problem: EventSource.Problem) {
        deadline = uptime + Self.grace
        self.problem = problem
    }
}
