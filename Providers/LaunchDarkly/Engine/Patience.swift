// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard

/// Waits for work, for a bounded time.
enum Patience {
    /// Returns the result of some work, or nil when it takes too long; it then continues, and its result is dropped.
    ///
    /// Blocks this thread meanwhile. The work is on a separate thread, so it never waits for its own caller.
    @discardableResult
    static func await<Result: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        self.await(limit) { completion in
            // A separate serial queue: the system provides a thread for it at once, however busy all others are.
            DispatchQueue(label: "halyard.ld-client.disk").async { completion(work()) }
        }
    }

    /// Returns the result of some work that calls a completion, or `nil` when it takes too long.
    ///
    /// Blocks this thread until then.
    static func await<Result: Sendable>(
        _ limit: Duration, _ start: (@escaping @Sendable (Result) -> Void) -> Void
    ) -> Result? {
        let found = Found<Result>()
        let isDone = DispatchSemaphore(value: 0)
        start { result in
            found.result.withLock { $0 = result }
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
