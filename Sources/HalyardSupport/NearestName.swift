// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the existing name that a misspelled name probably refers to.
package enum NearestName {
    /// Returns the known name that needs the fewest edits, or `nil` if no name is close enough for a typo.
    package static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let limit = max(1, name.count / 3)
        let letters = Array(name.lowercased().utf8)
        var nearest: (edits: Int, name: String)?
        for candidate in known {
            guard let edits = edits(letters, Array(candidate.lowercased().utf8), limit: limit) else { continue }
            if let best = nearest, best <= (edits, candidate) { continue }
            nearest = (edits, candidate)
        }
        return nearest?.name
    }

    /// The number of bytes to insert, remove, replace, or swap with their neighbor (restricted Damerau-Levenshtein distance).
    ///
    /// It's `nil` if the number exceeds the limit. It compares bytes instead of characters for speed, because one lookup can
    /// compare thousands of names.
    private static func edits(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        var twoBack: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
                row.append(min(previous[j + 1] + 1, row[j] + 1, replaced))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    row[j + 1] = min(row[j + 1], twoBack[j - 1] + 1)
                }
            }
            // Checks two rows, because a swap skips one.
            if !row.contains(where: { $0 <= limit }), !previous.contains(where: { $0 <= limit }) { return nil }
            twoBack = previous
            previous = row
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
