// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The strings that rules compare with, stored as consecutive bytes.
///
/// Strings are compared by bytes, as in the clients of all vendors.
package struct TextList: Sendable {
    @usableFromInline var bytes: [UInt8] = []
    /// The end of each string.
    @usableFromInline var ends: [Int] = []

    package init() {}

    /// Adds strings and returns their numbers.
    ///
    /// The strings are sorted, without duplicates.
    package mutating func add(_ texts: [String]) -> Range<Int> {
        let first = ends.count
        var last: String?
        for text in texts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if let last, last.utf8.elementsEqual(text.utf8) { continue }
            bytes.append(contentsOf: text.utf8)
            ends.append(bytes.count)
            last = text
        }
        return first..<ends.count
    }

    // MARK: Comparing; a text is a range of bytes, because a slice of them would be counted as a reference

    /// Returns whether a string is one of some strings.
    @inlinable
    package func contains(_ text: Range<Int>, of bytes: [UInt8], in numbers: Range<Int>) -> Bool {
        var (low, high) = (numbers.lowerBound, numbers.upperBound)
        while low < high {
            let middle = (low + high) / 2
            switch order(text, of: bytes, middle) {
            case 0: return true
            case ..<0: high = middle
            default: low = middle + 1
            }
        }
        return false
    }

    /// Returns whether a string starts with one of some strings.
    @inlinable
    package func start(_ text: Range<Int>, of bytes: [UInt8], from numbers: Range<Int>) -> Bool {
        for number in numbers where stands(number, in: bytes, from: text.lowerBound, to: text.upperBound) {
            return true
        }
        return false
    }

    /// Returns whether a string ends with one of some strings.
    @inlinable
    package func end(_ text: Range<Int>, of bytes: [UInt8], with numbers: Range<Int>) -> Bool {
        for number in numbers {
            let start = text.upperBound - place(number).count
            if start >= text.lowerBound, stands(number, in: bytes, from: start, to: text.upperBound) { return true }
        }
        return false
    }

    /// Returns whether a string contains one of some strings.
    @inlinable
    package func isAnyPart(of text: Range<Int>, of bytes: [UInt8], from numbers: Range<Int>) -> Bool {
        for number in numbers {
            for start in text.lowerBound...text.upperBound
            where stands(number, in: bytes, from: start, to: text.upperBound) { return true }
        }
        return false
    }

    @inlinable
    func place(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

    /// Returns whether the string with a number is at an offset in some bytes, and ends before another offset.
    @inlinable
    func stands(_ number: Int, in others: [UInt8], from start: Int, to end: Int) -> Bool {
        let place = place(number)
        guard place.count <= end - start else { return false }
        for offset in 0..<place.count where bytes[place.lowerBound + offset] != others[start + offset] { return false }
        return true
    }

    /// Returns a negative number if a string comes before the string with a number, or zero if they are equal.
    @inlinable
    func order(_ text: Range<Int>, of others: [UInt8], _ number: Int) -> Int {
        let place = place(number)
        for offset in 0..<min(text.count, place.count) {
            let (left, right) = (others[text.lowerBound + offset], bytes[place.lowerBound + offset])
            if left != right { return left < right ? -1 : 1 }
        }
        return text.count - place.count
    }
}
