// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension JSONSkimmer {
    // MARK: Strings

    /// Skims the string that begins at the quotation mark here.
    mutating func string(_ text: borrowing Span<UInt8>) throws(Malformed) -> Piece {
        let start = offset + 1
        let end = Self.endOfPlainText(text, start)
        guard end < text.count else { throw Malformed() }
        if text[end] == UInt8(ascii: "\"") {
            offset = end + 1
            return Piece(start: start, end: end, isWord: true)
        }
        return try unusualString(text, start: start, firstUnusual: end)
    }

    /// The first byte from `start` on that is a quotation mark, a backslash, a control character or not ASCII.
    @inline(__always)
    static func endOfPlainText(_ text: borrowing Span<UInt8>, _ start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let raw = text.bytes
        var offset = start
        // Eight bytes at a time; the lowest of the marked bytes is marked correctly.
        while offset + 8 <= text.count {
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let found =
                (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | (word &- ones &* 0x20) | word)
                & tops
            if found != 0 { return offset + found.trailingZeroBitCount >> 3 }
            offset += 8
        }
        while offset < text.count {
            let byte = text[offset]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            offset += 1
        }
        return offset
    }

    private mutating func unusualString(
        _ text: borrowing Span<UInt8>, start: Int, firstUnusual: Int
    ) throws(Malformed) -> Piece {
        offset = firstUnusual
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return Piece(start: start, end: offset - 1, isWord: false)
            case UInt8(ascii: "\\"): try escape(text)
            case 0..<0x20: throw Malformed()
            case 0x20..<0x80: offset += 1
            default: try character(text)
            }
        }
        throw Malformed()
    }

    /// Skims a character of more than one byte, by table 3-7 of the Unicode standard.
    private mutating func character(_ text: borrowing Span<UInt8>) throws(Malformed) {
        let first = text[offset]
        let count: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: count = 2
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: count = 3
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: count = 4
        default: throw Malformed()
        }
        guard offset + count <= text.count, second.contains(text[offset + 1]) else { throw Malformed() }
        for index in 2..<max(count, 2) where text[offset + index] & 0xC0 != 0x80 { throw Malformed() }
        offset += count
    }

    private mutating func escape(_ text: borrowing Span<UInt8>) throws(Malformed) {
        guard offset + 1 < text.count else { throw Malformed() }
        let letter = text[offset + 1]
        offset += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"): break
        default: throw Malformed()
        }
        switch try fourHexDigits(text) {
        case 0xD800..<0xDC00:
            guard take(text, UInt8(ascii: "\\")), take(text, UInt8(ascii: "u")),
                (0xDC00..<0xE000).contains(try fourHexDigits(text))
            else { throw Malformed() }
        case 0xDC00..<0xE000: throw Malformed()
        default: return
        }
    }

    private mutating func fourHexDigits(_ text: borrowing Span<UInt8>) throws(Malformed) -> UInt32 {
        guard offset + 4 <= text.count else { throw Malformed() }
        var number: UInt32 = 0
        for index in 0..<4 {
            guard let digit = JSONScanner.hexDigit(text[offset + index]) else { throw Malformed() }
            number = number << 4 | digit
        }
        offset += 4
        return number
    }

    // MARK: Numbers

    mutating func number(_ text: borrowing Span<UInt8>) throws(Malformed) -> JSONShape.Kinds {
        let start = offset
        if text[offset] == UInt8(ascii: "-") { offset += 1 }
        let whole = offset
        let digits = try skipDigits(text)
        if digits > 1, text[whole] == UInt8(ascii: "0") { throw Malformed() }
        var isWhole = true
        if take(text, UInt8(ascii: ".")) {
            isWhole = false
            _ = try skipDigits(text)
        }
        var mayBeTooLarge = digits > 300
        if offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") {
            (isWhole, mayBeTooLarge) = (false, true)
            offset += 1
            if !take(text, UInt8(ascii: "+")) { _ = take(text, UInt8(ascii: "-")) }
            _ = try skipDigits(text)
        }
        if mayBeTooLarge { try checkSize(text, from: start) }
        return isWhole && digits <= 18 ? .int : .number
    }

    private mutating func skipDigits(_ text: borrowing Span<UInt8>) throws(Malformed) -> Int {
        let start = offset
        while offset < text.count, text[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
        if offset == start { throw Malformed() }
        return offset - start
    }

    private func checkSize(_ text: borrowing Span<UInt8>, from start: Int) throws(Malformed) {
        var digits: [UInt8] = []
        for index in start..<offset { digits.append(text[index]) }
        guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else { throw Malformed() }
    }
}
