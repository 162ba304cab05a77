// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The readers of one provider session's flags.
///
/// Every published state of the session retains the group. So does every read on the slow path, through the state that it's
/// served from. So a replaced provider is closed after its last reader has left. A read from a slot doesn't retain a state.
final class ReaderGroup: Sendable {
    /// A result that gets a value when the last reader has left.
    let haveLeft = FirstResult<Void>()

    /// The maximum time to wait, because an app can keep a snapshot of a provider's flags forever.
    private static let maximumWait = Duration.seconds(1)

    deinit { haveLeft.set(()) }

    /// Waits until the readers of a group have left, for 1 second at most.
    static func wait(until haveLeft: FirstResult<Void>, on time: any TimeSource) async {
        // Reads are short, so the last one has usually ended before a timer would be worthwhile.
        for _ in 0..<16 where !haveLeft.isSet { await Task.yield() }
        await haveLeft.value(within: maximumWait, on: time, late: (), cancelled: ())
    }
}
