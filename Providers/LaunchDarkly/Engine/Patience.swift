// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard

/// Waits for work that reads from the disk, for a bounded time.
enum Patience {
    /// Returns the result of some work, or nil when it takes too long; it then continues, and its result is dropped.
    ///
    /// Blocks this thread meanwhile. The work is on a separate thread, so it never waits for its own caller.
    @discardableResult
    static func await<Result: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        let found = Found<Result>()
        let isDone = DispatchSemaphore(value: 0)
        // A separate serial queue: the system provides a thread for it at once, however busy all others are.
        DispatchQueue(label: "halyard.ld-client.disk").async {
            found.result.withLock { $0 = work() }
            isDone.signal()
        }
        let milliseconds = limit / .milliseconds(1)
        guard isDone.wait(timeout: .now() + .milliseconds(Int(min(milliseconds, 1e9)))) == .success else { return nil }
        return found.result.withLock { $0 }
    }

    private final class Found<Result: Sendable>: Sendable {
        let result = Lock<Result?>(nil)
    }
}
