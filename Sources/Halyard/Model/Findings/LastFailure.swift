// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The failure that was told last, so that one that goes on is told once.
final class LastFailure: Sendable {
    private let text = Lock<String?>(nil)

    /// Notes that it works again.
    func clear() { text.withLock { $0 = nil } }

    /// Notes a failure; whether it reads otherwise than the last one.
    func isNew(_ error: any Error) -> Bool {
        let description = String(describing: error)
        return text.withLock { last in
            defer { last = description }
            return last != description
        }
    }
}
