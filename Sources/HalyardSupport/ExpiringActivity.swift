// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// Work during which the system shouldn't suspend the app.
///
/// The activity lasts from its creation until ``end()``. If the system denies the time or ends it early, the work continues as
/// long as the app runs. On systems that don't suspend apps (macOS, Linux), this does nothing. Safe to use from any thread.
package struct ExpiringActivity: Sendable {
    /// Requests time from the system.
    ///
    /// The system calls the block with `false`, and the time lasts until the block returns. When the time expires, it calls the
    /// block with `true`.
    package typealias Request = @Sendable (_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) -> Void

    private let isOver = DispatchSemaphore(value: 0)

    /// Begins the work.
    ///
    /// - Parameters:
    ///   - reason: A description of the work for the system's logs.
    ///   - request: The function that requests time. Its block blocks a thread that the system provides.
    package init(_ reason: String, request: Request = Platform.requestTime) {
        request(reason) { [isOver] isExpired in
            if isExpired { isOver.signal() } else { isOver.wait() }
        }
    }

    /// Ends the work.
    package func end() { isOver.signal() }
}
