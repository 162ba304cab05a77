// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Whether a service is asked only for changes, until it turns out that it has none to offer.
final class DeltaSupport: Sendable {
    private let state: Lock<Bool>

    init(isUsed: Bool) { state = Lock(isUsed) }

    var isUsed: Bool { state.withLock { $0 } }

    /// Asks for all rules from now on; returns whether changes were asked for until now.
    func giveUp() -> Bool {
        state.withLock { isUsed in
            defer { isUsed = false }
            return isUsed
        }
    }
}
