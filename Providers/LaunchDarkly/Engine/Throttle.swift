// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Delays going online, starting with the third request, for a time that increases with each request.
///
/// It's a pure value. Each call counts during a time window of up to 1 minute. The delay is between half of the window and
/// the full window.
struct Throttle: Sendable {
    private var count = -1
    /// The uptimes when the previous calls stop counting.
    private var releases: [Duration] = []

    /// Counts a call, and returns its delay, or `nil` if there is none.
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
