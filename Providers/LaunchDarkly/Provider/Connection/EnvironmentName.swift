// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The most recent name that the service has sent for the environment.
final class EnvironmentName: Sendable {
    private let name = Lock<String?>(nil)

    var value: String? { name.withLock { $0 } }

    /// Sets the name, or does nothing if the new name is `nil`.
    func update(_ new: String?) {
        if let new { name.withLock { $0 = new } }
    }
}
