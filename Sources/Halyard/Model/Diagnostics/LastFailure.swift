// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The last reported failure, so that a persistent one is reported once.
final class LastFailure: Sendable {
    private let text = Lock<String?>(nil)

    /// Records that the operation works again.
    func clear() { text.withLock { $0 = nil } }

    /// Records a failure and returns whether its text differs from the last one's.
    func isNew(_ error: any Error) -> Bool {
        let description = String(describing: error)
        return text.withLock { last in
            defer { last = description }
            return last != description
        }
    }
}
