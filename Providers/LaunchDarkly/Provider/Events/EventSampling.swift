// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// The selection of a part of a flag's events.
struct EventSampling: Sendable {
    let random: any RandomSource

    /// Returns a Boolean value that indicates whether to send an event, of which one in `ratio` is sent.
    ///
    /// Without a ratio, all events are sent. With a ratio of zero or less, none are sent.
    func includes(_ ratio: Int64?) -> Bool {
        guard let ratio, ratio != 1 else { return true }
        return ratio > 0 && random.unit() < 1 / Double(ratio)
    }
}
