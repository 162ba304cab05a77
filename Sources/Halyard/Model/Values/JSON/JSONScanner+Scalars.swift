// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension JSONScanner {
    // MARK: Strings

    /// Reads the string that starts at the current quotation mark.
    mutating func string() throws(Fault) -> String {
        let start = offset + 1
        let slice = bytes[...]
        var end = Self.endOfPlainText(slice.span, start)
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            offset = end + 1
            // The bytes are ASCII, so they don't need a check.
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                offset = end + 1
                return try text(bytes[start..<end], from: start)
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            end += 1
        }
        return try stringWithEscapes(start: start, firstUnusual: end)
    }

    /// Skips the string that starts at the current quotation mark.
    mutating func skipString() throws(Fault) {
        let slice = bytes[...]
        let end = Self.endOfPlainText(slice.span, offset + 1)
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            offset = end + 1
        } else {
            _ = try string()
        }
    }

    /// Skips the string that starts at the current quotation mark, and returns its number in a list of names.
    mutating func name(among names: JSONNames?) throws(Fault) -> Int? {
        guard let names else {
            try skipString()
            return nil
        }
        let start = offset + 1
        let slice = bytes[...]
        let end = Self.endOfPlainText(slice.span, start)
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            offset = end + 1
            return names.number(slice.span, start, end)
        }
        let name = Array(try string().utf8)[...]
        return names.number(name.span, 0, name.count)
    }

    /// Returns the offset of the first quotation mark, backslash, control character, or byte outside ASCII after `start`.
    @inline(__always)
    private static func endOfPlainText(_ text: borrowing Span<UInt8>, _ start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let raw = text.bytes
        var offset = start
        // Checks eight bytes at a time. Only the lowest marked byte is reliable.
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

    private mutating func stringWithEscapes(start: Int, firstUnusual: Int) throws(Fault) -> String {
        var decoded = Array(bytes[start..<firstUnusual])
        offset = firstUnusual
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return try text(decoded[...], from: start)
            case UInt8(ascii: "\\"):
                try escape(into: &decoded)
            case 0..<0x20:
                throw fault(
                    .syntax,
                    "A string contains the control character 0x\(String(byte, radix: 16)). Use an escape sequence such as \\n."
                )
            default:
                decoded.append(byte)
                offset += 1
            }
        }
        throw fault(.unexpectedEnd, "The string that starts at byte \(start) isn't closed. Add '\"'.")
    }

    private func text(_ utf8: ArraySlice<UInt8>, from start: Int) throws(Fault) -> String {
        guard let text = String(validUTF8: utf8) else {
            throw Fault(
                code: .encoding, message: "The string isn't valid UTF-8. Encode the text as UTF-8.",
                offset: start)
        }
        return text
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(Fault) {
        let start = offset
        offset += 1
        guard offset < bytes.count else { throw fault(.unexpectedEnd, "The text ends inside an escape sequence.") }
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(try scalar(escapedAt: start)).utf8)
        default:
            throw Fault(
                code: .syntax, message: "Unknown escape sequence. Use \\\\ for a backslash.", offset: start)
        }
    }

    /// Returns the character of `\uXXXX`, or of two such escape sequences that form a surrogate pair.
    private mutating func scalar(escapedAt start: Int) throws(Fault) -> Character {
        let first = try fourHexDigits()
        if let scalar = UnicodeScalar(first) { return Character(scalar) }
        let isPair =
            first < 0xDC00 && offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
            && bytes[offset + 1] == UInt8(ascii: "u")
        if isPair {
            offset += 2
            let second = try fourHexDigits()
            if (0xDC00...0xDFFF).contains(second),
                let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return Character(scalar)
            }
        }
        throw Fault(
            code: .encoding, message: "Incomplete surrogate pair. Use both halves, or the character itself.",
            offset: start)
    }

    private mutating func fourHexDigits() throws(Fault) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard offset < bytes.count else { throw fault(.unexpectedEnd, "The text ends inside an escape sequence.") }
            guard let digit = Self.hexDigit(bytes[offset]) else {
                throw fault(.syntax, "Expected four hexadecimal digits after \\u.")
            }
            number = number << 4 | digit
            offset += 1
        }
        return number
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    // MARK: Numbers

    mutating func number() throws(Fault) -> FlagValue {
        let start = offset
        if let integer = try skipNumber() { return .int(integer) }
        guard let value = Double(string(from: start)), value.isFinite else {
            throw Fault(
                code: .numberOutOfRange,
                message: "The number is too large. Use a number up to about 1.8e308.", offset: start)
        }
        return .double(value)
    }

    /// Skips the number at the current offset, and returns its text, even if it's out of range.
    package mutating func digits() throws(Fault) -> String {
        let start = offset
        _ = try skipNumber()
        return string(from: start)
    }

    /// Returns the bytes from an offset to the current one as a string.
    package func string(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

    /// Skips a number, and returns it if it's a 64-bit integer.
    private mutating func skipNumber() throws(Fault) -> Int64? {
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let whole = try wholePart(isNegative: isNegative)
        let hasFraction = try skipFraction()
        let hasExponent = try skipExponent()
        return hasFraction || hasExponent ? nil : whole
    }

    /// Reads the digits before the decimal point as a number, or `nil` if it doesn't fit in 64 bits.
    private mutating func wholePart(isNegative: Bool) throws(Fault) -> Int64? {
        let start = offset
        var number: Int64? = 0
        while let digit = digitHere {
            number = number.flatMap { Self.appending(digit, to: $0, isNegative: isNegative) }
            offset += 1
        }
        if offset == start { throw fault(.syntax, "Expected a digit.") }
        if bytes[start] == UInt8(ascii: "0"), offset > start + 1 {
            throw Fault(code: .syntax, message: "The number has a leading zero. Remove it.", offset: start)
        }
        return number
    }

    private static func appending(_ digit: UInt8, to number: Int64, isNegative: Bool) -> Int64? {
        let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, overflowAgain) =
            isNegative
            ? tenfold.subtractingReportingOverflow(Int64(digit)) : tenfold.addingReportingOverflow(Int64(digit))
        return overflow || overflowAgain ? nil : sum
    }

    private mutating func skipFraction() throws(Fault) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { return false }
        offset += 1
        try skipDigits("the decimal point")
        return true
    }

    private mutating func skipExponent() throws(Fault) -> Bool {
        guard offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") else { return false }
        offset += 1
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
            offset += 1
        }
        try skipDigits("the exponent's sign")
        return true
    }

    private mutating func skipDigits(_ place: String) throws(Fault) {
        guard digitHere != nil else { throw fault(.syntax, "Expected a digit after \(place).") }
        while digitHere != nil { offset += 1 }
    }

    private var digitHere: UInt8? {
        guard offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) else { return nil }
        return bytes[offset] - UInt8(ascii: "0")
    }
}
