// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagIndex {
    /// Finds the flags in a JSON object that has a member for each of them, in one pass that checks the whole object.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - shape: The usual shape of a flag; flags of another shape are listed in ``unusual``.
    /// - Returns: Nil where the whole document must be read, or gives a better error: one that is not JSON or not such an
    ///   object, one with two flags of one name, or with a name that is not plain ASCII.
    package static func members(of bytes: [UInt8], _ shape: JSONShape) -> FlagIndex? {
        guard bytes.count <= JSONReader.Options().maximumBytes else { return nil }
        var found = Found(in: bytes)
        do throws(JSONSkimmer.Malformed) {
            let slice = bytes[...]
            let text = slice.span
            var skimmer = JSONSkimmer(text)
            skimmer.skipSpace(text)
            guard skimmer.take(text, UInt8(ascii: "{")) else { return nil }
            try skimmer.enter()
            skimmer.skipSpace(text)
            if !skimmer.take(text, UInt8(ascii: "}")) {
                repeat {
                    skimmer.skipSpace(text)
                    let name = try skimmer.name(text)
                    guard name.isWord else { return nil }
                    try found.flag(text, &skimmer, shape, key: name)
                    skimmer.skipSpace(text)
                } while skimmer.take(text, UInt8(ascii: ","))
                guard skimmer.take(text, UInt8(ascii: "}")) else { return nil }
            }
            skimmer.skipSpace(text)
            guard skimmer.offset == bytes.count else { return nil }
        } catch {
            return nil
        }
        return found.index()
    }

    /// Finds the flags in a list that is a member of a JSON object, in one pass that checks the whole object.
    ///
    /// The rows are the list's elements, by index.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - list: The name of the member.
    ///   - shape: The usual shape of a flag, and which member is its name.
    /// - Returns: Nil where the whole document must be read, or gives a better error: one that is not JSON or has no such list,
    ///   one with two flags of one name, or with a flag that has no name in plain ASCII.
    package static func elements(of bytes: [UInt8], in list: String, _ shape: JSONShape) -> FlagIndex? {
        guard bytes.count <= JSONReader.Options().maximumBytes else { return nil }
        var found = Found(in: bytes)
        let wanted = Array(list.utf8)
        var hasList = false
        do throws(JSONSkimmer.Malformed) {
            let slice = bytes[...]
            let text = slice.span
            var skimmer = JSONSkimmer(text)
            skimmer.skipSpace(text)
            guard skimmer.take(text, UInt8(ascii: "{")) else { return nil }
            try skimmer.enter()
            repeat {
                skimmer.skipSpace(text)
                let name = try skimmer.name(text)
                guard name.isWord else { return nil }
                skimmer.skipSpace(text)
                if !JSONShape.equal(wanted, text, name.start, name.end) {
                    let start = skimmer.offset
                    try skimmer.value(text)
                    found.otherMember(name, at: start..<skimmer.offset)
                } else if hasList || !skimmer.take(text, UInt8(ascii: "[")) {
                    return nil
                } else {
                    hasList = true
                    guard try found.elements(text, &skimmer, shape) else { return nil }
                }
                skimmer.skipSpace(text)
            } while skimmer.take(text, UInt8(ascii: ","))
            guard skimmer.take(text, UInt8(ascii: "}")) else { return nil }
            skimmer.skipSpace(text)
            guard hasList, skimmer.offset == bytes.count else { return nil }
        } catch {
            return nil
        }
        return found.index()
    }

    /// What was found so far.
    private struct Found {
        private let bytes: [UInt8]
        private var rows: [Row] = []
        private var unusual: [Int] = []
        private var otherMembers: [String: JSONPart] = [:]

        init(in bytes: [UInt8]) {
            self.bytes = bytes
            rows.reserveCapacity(bytes.count / 100)
        }

        /// Skims the value of a flag, and records where it is, if its name is given or found.
        mutating func flag(
            _ text: Span<UInt8>, _ skimmer: inout JSONSkimmer, _ shape: JSONShape, key name: JSONSkimmer.Piece?
        ) throws(JSONSkimmer.Malformed) {
            skimmer.skipSpace(text)
            let start = skimmer.offset
            skimmer.isUsual = true
            if start < text.count, text[start] == UInt8(ascii: "{") {
                try skimmer.object(text, shape)
            } else {
                try skimmer.value(text)
                skimmer.isUsual = false
            }
            guard let key = name ?? skimmer.key else { return }
            if !skimmer.isUsual { unusual.append(rows.count) }
            rows.append(Row(key: key.start..<key.end, text: start..<skimmer.offset, in: bytes))
        }

        /// Skims the elements of a list and its end, and returns whether all of them have names.
        mutating func elements(
            _ text: Span<UInt8>, _ skimmer: inout JSONSkimmer, _ shape: JSONShape
        ) throws(JSONSkimmer.Malformed) -> Bool {
            try skimmer.enter()
            skimmer.skipSpace(text)
            if !skimmer.take(text, UInt8(ascii: "]")) {
                repeat {
                    skimmer.key = nil
                    try flag(text, &skimmer, shape, key: nil)
                    guard skimmer.key != nil else { return false }
                    skimmer.skipSpace(text)
                } while skimmer.take(text, UInt8(ascii: ","))
                guard skimmer.take(text, UInt8(ascii: "]")) else { throw JSONSkimmer.Malformed() }
            }
            skimmer.leave()
            return true
        }

        /// Records where a member is that is not the list.
        mutating func otherMember(_ name: JSONSkimmer.Piece, at place: Range<Int>) {
            let name = String(decoding: bytes[name.start..<name.end], as: UTF8.self)
            otherMembers[name] = JSONPart(bytes, UInt32(place.lowerBound), UInt32(place.upperBound))
        }

        func index() -> FlagIndex? { FlagIndex(bytes, rows, unusual: unusual, otherMembers: otherMembers) }
    }
}
