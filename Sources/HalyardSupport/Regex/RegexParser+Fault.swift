// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RegexParser {
    /// A problem with a pattern.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        /// The description of the problem.
        let reason: String
        /// The number of the character with the problem, starting with 1.
        let place: Int
        /// A Boolean value that indicates whether the engine of the pattern's dialect also rejects the pattern.
        ///
        /// If it's `false`, that engine might support the pattern, and its matches are unknown.
        package let isInvalid: Bool

        package var description: String { "\(reason) (character \(place))" }
    }
}
