// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The latest time that the service has sent, which you can use from any thread.
final class ServerClock: Sendable {
    private let latest = Lock<Instant?>(nil)

    /// The time, or `nil` if the service hasn't sent any.
    var time: Instant? { latest.withLock { $0 } }

    /// Records the time of a response.
    func note(_ time: Instant) { latest.withLock { $0 = max($0 ?? time, time) } }
}
