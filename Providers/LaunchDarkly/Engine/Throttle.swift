// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Delays going online: not at all the first two times, then longer the more often it is requested.
///
/// A pure value. Each call counts for a while; the pause is between half of that while and all of it, at most a minute.
struct Throttle: Sendable {
    private var count = -1
    /// When the calls so far stop counting, as uptimes.
    private var releases: [Duration] = []

    /// Counts a call; nil if it may go ahead.
    mutating func pause(at uptime: Duration, random: any RandomSource) -> Duration? {
        let over = releases.count { $0 <= uptime }
        releases.removeAll { $0 <= uptime }
        if over > 0 { count = max(0, count - over) }
        count += 1
        let window = count == 0 ? .milliseconds(500) : Duration.seconds(min(60, 1 << min(count - 1, 6)))
        releases.append(uptime + window)
        if count <= 1 { return nil }
        return window / 2 + window / 2 * random.unit()
    }
}
