// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Rows whose works share what they need, and are measured in the same rounds.
struct Suite: Sendable {
    let rows: [Row]
    /// How many rounds there are.
    var rounds = 25
    /// Makes the works; asked only when a row is wanted.
    let prepare: @Sendable () async throws -> [Work]
}

/// Something that a benchmark relies on is not so.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
