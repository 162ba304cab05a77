// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RegexParser {
    /// A problem with a pattern.
    struct Fault: Error, Hashable, CustomStringConvertible {
        /// The description of the problem.
        let reason: String
        /// The number of the character with the problem, starting with 1.
        let place: Int
        /// A Boolean value that indicates whether the Unleash engine also rejects the pattern.
        ///
        /// If it's `false`, the engine might support the pattern, and its matches are unknown.
        let isInvalid: Bool

        var description: String { "\(reason) (character \(place))" }
    }
}
