// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Finds where Swift sources name flags: by the key in a string literal, or by the key's member (`.newNav`).
///
/// The scan sees words, not types: another `.newNav` counts as well, and a key that is put together at run time is not found.
/// So a flag that was not found by name may still be in use.
package struct SourceScan: Sendable {
    /// The keys that each member's name stands for.
    private let keys: [String: [String]]
    private let known: Set<String>

    /// Makes a scan for keys with the names of their members.
    package init(members: [String: String]) {
        known = Set(members.keys)
        keys = Dictionary(members.map { ($0.value, [$0.key]) }, uniquingKeysWith: +)
    }

    /// The places of each key in one file, in the order of the text; none in a file that was generated.
    package func places(in text: [UInt8], file: String) -> [String: [SourcePlace]] {
        // It names every flag.
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
