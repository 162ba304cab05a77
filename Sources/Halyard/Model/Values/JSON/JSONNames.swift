// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A list of property names.
///
/// It finds the number of a name in a document without creating a string.
package struct JSONNames: Sendable {
    /// All names, one after the other.
    private let bytes: [UInt8]
    /// The start of each name in the bytes, and the end of the last name.
    private let starts: [Int]
    /// Open addressing: a name's number plus one, or zero for none.
    private let places: [UInt8]

    /// Creates a list of at most 32 names in ASCII.
    package init(_ names: [String]) {
        var bytes: [UInt8] = []
        var starts = [0]
        var places = [UInt8](repeating: 0, count: 64)
        for (number, name) in names.prefix(32).enumerated() {
            bytes += name.utf8
            starts.append(bytes.count)
            let slice = bytes[...]
            var place = Self.place(slice.span, starts[number], bytes.count)
            while places[place] != 0 { place = (place + 1) & 63 }
            places[place] = UInt8(number + 1)
        }
        self.bytes = bytes
        self.starts = starts
        self.places = places
    }

    /// Returns the number of the name in a part of the text, or `nil` if it's unknown.
    @inline(__always)
    func number(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var place = Self.place(text, start, end)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if isName(number, text, start, end) { return number }
            place = (place + 1) & 63
        }
        return nil
    }

    @inline(__always)
    private func isName(_ number: Int, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let nameStart = starts[number]
        guard starts[number + 1] - nameStart == end - start else { return false }
        for offset in 0..<(end - start) where bytes[nameStart + offset] != text[start + offset] { return false }
        return true
    }

    private static func place(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard start < end else { return 0 }
        return (end - start + 3 * Int(text[start]) + 5 * Int(text[end - 1])) & 63
    }
}
