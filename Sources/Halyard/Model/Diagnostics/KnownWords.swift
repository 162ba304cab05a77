// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Suggestions that list the known words when a word is unknown.
package enum KnownWords {
    private static let mostListed = 30

    /// Returns the words in quotation marks: `"light", "dark"`.
    package static func list(_ words: [String]) -> String {
        let list = words.prefix(mostListed).map { "\"\($0)\"" }.joined(separator: ", ")
        return words.count > mostListed ? "\(list), and \(words.count - mostListed) more" : list
    }

    /// Returns the known word that was probably meant, and all known words.
    package static func suggestion(for word: String, among known: [String]) -> String {
        suggestion(meant: NearestName.of(word, among: known), among: known)
    }

    /// Returns all known words, after the one that was probably meant.
    package static func suggestion(meant: String?, among known: [String]) -> String {
        if known.isEmpty { return "There are none." }
        return (meant.map { "Did you mean \"\($0)\"? " } ?? "") + "Known values: \(list(known))."
    }
}
