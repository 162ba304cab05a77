// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

extension JSONReaderTests {
    // MARK: Numbers

    @Test(
        "Reads 64-bit integers exactly, and other numbers as doubles",
        arguments: [
            Reading("zero", "0", .int(0)),
            Reading("minus one", "-1", .int(-1)),
            Reading("negative zero is a whole number", "-0", .int(0)),
            Reading("largest whole number", "9223372036854775807", .int(9_223_372_036_854_775_807)),
            Reading("smallest whole number", "-9223372036854775808", .int(-9_223_372_036_854_775_808)),
            Reading("one above the largest", "9223372036854775808", .double(0x1p63)),
            Reading("one below the smallest", "-9223372036854775809", .double(-0x1p63)),
            Reading("largest unsigned number", "18446744073709551615", .double(0x1p64)),
            Reading("thirty digits", "123456789012345678901234567890", .double(1.2345678901234568e29)),
            Reading("exact beyond 2^53", "9007199254740993", .int(9_007_199_254_740_993)),
            Reading("rounded beyond 2^53 with a fraction", "9007199254740993.0", .double(9_007_199_254_740_992)),
            Reading("empty fraction", "1.0", .double(1)),
            Reading("fraction", "-12.375", .double(-12.375)),
            Reading("tenth", "0.1", .double(0.1)),
            Reading("exponent", "1e2", .double(100)),
            Reading("upper-case exponent", "1E2", .double(100)),
            Reading("positive exponent", "1e+2", .double(100)),
            Reading("negative exponent", "25e-2", .double(0.25)),
            Reading("exponent with zeros", "1e02", .double(100)),
            Reading("fraction and exponent", "1.5e3", .double(1500)),
            Reading("zero with an exponent", "0e1", .double(0)),
            Reading("zero with a huge exponent", "0e999999", .double(0)),
            Reading("largest double", "1.7976931348623157e308", .double(1.7976931348623157e308)),
            Reading("smallest double", "5e-324", .double(.leastNonzeroMagnitude)),
            Reading("too small for a double", "1e-400", .double(0)),
        ])
    func numbers(reading: Reading) throws {
        #expect(try JSONReader().read(reading.text) == reading.value)
        #expect(try JSONReader().read("[\(reading.text)]") == .array([reading.value]))
    }

    @Test("Keeps the sign of negative zero with a fraction")
    func negativeZero() throws {
        guard case .double(let zero) = try JSONReader().read("-0.0") else {
            Issue.record("-0.0 isn't a double.")
            return
        }
        #expect(zero == 0)
        #expect(zero.sign == .minus)
    }

    @Test(
        "Rejects invalid and out-of-range numbers",
        arguments: [
            Refusal("too large", "1e400", "numberOutOfRange 1:1"),
            Refusal("too far below zero", "[1, -1e400]", "numberOutOfRange 1:5 /1"),
            Refusal("400 digits", String(repeating: "9", count: 400), "numberOutOfRange 1:1"),
            Refusal("leading zero", "01", "syntax 1:1"),
            Refusal("leading zero after a sign", "-01", "syntax 1:2"),
            Refusal("two zeros", "[00]", "syntax 1:2 /0"),
            Refusal("leading zero before a point", "00.5", "syntax 1:1"),
            Refusal("no digit after the point", "[1.]", "syntax 1:4 /0"),
            Refusal("exponent after the point", "[1.e5]", "syntax 1:4 /0"),
            Refusal("no digit before the point", ".5", "syntax 1:1"),
            Refusal("no digit between sign and point", "[-.5]", "syntax 1:3 /0"),
            Refusal("plus sign", "+1", "syntax 1:1"),
            Refusal("two signs", "--1", "syntax 1:2"),
            Refusal("sign alone", "[-]", "syntax 1:3 /0"),
            Refusal("exponent without digits", "[1e]", "syntax 1:4 /0"),
            Refusal("exponent with a sign alone", "[1e+]", "syntax 1:5 /0"),
            Refusal("exponent with a fraction", "[1e1.5]", "syntax 1:5"),
            Refusal("two points", "[1.2.3]", "syntax 1:5"),
            Refusal("hexadecimal", "0x1", "syntax 1:2"),
            Refusal("digit groups", "1_000", "syntax 1:2"),
            Refusal("space inside", "1 000", "syntax 1:3"),
            Refusal("not a number", "NaN", "syntax 1:1"),
            Refusal("not a number, lower case", "nan", "syntax 1:1"),
            Refusal("infinity", "Infinity", "syntax 1:1"),
            Refusal("negative infinity", "-Infinity", "syntax 1:2"),
            Refusal("digits of another script", "١", "syntax 1:1"),
        ])
    func noNumbers(refusal: Refusal) throws {
        try Self.check(refusal)
    }

    // MARK: Strings

    @Test(
        "Reads strings and their escape sequences",
        arguments: [
            Reading("empty", #""""#, ""),
            Reading("quotation mark", #""\"""#, "\""),
            Reading("backslash", #""\\""#, "\\"),
            Reading("slash", #""\/""#, "/"),
            Reading("backspace", #""\b""#, "\u{8}"),
            Reading("form feed", #""\f""#, "\u{C}"),
            Reading("line feed", #""\n""#, "\n"),
            Reading("carriage return", #""\r""#, "\r"),
            Reading("tab", #""\t""#, "\t"),
            Reading("all in a row", #""\"\\\/\b\f\n\r\t.""#, "\"\\/\u{8}\u{C}\n\r\t."),
            Reading("carriage return and line feed", #""a\r\nb""#, "a\r\nb"),
            Reading("NUL", #""\u0000""#, "\0"),
            Reading("letter by number", #""\u0041""#, "A"),
            Reading("lower-case digits", #""\u00ef""#, "ï"),
            Reading("upper-case digits", #""\u00EF""#, "ï"),
            Reading("three bytes", #""\u20ac""#, "€"),
            Reading("surrogate pair", #""\ud83d\ude00""#, "😀"),
            Reading("surrogate pair, upper case", #""x\uD834\uDD1Ey""#, "x𝄞y"),
            Reading("first surrogate pair", #""\ud800\udc00""#, "\u{10000}"),
            Reading("last surrogate pair", #""\udbff\udfff""#, "\u{10FFFF}"),
            Reading("last before the surrogates", #""\ud7ff""#, "\u{D7FF}"),
            Reading("first after the surrogates", #""\ue000""#, "\u{E000}"),
            Reading("a noncharacter", #""\uffff""#, "\u{FFFF}"),
            Reading("characters as they are", #""é€😀""#, "é€😀"),
            Reading("delete as it is", "\"\u{7F}\"", "\u{7F}"),
            Reading("line separator as it is", "\"\u{2028}\"", "\u{2028}"),
            Reading("four digits only", #""\u00412""#, "A2"),
            Reading("an escaped backslash before a u", #""\\u0041""#, #"\u0041"#),
            Reading("a comment in a string", #""// /* */""#, "// /* */"),
        ])
    func strings(reading: Reading) throws {
        #expect(try JSONReader().read(reading.text) == reading.value)
        #expect(try JSONReader().read("{\(reading.text):0}")[name(reading.value)] == 0)
    }

    private func name(_ value: FlagValue) -> String {
        if case .string(let name) = value { name } else { "" }
    }

    @Test("Keeps Unicode scalars without normalizing them")
    func scalarsAreKept() throws {
        let value = try JSONReader().read(#""e\u0301\u00e9""#)
        #expect(name(value).unicodeScalars.map(\.value) == [0x65, 0x301, 0xE9])
    }

    @Test("Reads long strings with and without escape sequences")
    func longStrings() throws {
        let long = String(repeating: "abcdefghi/", count: 10_000)
        #expect(try JSONReader().read("\"\(long)\"") == .string(long))
        #expect(try JSONReader().read("\"\(long)\\n\(long)\"") == .string(long + "\n" + long))
    }

    @Test(
        "Rejects half of a surrogate pair at its escape sequence",
        arguments: [
            Refusal("lone high surrogate", #""\ud800""#, "encoding 1:2"),
            Refusal("lone low surrogate", #""\udc00""#, "encoding 1:2"),
            Refusal("swapped pair", #""\ude00\ud83d""#, "encoding 1:2"),
            Refusal("high surrogate before text", #""\ud83dabcdef""#, "encoding 1:2"),
            Refusal("high surrogate before another escape", #""\ud83d\n""#, "encoding 1:2"),
            Refusal("high surrogate before a letter by number", #""\ud83d\u0041""#, "encoding 1:2"),
            Refusal("two high surrogates", #""\ud83d\ud83d""#, "encoding 1:2"),
            Refusal("two low surrogates", #""\ude00\ude00""#, "encoding 1:2"),
            Refusal("low surrogate after a pair", #""\ud83d\ude00\ude00""#, "encoding 1:14"),
            Refusal("in an element", #"["a", "x\ud800"]"#, "encoding 1:9 /1"),
            Refusal("in a name", #"{"a":{"\ud800":1}}"#, "encoding 1:8 /a"),
        ])
    func loneSurrogates(refusal: Refusal) throws {
        try Self.check(refusal)
    }

    @Test(
        "Rejects invalid UTF-8",
        arguments: [
            Refusal("no lead byte at all", [0x22, 0xFF, 0x22], "encoding 1:2"),
            Refusal("continuation byte alone", [0x22, 0x61, 0x80, 0x22], "encoding 1:2"),
            Refusal("sequence cut short", [0x22, 0xC3, 0x22], "encoding 1:2"),
            Refusal("overlong slash", [0x22, 0xC0, 0xAF, 0x22], "encoding 1:2"),
            Refusal("surrogate in UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], "encoding 1:2"),
            Refusal("beyond Unicode", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "encoding 1:2"),
            Refusal("Latin-1 after an escape", [0x22, 0x5C, 0x6E, 0xE9, 0x22], "encoding 1:2"),
            Refusal("in an element", Array("[1,\n ".utf8) + [0x22, 0xFF, 0x22, 0x5D], "encoding 2:3 /1"),
            Refusal("in a name", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "encoding 1:3"),
            Refusal("outside of a string", [0x5B, 0xFF, 0x5D], "syntax 1:2 /0"),
            Refusal("UTF-16", [0xFF, 0xFE, 0x31, 0x00], "syntax 1:1"),
        ])
    func invalidUTF8(refusal: Refusal) throws {
        try Self.check(refusal)
    }

    @Test("Rejects control characters in a string unless they're escaped")
    func controlCharacters() throws {
        for byte in UInt8(0)..<0x20 {
            try Self.check(Refusal("as it is", [0x22, 0x61, byte, 0x22], "syntax 1:3"))
            try Self.check(
                Refusal("after an escape", [0x22, 0x5C, 0x6E, byte, 0x62, 0xFF], "syntax 1:4"))
            let digits = String(byte, radix: 16)
            let escape = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
            #expect(try JSONReader().read(escape) == .string(String(UnicodeScalar(byte))))
        }
    }

    @Test(
        "Rejects invalid escape sequences and unterminated strings",
        arguments: [
            Refusal("unknown escape", #""ab\x41""#, "syntax 1:4"),
            Refusal("escaped single quote", #""\'""#, "syntax 1:2"),
            Refusal("escaped NUL of another language", #""\0""#, "syntax 1:2"),
            Refusal("upper-case escape", #""\U0041""#, "syntax 1:2"),
            Refusal("three digits", #""\u004""#, "syntax 1:7"),
            Refusal("a letter among the digits", #""\u00g1""#, "syntax 1:6"),
            Refusal("a sign among the digits", #""\u+041""#, "syntax 1:4"),
            Refusal("braces of another language", #""\u{41}""#, "syntax 1:4"),
            Refusal("a broken second half", #""\ud83d\ude0""#, "syntax 1:13"),
            Refusal("unterminated", #""abc"#, "unexpectedEnd 1:5"),
            Refusal("only a quotation mark", "\"", "unexpectedEnd 1:2"),
            Refusal("ends with an escaped quotation mark", #""abc\""#, "unexpectedEnd 1:7"),
            Refusal("ends in an escape", #""abc\"#, "unexpectedEnd 1:6"),
            Refusal("ends in the digits", #"["\u00"#, "unexpectedEnd 1:7 /0"),
            Refusal("unterminated name", #"{"a"#, "unexpectedEnd 1:4"),
        ])
    func noStrings(refusal: Refusal) throws {
        try Self.check(refusal)
    }
}
