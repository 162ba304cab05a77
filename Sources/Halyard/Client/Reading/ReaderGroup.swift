// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The readers of one provider session's flags.
///
/// Every published state of the session retains the group, and so does every read on the slow path, through the state that
/// it is served from. So a provider that was replaced is closed after the last of these. A read that ends in a
/// slot retains no state.
final class ReaderGroup: Sendable {
    /// Has a value as soon as the last reader has left.
    let haveLeft = FirstResult<Void>()

    /// An app may keep a view of a provider's flags for ever.
    private static let maximumWait = Duration.seconds(1)

    deinit { haveLeft.set(()) }

    /// Waits until the readers of a group have left, but not longer than a second.
    static func wait(until haveLeft: FirstResult<Void>, on time: any TimeSource) async {
        // Reads are short: the last one has usually ended before a timer would be worth it.
        for _ in 0..<16 where !haveLeft.isSet { await Task.yield() }
        await haveLeft.value(within: maximumWait, on: time, late: (), cancelled: ())
    }
}
