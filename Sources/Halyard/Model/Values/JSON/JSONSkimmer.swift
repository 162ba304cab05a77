// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Walks over the bytes of one JSON text and checks all of it without building values.
///
/// It accepts exactly what ``JSONScanner`` reads with the default options. It reports only that something is wrong, not
/// what: for that, let the scanner read the text.
struct JSONSkimmer: ~Copyable {
    /// The error for a text that is not JSON.
    struct Malformed: Error {}

    /// A string's content in the text.
    struct Piece {
        var start: Int
        var end: Int
        /// Whether it is ASCII without escapes, so that the bytes are the string.
        var isWord: Bool
    }

    var offset = 0
    private var depth = 0
    /// Whether everything since this was last set has had its shape.
    var isUsual = true
    /// The word that names the object last skimmed with a shape that has a key.
    var key: Piece?

    init(_ text: borrowing Span<UInt8>) {
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { offset = 3 }
    }

    @inline(__always)
    mutating func skipSpace(_ text: borrowing Span<UInt8>) {
        while offset < text.count, text[offset] <= 0x20 {
            switch text[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Skims the next value, with the space before it.
    @discardableResult
    mutating func value(_ text: borrowing Span<UInt8>) throws(Malformed) -> JSONShape.Kinds {
        skipSpace(text)
        guard offset < text.count else { throw Malformed() }
        switch text[offset] {
        case UInt8(ascii: "\""): return try string(text).isWord ? .word : .text
        case UInt8(ascii: "{"):
            try object(text, nil)
            return .nested
        case UInt8(ascii: "["):
            _ = try array(text)
            return .nested
        case UInt8(ascii: "t"): return try word(text, 0x6575_7274, 4, .yes)
        case UInt8(ascii: "f"):
            offset += 1
            return try word(text, 0x6573_6C61, 4, .no)
        case UInt8(ascii: "n"): return try word(text, 0x6C6C_756E, 4, .null)
        default: return try number(text)
        }
    }

    // MARK: Containers

    /// Skims the object that begins here, and records whether it has the shape.
    mutating func object(_ text: borrowing Span<UInt8>, _ shape: JSONShape?) throws(Malformed) {
        try enter()
        offset += 1
        skipSpace(text)
        var found: UInt32 = 0
        if shape?.key != nil { key = nil }
        if !take(text, UInt8(ascii: "}")) {
            repeat {
                skipSpace(text)
                let name = try name(text)
                if let shape {
                    guard name.isWord else {
                        isUsual = false
                        try value(text)
                        skipSpace(text)
                        continue
                    }
                    if let rule = shape.rule(text, name.start, name.end) {
                        found |= 1 << UInt32(rule)
                        try member(text, shape, rule)
                    } else {
                        try value(text)
                    }
                } else {
                    try value(text)
                }
                skipSpace(text)
            } while take(text, UInt8(ascii: ","))
            guard take(text, UInt8(ascii: "}")) else { throw Malformed() }
        }
        leave()
        if let shape, found & shape.required != shape.required { isUsual = false }
    }

    /// Skims a member's name and the colon after it.
    @inline(__always)
    mutating func name(_ text: borrowing Span<UInt8>) throws(Malformed) -> Piece {
        guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { throw Malformed() }
        let name = try string(text)
        skipSpace(text)
        guard take(text, UInt8(ascii: ":")) else { throw Malformed() }
        return name
    }

    private mutating func member(
        _ text: borrowing Span<UInt8>, _ shape: JSONShape, _ number: Int
    ) throws(Malformed) {
        skipSpace(text)
        guard offset < text.count else { throw Malformed() }
        if shape.members[number].isList, text[offset] == UInt8(ascii: "[") {
            if try !array(text) { isUsual = false }
        } else if let object = shape.members[number].object, text[offset] == UInt8(ascii: "{") {
            try self.object(text, object)
        } else if shape.key == number || !shape.members[number].refused.isEmpty, text[offset] == UInt8(ascii: "\"") {
            try self.word(text, shape, number)
        } else if try !shape.members[number].kinds.contains(value(text)) {
            isUsual = false
        }
    }

    /// Skims a string whose content matters.
    private mutating func word(_ text: borrowing Span<UInt8>, _ shape: JSONShape, _ number: Int) throws(Malformed) {
        let piece = try string(text)
        guard piece.isWord, shape.members[number].kinds.contains(.word) else {
            isUsual = false
            return
        }
        for word in shape.members[number].refused where JSONShape.equal(word, text, piece.start, piece.end) {
            isUsual = false
        }
        if shape.key == number {
            // Of two, the last wins, as everywhere; but it is not known which one was used.
            if key != nil { isUsual = false }
            key = piece
        }
    }

    /// Skims the array that begins here, and returns whether it holds nothing but strings.
    mutating func array(_ text: borrowing Span<UInt8>) throws(Malformed) -> Bool {
        try enter()
        offset += 1
        skipSpace(text)
        var kinds: JSONShape.Kinds = []
        if !take(text, UInt8(ascii: "]")) {
            repeat {
                kinds.formUnion(try value(text))
                skipSpace(text)
            } while take(text, UInt8(ascii: ","))
            guard take(text, UInt8(ascii: "]")) else { throw Malformed() }
        }
        leave()
        return kinds.isSubset(of: .string)
    }

    mutating func enter() throws(Malformed) {
        depth += 1
        if depth > JSONReader.Options().maximumDepth { throw Malformed() }
    }

    mutating func leave() { depth -= 1 }

    @inline(__always)
    mutating func take(_ text: borrowing Span<UInt8>, _ byte: UInt8) -> Bool {
        guard offset < text.count, text[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func word(
        _ text: borrowing Span<UInt8>, _ letters: UInt32, _ count: Int, _ kind: JSONShape.Kinds
    ) throws(Malformed) -> JSONShape.Kinds {
        guard offset + count <= text.count else { throw Malformed() }
        var found: UInt32 = 0
        for index in 0..<count { found |= UInt32(text[offset + index]) << UInt32(8 * index) }
        guard found == letters else { throw Malformed() }
        offset += count
        return kind
    }
}
