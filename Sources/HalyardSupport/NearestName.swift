// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the name that may have been meant by one that does not exist.
package enum NearestName {
    /// The known name that the fewest edits lead to, if they are few enough to be a typo.
    package static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let limit = max(1, name.count / 3)
        let letters = Array(name.lowercased())
        let similar = known.filter { abs($0.count - letters.count) <= limit }
        let candidates = similar.map { (name: $0, edits: edits(letters, Array($0.lowercased()))) }
        return candidates.filter { $0.edits <= limit }.min { ($0.edits, $0.name) < ($1.edits, $1.name) }?.name
    }

    /// The number of letters to insert, remove, replace or swap with their neighbour (restricted Damerau-Levenshtein).
    private static func edits(_ left: [Character], _ right: [Character]) -> Int {
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
            (twoBack, previous) = (previous, row)
        }
        return previous[right.count]
    }
}
