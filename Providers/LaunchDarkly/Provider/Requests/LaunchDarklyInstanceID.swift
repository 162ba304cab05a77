// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// An identifier that distinguishes one running provider from all others, in this program or another.
///
/// It is generated on first use. You can use it from any thread.
package final class LaunchDarklyInstanceID: Sendable {
    private let random: any RandomSource
    private let drawn = Lock<String?>(nil)

    /// Creates an identifier without generating its value.
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
