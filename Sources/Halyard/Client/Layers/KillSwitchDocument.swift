// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a kill switch says.
struct KillSwitchDocument: Sendable, Hashable {
    /// From when on it says nothing any more.
    var expires: Instant
    /// Why it is there.
    var note: String?
    /// The forced values by flag name.
    var values: [String: FlagValue]

    /// How many bytes a document may have.
    static let maximumBytes = 1 << 20
}
