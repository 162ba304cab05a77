// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard

/// Functions that wait for work for a limited time.
enum Patience {
    /// Returns the result of work, or `nil` after the time limit.
    ///
    /// Blocks this thread. The work runs on a separate thread, so it never waits for its own caller. After the time limit
    /// it continues, and its result is dropped.
    @discardableResult
    static func await<Result: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        self.await(limit) { completion in
            // The system immediately provides a thread for a new serial queue, even if all other threads are busy.
            DispatchQueue(label: "halyard.ld-client.disk").async { completion(work()) }
        }
    }

    /// Returns the result of work that calls a completion, or `nil` after the time limit.
    ///
    /// Blocks this thread.
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
