// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The latest time that the service has stated; safe to use from any thread.
final class ServerClock: Sendable {
    private let latest = Lock<Instant?>(nil)

    /// Nil if the service hasn't stated any.
    var time: Instant? { latest.withLock { $0 } }

    /// Notes the time of a response.
    func note(_ time: Instant) { latest.withLock { $0 = max($0 ?? time, time) } }
}
