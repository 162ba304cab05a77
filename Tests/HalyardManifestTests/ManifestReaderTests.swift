// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing

@Suite struct ManifestReaderTests {
    @Test(
        "Reports the location, the problem, and a suggestion for invalid JSON",
        arguments: [
            ("", "1:1: error: Expected a value, found the end of the text. Complete the JSON."),
            (
                "{\n  'flags': {} }",
                """
                2:3: error: Expected a property name in double quotes, found '''. Fix the text. JSON has no comments, \
                trailing commas, or single quotes.
                """
            ),
            (
                #"{"flags" {}}"#,
                """
                1:10: error: /flags: Expected ':' after the property name, found '{'. Fix the text. JSON has no comments, \
                trailing commas, or single quotes.
                """
            ),
            (
                "{} {}",
                """
                1:4: error: Expected the end of the text, found '{'. Fix the text. JSON has no comments, trailing \
                commas, or single quotes.
                """
            ),
            (
                #"{"flags": {"a/b": [1, nil]}}"#,
                "1:23: error: /flags/a~1b/1: Expected null, found other characters. Use true, false, or null in lowercase."
            ),
            (#"{"a": "x"#, "1:9: error: /a: The string that starts at byte 7 isn't closed. Add '\"'."),
            (#"{"a": "\x41"}"#, #"1:8: error: /a: Unknown escape sequence. Use \\ for a backslash."#),
        ])
    func brokenTexts(text: String, problem: String) {
        #expect(problems(text) == [problem])
        #expect(FlagManifest.read(Array(text.utf8)).manifest.flags.isEmpty)
    }

    @Test("Separates the suggestion from the message")
    func suggestions() throws {
        let withSuggestion = try problem(Array(#"["a\x41"]"#.utf8))
        #expect(withSuggestion.code == .syntax)
        #expect(withSuggestion.message == "Unknown escape sequence.")
        #expect(withSuggestion.suggestion == #"Use \\ for a backslash."#)
        let without = try problem(Array("[1".utf8))
        #expect(without.code == .syntax)
        #expect(without.message == "Expected ',' or ']', found the end of the text.")
        #expect(without.suggestion == "Complete the JSON.")
    }

    @Test(
        "Rejects invalid UTF-8 and half of a surrogate pair",
        arguments: [[0xC0, 0xAF], Array(#"\ud83d"#.utf8)] as [[UInt8]])
    func encoding(bytes: [UInt8]) throws {
        let problem = try problem(Array("{\n\"flags\": [\"".utf8) + bytes + Array("\"]}".utf8))
        #expect(problem.code == .encoding)
        #expect(problem.position == TextPosition(line: 2, column: 12))
        #expect(problem.pointer == "/flags/0")
    }

    @Test("Rejects UTF-16", arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B]] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        #expect(problems(bytes) == ["1:1: error: The file is encoded as UTF-16. Save the file as UTF-8."])
    }

    @Test("Rejects more than 128 nesting levels", arguments: [129, 1_000_000])
    func tooDeep(levels: Int) throws {
        let problem = try problem(Array(String(repeating: "[", count: levels).utf8))
        #expect(problem.code == .tooDeep)
        #expect(problem.position == TextPosition(line: 1, column: 129))
        #expect(problem.message == "The nesting exceeds 128 levels.")
        #expect(problem.suggestion == "Reduce the nesting.")
    }

    @Test("Reads 128 nesting levels")
    func deepest() {
        let value = String(repeating: "[", count: 125) + String(repeating: "]", count: 125)
        #expect(problems(manifest(#""a": { "flagType": "object", "defaultValue": \#(value) }"#)) == [])
    }

    @Test("Reports duplicate properties at every level with the first line")
    func duplicateNames() {
        let text = """
            { "flags": { "a": { "flagType": "object", "defaultValue": { "x": 1,
              "x": 2 } },
              "a": { "flagType": "boolean", "flagType": "string", "defaultValue": "" } },
              "flags": 1 }
            """
        #expect(
            problems(text) == [
                #"2:3: error: /flags/a/defaultValue/x: Duplicate property "x", first on line 1. Remove one of them."#,
                #"3:3: error: /flags/a: Duplicate property "a", first on line 1. Remove one of them."#,
                #"3:33: error: /flags/a/flagType: Duplicate property "flagType", first on line 3. Remove one of them."#,
                #"4:3: error: /flags: Duplicate property "flags", first on line 1. Remove one of them."#,
            ])
    }

    @Test("Reports duplicate properties before a syntax error")
    func duplicateNamesInBrokenText() {
        #expect(
            problems(#"{ "a": 1, "a": [ { "b": 2, "b": 3 }, }"#) == [
                #"1:11: error: /a: Duplicate property "a", first on line 1. Remove one of them."#,
                #"1:28: error: /a/0/b: Duplicate property "b", first on line 1. Remove one of them."#,
                """
                1:38: error: /a/1: Expected a value, found '}'. Fix the text. JSON has no comments, trailing commas, or \
                single quotes.
                """,
            ])
    }

    @Test("Keeps the order of properties and the digits of numbers")
    func content() throws {
        let value =
            #"{ "z": [-0, 1.50, 1E+2, 123456789012345678901], "a": null, "m": [true, false], "e": {}, "s": "é\n\u001f" }"#
        let flag = #""k": { "flagType": "object", "defaultValue": \#(value) }"#
        let reading = FlagManifest.read(manifest(flag))
        #expect(reading.problems == [])
        let read = try #require(reading.manifest.flags.first)
        let written = try #require(ManifestMerge([.init("k", default: read.defaultValue)]).text)
        #expect(written.contains("    \(flag)\n"))
    }

    @Test("Counts columns in bytes, without a byte order mark")
    func columns() {
        let text = [0xEF, 0xBB, 0xBF] + Array(#"{"flags": {"größe": 1}}"#.utf8)
        #expect(FlagManifest.read(text).problems.map(\.position) == [TextPosition(line: 1, column: 23)])
    }

    @Test("Handles truncated manifests and replaced bytes")
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

    /// Returns the only problem of a text.
    private func problem(_ bytes: [UInt8]) throws -> ManifestProblem {
        let problems = FlagManifest.read(bytes).problems
        #expect(problems.count == 1)
        return try #require(problems.first)
    }
}
