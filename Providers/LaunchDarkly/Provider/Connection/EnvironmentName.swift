// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The name that the service last gave for the environment.
final class EnvironmentName: Sendable {
    private let name = Lock<String?>(nil)

    var value: String? { name.withLock { $0 } }

    /// Sets the name; nil changes nothing.
    func take(_ new: String?) {
        if let new { name.withLock { $0 = new } }
    }
}
