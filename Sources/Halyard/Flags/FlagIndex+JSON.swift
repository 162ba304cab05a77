// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagIndex {
    /// Finds the flags in a JSON object that has a member for each of them, in one pass that checks all of it.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - shape: How a flag usually looks; what looks otherwise is listed in ``unusual``.
    /// - Returns: Nil where reading the whole document says more, or is needed: one that is no JSON or no such object, one
    ///   with two flags of one name, or with a name that is not plain ASCII.
    package static func members(of bytes: [UInt8], _ shape: JSONShape) -> FlagIndex? {
        guard bytes.count <= JSONReader.Options().maximumBytes else { return nil }
        var found = Found(in: bytes)
        do throws(JSONSkimmer.Malformed) {
            let text = bytes.span
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

    /// What was found so far.
    private struct Found {
        private let bytes: [UInt8]
        private var rows: [Row] = []
        private var unusual: [Int] = []

        init(in bytes: [UInt8]) {
            self.bytes = bytes
            rows.reserveCapacity(bytes.count / 100)
        }

        /// Passes the value of a flag, and notes where it stands.
        mutating func flag(
            _ text: Span<UInt8>, _ skimmer: inout JSONSkimmer, _ shape: JSONShape, key: JSONSkimmer.Piece
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
            if !skimmer.isUsual { unusual.append(rows.count) }
            rows.append(Row(key: key.start..<key.end, text: start..<skimmer.offset, in: bytes))
        }

        func index() -> FlagIndex? { FlagIndex(bytes, rows, unusual: unusual) }
    }
}
