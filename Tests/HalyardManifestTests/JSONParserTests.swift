// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest
import Testing

@Suite struct JSONParserTests {
    @Test(
        "says what is wrong with a text that is no JSON, and where",
        arguments: [
            ("", "1:1: error: Expected a value, found the end of the text. Complete the text."),
            ("{", "1:2: error: Expected a member name in double quotes, found the end of the text. Complete the text."),
            (
                "{\n  'flags': {} }",
                "2:3: error: Expected a member name in double quotes, found '''. JSON has no comments, trailing commas or single quotes."
            ),
            (
                #"{"flags": {},}"#,
                "1:14: error: Expected a member name in double quotes, found '}'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                #"{"flags" {}}"#,
                "1:10: error: /flags: Expected ':' after the member name, found '{'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                "// comment\n{}",
                "1:1: error: Expected a value, found '/'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                "{} {}",
                "1:4: error: Expected the end after the value, found '{'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                #"{"flags": {"a": {"defaultValue": True}}}"#,
                "1:34: error: /flags/a/defaultValue: Expected a value, found True. Write a string in double quotes, and true, false and null in lower case."
            ),
            (
                #"{"flags": {"a": {"defaultValue": NaN}}}"#,
                "1:34: error: /flags/a/defaultValue: Expected a value, found NaN. JSON has no such number; write one with digits."
            ),
            (
                #"{"flags": {"a": [1, -Infinity]}}"#,
                "1:22: error: /flags/a/1: Expected a digit, found 'I'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                #"{"a": 007}"#,
                "1:7: error: /a: A number has no leading zero. Remove it, or write a string."
            ),
            (
                #"{"a": 1.}"#,
                "1:9: error: /a: Expected a digit after the decimal point, found '}'. JSON has no comments, trailing commas or single quotes."
            ),
            (
                #"{"a": 1e"#,
                "1:9: error: /a: Expected a digit in the exponent, found the end of the text. Complete the text."
            ),
            (#"{"a": "x"#, "1:7: error: /a: The string has no end. Close it with '\"'."),
            (
                "{\"a\": \"x\ny\"}",
                "1:9: error: /a: A string holds the control character 0xA. Write it as an escape such as \\n, or close the string."
            ),
            (#"{"a": "\x41"}"#, #"1:8: error: /a: Unknown escape. A backslash is written as \\ in JSON."#),
            (
                #"{"a": "\u+041"}"#,
                #"1:10: error: /a: Expected four hexadecimal digits after \u. Write, for example, \u00e9."#
            ),
            (
                #"{"a": "\"#,
                "1:9: error: /a: Expected a letter after the backslash, found the end of the text. Complete the text."
            ),
        ])
    func brokenTexts(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test(
        "reports every string that is not valid UTF-8, and goes on",
        arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]])
    func invalidUTF8(bytes: [UInt8]) {
        let text =
            Array(#"{"flags": {"a": {"flagType": "string", "defaultValue": ""#.utf8) + bytes + Array("\"},\n\"".utf8)
            + bytes + Array(#"": {"flagType": "boolean", "defaultValue": 1}}}"#.utf8)
        let found = FlagManifest.read(text).problems
        #expect(found.map(\.code) == [.encoding, .encoding, .wrongType])
        #expect(
            found.map(\.position) == [
                .init(line: 1, column: 56), .init(line: 2, column: 1), .init(line: 2, column: 45 + bytes.count),
            ])
        #expect(
            found.map(\.suggestion) == ["Save the file as UTF-8.", "Save the file as UTF-8.", "Write true or false."])
    }

    @Test(
        "reports half of a surrogate pair",
        arguments: [#"\ud83d"#, #"\ude80"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\ud83d\ud83d"#])
    func halfSurrogates(escape: String) {
        let found = FlagManifest.read(manifest(#""a": { "flagType": "string", "defaultValue": "\#(escape)" }"#))
            .problems
        #expect(Set(found.map(\.message)) == ["Half of a surrogate pair."])
        #expect(found.first?.position == TextPosition(line: 3, column: 51))
        #expect(found.first?.pointer == "/flags/a/defaultValue")
    }

    @Test("refuses a text in UTF-16", arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B]] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        #expect(problems(bytes) == ["1:1: error: The text is UTF-16. Save the file as UTF-8."])
    }

    @Test("ends at 128 levels, however deep the text is", arguments: [129, 1_000_000])
    func depth(levels: Int) {
        let text = String(repeating: "[", count: levels)
        #expect(
            FlagManifest.read(Array(text.utf8)).problems.map(\.message) == ["Nested deeper than 128 levels."])
    }

    @Test("reads 128 levels")
    func deepest() {
        let value = String(repeating: "[", count: 125) + String(repeating: "]", count: 125)
        #expect(problems(manifest(#""a": { "flagType": "object", "defaultValue": \#(value) }"#)) == [])
    }

    @Test("reports duplicate names at every level, with the line of the first")
    func duplicateNames() {
        let text = """
            { "flags": { "a": { "flagType": "object", "defaultValue": { "x": 1,
              "x": 2 } },
              "a": { "flagType": "boolean", "flagType": "string", "defaultValue": "" } },
              "flags": 1 }
            """
        #expect(
            problems(text) == [
                #"2:3: error: /flags/a/defaultValue/x: The name "x" is used twice, first on line 1. Remove one of them."#,
                #"3:3: error: /flags/a: The name "a" is used twice, first on line 1. Remove one of them."#,
                #"3:33: error: /flags/a/flagType: The name "flagType" is used twice, first on line 3. Remove one of them."#,
                #"4:3: error: /flags: The name "flags" is used twice, first on line 1. Remove one of them."#,
            ])
    }

    @Test("makes a node of a text, or nothing")
    func nodes() {
        #expect(JSONNode(json: "1.50")?.content == .number("1.50"))
        #expect(JSONNode(json: "") == nil)
        #expect(JSONNode(json: "[1,]") == nil)
        #expect(JSONNode(json: #"{"a": 1, "a": 2}"#) == nil)
    }

    @Test("counts columns in bytes, and a byte order mark is none")
    func columns() {
        let text = [0xEF, 0xBB, 0xBF] + Array(#"{"flags": {"größe": 1}}"#.utf8)
        #expect(FlagManifest.read(text).problems.map(\.position) == [TextPosition(line: 1, column: 23)])
    }

    @Test("survives every prefix of a manifest, and every byte that is replaced")
    func damagedTexts() throws {
        let bytes = manifest(
            #""a": { "flagType": "float", "defaultValue": -1.5e3, "x": ["\u00e9\ud83d\ude80", null, true] }"#)
        #expect(problems(bytes) == [])
        for end in 0..<(bytes.count - 2) { #expect(FlagManifest.read(Array(bytes[..<end])).hasErrors) }
        for index in bytes.indices {
            for byte: UInt8 in [0x00, 0x22, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] = byte
                let reading = FlagManifest.read(damaged)
                #expect(reading.hasErrors || reading.manifest.flags.count <= 1)
            }
        }
    }
}
