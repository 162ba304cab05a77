// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the name that may have been meant by one that does not exist.
///
/// The core has the same for its settings, and is not linked.
enum NearestName {
    /// The known name that the fewest edits lead to, if they are few enough to be a typo.
    static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased())
        let limit = max(1, letters.count / 3)
        return known.map { (edits: edits(letters, Array($0.lowercased())), name: $0) }
            .filter { $0.edits <= limit }.min { ($0.edits, $0.name) < ($1.edits, $1.name) }?.name
    }

    /// The number of letters to insert, remove or replace.
    private static func edits(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                next.append(min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1)))
            }
            row = next
        }
        return row[right.count]
    }
}
