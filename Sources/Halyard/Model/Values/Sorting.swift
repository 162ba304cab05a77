// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Sequence {
    /// Returns the elements in the order of a text of each of them, such as its key.
    ///
    /// The standard library's sorting algorithm takes 4 KB in a program for each type of element. This function sorts only
    /// numbers, for any type.
    package func sorted(byText text: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return order(of: elements.map(text)).map { elements[$0] }
    }
}

/// Returns the positions of some texts in the order of the texts.
private func order(of texts: [String]) -> [Int] {
    texts.indices.sorted { texts[$0] < texts[$1] }
}
