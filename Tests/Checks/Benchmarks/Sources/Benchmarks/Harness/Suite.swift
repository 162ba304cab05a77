// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A group of rows whose works share their setup and are measured in the same rounds.
struct Suite: Sendable {
    let rows: [Row]
    /// The number of rounds.
    var rounds = 25
    /// Creates the works.
    ///
    /// It's called only if a row is selected.
    let prepare: @Sendable () async throws -> [Work]
}

/// An error in a benchmark's requirements.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
