// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The names of the members that a reader knows, to find a name's number without creating a string.
package struct JSONNames: Sendable {
    private let names: [[UInt8]]
    /// Open addressing: a name's number plus one, or zero for none.
    private let places: [UInt8]

    /// Creates a list of at most 32 names in ASCII.
    package init(_ names: [String]) {
        self.names = names.prefix(32).map { Array($0.utf8) }
        var places = [UInt8](repeating: 0, count: 64)
        for (number, name) in self.names.enumerated() {
            let name = name[...]
            var place = Self.place(name.span, 0, name.count)
            while places[place] != 0 { place = (place + 1) & 63 }
            places[place] = UInt8(number + 1)
        }
        self.places = places
    }

    /// The number of the name at a place of a text.
    ///
    /// Nil if it's unknown.
    @inline(__always)
    func number(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var place = Self.place(text, start, end)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if Self.equal(names[number], text, start, end) { return number }
            place = (place + 1) & 63
        }
        return nil
    }

    @inline(__always)
    private static func equal(_ name: [UInt8], _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard name.count == end - start else { return false }
        for index in name.indices where name[index] != text[start + index] { return false }
        return true
    }

    private static func place(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        guard start < end else { return 0 }
        return (end - start + 3 * Int(text[start]) + 5 * Int(text[end - 1])) & 63
    }
}
