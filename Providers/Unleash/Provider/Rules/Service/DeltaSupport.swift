// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Records whether only changes are requested, until the service turns out not to support this.
final class DeltaSupport: Sendable {
    private let state: Lock<Bool>

    init(isUsed: Bool) { state = Lock(isUsed) }

    var isUsed: Bool { state.withLock { $0 } }

    /// Switches to requests for all rules, and returns whether changes have been requested so far.
    func giveUp() -> Bool {
        state.withLock { isUsed in
            defer { isUsed = false }
            return isUsed
        }
    }
}
