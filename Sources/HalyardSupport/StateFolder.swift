// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The folder for what an app keeps and its user does not look at.
package struct StateFolder: Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// Whether the operating system may empty it when storage runs low.
    package var isPurgeable: Bool

    package init(_ path: String, isPurgeable: Bool = false) {
        self.path = path
        self.isPurgeable = isPurgeable
    }
}
