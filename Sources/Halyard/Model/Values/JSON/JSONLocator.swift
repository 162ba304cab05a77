// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the places of values in a JSON text, by walking over the text once more.
///
/// Values carry no positions, so reading does not pay for them; only messages need them.
struct JSONLocator {
    /// Which part of a member to point at.
    enum Target {
        case value
        case name
    }

    /// The pointers that are looked for, as a tree, so that one walk finds them all.
    private struct Search {
        var children: [String: Search] = [:]
        /// The numbers of the requested places that this node is.
        var values: [Int] = []
        var names: [Int] = []

        mutating func add(_ steps: ArraySlice<String>, _ target: Target, _ number: Int) {
            guard let step = steps.first else {
                if target == .value { values.append(number) } else { names.append(number) }
                return
            }
            children[step, default: Search()].add(steps.dropFirst(), target, number)
        }

        /// Assigns an offset to every place in this part of the tree; deeper ones get their own later.
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

    /// The position of the value at a pointer, or of the innermost ancestor that exists; nil where the text is not JSON.
    func position(of pointer: JSONPointer, _ target: Target = .value) -> TextPosition? {
        positions(of: [(pointer, target)])[0]
    }

    /// The positions of several places, in one walk.
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
