// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Finds the locations where Swift source files name flags, by the key in a string literal or by the key's member (`.newNav`).
///
/// The scan compares words and ignores types. It also finds a `.newNav` of another type, and doesn't find a key that is built at
/// run time. So a flag that it does not find might still be in use.
package struct SourceScan: Sendable {
    /// The flag keys by member name.
    private let keys: [String: [String]]
    private let known: Set<String>

    /// Creates a scan for keys with their member names.
    package init(members: [String: String]) {
        known = Set(members.keys)
        keys = Dictionary(members.map { ($0.value, [$0.key]) }, uniquingKeysWith: +)
    }

    /// Returns the locations of each key in one file, in the order of the text.
    ///
    /// Ignores generated files.
    package func places(in text: [UInt8], file: String) -> [String: [SourcePlace]] {
        // A generated file names every flag.
        if text.starts(with: KeySource.mark.utf8) { return [:] }
        let lines = TextLines(text)
        var places: [String: [SourcePlace]] = [:]
        for word in SwiftLexer.words(of: text) {
            let found: [String] =
                switch word.kind {
                case .string(let content): known.contains(content) ? [content] : []
                case .member(let name): keys[name] ?? []
                }
            let place = SourcePlace(file: file, position: lines.position(of: word.offset))
            for key in found { places[key, default: []].append(place) }
        }
        return places
    }
}
