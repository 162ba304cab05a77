// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RegexParser {
    /// Why a pattern cannot be run.
    struct Fault: Error, Hashable, CustomStringConvertible {
        /// What is wrong.
        let reason: String
        /// The number of the character at which it was found, counted from 1.
        let place: Int
        /// A Boolean value that indicates whether Unleash's engine rejects the pattern as well.
        ///
        /// If it is false, the engine might support the pattern, and its matches are unknown.
        let isInvalid: Bool

        var description: String { "\(reason) (character \(place))" }
    }
}
