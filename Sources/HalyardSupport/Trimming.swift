// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension BidirectionalCollection {
    /// Returns the collection without the elements at its end that satisfy a condition.
    @inlinable package func trimmingSuffix(while isSuperfluous: (Element) -> Bool) -> SubSequence {
        guard let last = lastIndex(where: { !isSuperfluous($0) }) else { return self[endIndex...] }
        return self[...last]
    }

    /// Returns the collection without the elements at both ends that satisfy a condition.
    @inlinable package func trimming(while isSuperfluous: (Element) -> Bool) -> SubSequence {
        let rest = trimmingSuffix(while: isSuperfluous)
        return self[(rest.firstIndex { !isSuperfluous($0) } ?? rest.endIndex)..<rest.endIndex]
    }
}
