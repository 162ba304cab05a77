// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch

/// A piece of work during which the system is asked not to suspend the app: from when it is made until ``end()``.
///
/// The system may refuse, or take the time back before the end; the work then goes on as long as the app runs. Where apps are
/// not suspended (macOS, Linux) nothing is asked. Safe to use from any thread.
package struct ExpiringActivity: Sendable {
    /// Asks for time: the block is called with false, and the time lasts until it returns; with true when the time is over.
    package typealias Request = @Sendable (_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) -> Void

    private let isOver = DispatchSemaphore(value: 0)

    /// Begins the work.
    ///
    /// - Parameters:
    ///   - reason: What the work is, for the system's logs.
    ///   - request: How the system is asked; its block blocks a thread that the system provides.
    package init(_ reason: String, request: Request = Platform.requestTime) {
        request(reason) { [isOver] isExpired in
            if isExpired { isOver.signal() } else { isOver.wait() }
        }
    }

    /// Ends the work.
    package func end() { isOver.signal() }
}
