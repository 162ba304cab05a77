// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// Distinguishes one running provider from all others, of this program or another.
///
/// Generated on first use. Safe to use from any thread.
package final class LaunchDarklyInstanceID: Sendable {
    private let random: any RandomSource
    private let drawn = Lock<String?>(nil)

    /// Makes an identifier that is not generated yet.
    package init(random: any RandomSource) { self.random = random }

    /// The identifier.
    package var value: String {
        drawn.withLock { drawn in
            if let drawn { return drawn }
            let id = random.uuid()
            drawn = id
            return id
        }
    }
}
