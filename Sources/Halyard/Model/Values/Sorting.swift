// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Sequence {
    /// Returns the elements, sorted by a string that each of them has, such as its key.
    ///
    /// For each type of element that a program sorts, the compiler adds 4 KB for a copy of the sorting algorithm. This
    /// function sorts only numbers, for all types.
    package func sorted(by string: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return order(of: elements.map(string)).map { elements[$0] }
    }
}

/// Returns the indices of strings in the order of the strings.
private func order(of strings: [String]) -> [Int] {
    strings.indices.sorted { strings[$0] < strings[$1] }
}
