// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The content of a kill switch.
struct KillSwitchDocument: Sendable, Hashable {
    /// When it stops having any effect.
    var expires: Instant
    /// Why it exists.
    var note: String?
    /// The forced values by flag name.
    var values: [String: FlagValue]

    /// The maximum size of a document in bytes.
    static let maximumBytes = 1 << 20
}
