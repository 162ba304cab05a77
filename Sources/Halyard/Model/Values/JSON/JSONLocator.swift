// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A search for the locations of values in a JSON document, which is scanned again.
///
/// Values don't contain their locations, so reading doesn't pay for them. Only messages need them.
struct JSONLocator {
    /// The part of a property to locate.
    enum Target {
        case value
        case name
    }

    /// The pointers to find, as a tree, so that one scan finds all of them.
    private struct Search {
        var children: [String: Search] = [:]
        /// The numbers of the requested locations that this node represents.
        var values: [Int] = []
        var names: [Int] = []

        mutating func add(_ steps: ArraySlice<String>, _ target: Target, _ number: Int) {
            guard let step = steps.first else {
                if target == .value { values.append(number) } else { names.append(number) }
                return
            }
            children[step, default: Search()].add(steps.dropFirst(), target, number)
        }

        /// Assigns an offset to all locations in this part of the tree.
        ///
        /// Deeper locations get their own offset later.
        func mark(_ offset: Int, in offsets: inout [Int?], nameOffset: Int? = nil) {
            for number in values { offsets[number] = offset }
            for number in names { offsets[number] = nameOffset ?? offset }
            for child in children.values { child.mark(offset, in: &offsets) }
        }
    }

    private let bytes: [UInt8]
    private let lines: TextLines

    init(bytes: [UInt8]) {
        self.bytes = bytes
        lines = TextLines(bytes)
    }

    /// Returns the position of the value at a pointer, or of its innermost ancestor that exists.
    ///
    /// Returns `nil` if the document isn't JSON.
    func position(of pointer: JSONPointer, _ target: Target = .value) -> TextPosition? {
        positions(of: [(pointer, target)])[0]
    }

    /// Returns the positions of several locations, in one scan.
    func positions(of places: [(pointer: JSONPointer, target: Target)]) -> [TextPosition?] {
        var search = Search()
        for (number, place) in places.enumerated() { search.add(place.pointer.steps[...], place.target, number) }
        var offsets = [Int?](repeating: nil, count: places.count)
        var scanner = JSONScanner(bytes, options: .init())
        scanner.skipByteOrderMark()
        guard (try? walk(search, &scanner, &offsets)) != nil else { return places.map { _ in nil } }
        return offsets.map { $0.map(lines.position) }
    }

    private func walk(
        _ search: Search, _ scanner: inout JSONScanner, _ offsets: inout [Int?], nameOffset: Int? = nil
    ) throws(JSONScanner.Fault) {
        scanner.skipSpace()
        search.mark(scanner.offset, in: &offsets, nameOffset: nameOffset)
        guard !search.children.isEmpty, scanner.offset < bytes.count else {
            _ = try scanner.value()
            return
        }
        switch bytes[scanner.offset] {
        case UInt8(ascii: "{"):
            try scanner.forEachMember { (scanner, name, start) throws(JSONScanner.Fault) in
                try self.step(search.children[name], &scanner, &offsets, nameOffset: start)
            }
        case UInt8(ascii: "["):
            try scanner.forEachElement { (scanner, index) throws(JSONScanner.Fault) in
                try self.step(search.children[String(index)], &scanner, &offsets, nameOffset: nil)
            }
        default:
            _ = try scanner.value()
        }
    }

    private func step(
        _ search: Search?, _ scanner: inout JSONScanner, _ offsets: inout [Int?], nameOffset: Int?
    ) throws(JSONScanner.Fault) {
        if let search {
            try walk(search, &scanner, &offsets, nameOffset: nameOffset)
        } else {
            _ = try scanner.value()
        }
    }
}
