// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension JSONParser {
    // MARK: Strings

    /// The string that begins at the quotation mark here.
    mutating func string() throws(JSONFault) -> String {
        let start = offset
        offset += 1
        var decoded: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                let text = String(decoding: decoded, as: UTF8.self)
                // What was repaired differs.
                if !text.utf8.elementsEqual(decoded) {
                    report(.encoding, "The string is not valid UTF-8.", "Save the file as UTF-8.", at: start)
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &decoded)
            case 0..<0x20:
                throw fault(
                    .syntax, "A string holds the control character 0x\(String(byte, radix: 16, uppercase: true)).",
                    "Write it as an escape such as \\n, or close the string.")
            default:
                decoded.append(byte)
                offset += 1
            }
        }
        throw fault(.syntax, "The string has no end.", "Close it with '\"'.", at: start)
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(JSONFault) {
        let start = offset
        offset += 1
        guard offset < bytes.count else { throw expected("a letter after the backslash") }
        let letter = bytes[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(Character(try scalar(escapedAt: start))).utf8)
        default: throw fault(.syntax, "Unknown escape.", "A backslash is written as \\\\ in JSON.", at: start)
        }
    }

    /// The character of `\uXXXX`, or of two such escapes that form a surrogate pair.
    private mutating func scalar(escapedAt start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            let afterFirst = offset
            offset += 2
            let second = try fourHexDigits()
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
            offset = afterFirst
        }
        report(
            .encoding, "Half of a surrogate pair.", "Write both halves, or the character itself.", at: start)
        return "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws(JSONFault) -> UInt32 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            digits.first != UInt8(ascii: "+")
        else {
            throw fault(.syntax, "Expected four hexadecimal digits after \\u.", "Write, for example, \\u00e9.")
        }
        offset += 4
        return number
    }

    // MARK: Numbers

    /// The number that begins here, as it is written.
    mutating func number() throws(JSONFault) -> String {
        let start = offset
        _ = take("-")
        let whole = offset
        try digits("a digit")
        if bytes[whole] == UInt8(ascii: "0"), offset > whole + 1 {
            throw fault(.syntax, "A number has no leading zero.", "Remove it, or write a string.", at: start)
        }
        if take(".") { try digits("a digit after the decimal point") }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try digits("a digit in the exponent")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func digits(_ what: String) throws(JSONFault) {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        if offset == start { throw expected(what) }
    }
}
