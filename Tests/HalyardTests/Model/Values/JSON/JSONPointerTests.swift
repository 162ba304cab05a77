// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

struct JSONPointerTests {
    /// The steps of a pointer, and its string.
    struct Row: Sendable, CustomTestStringConvertible {
        let steps: [String]
        let text: String
        var testDescription: String { text }

        init(_ steps: [String], _ text: String) { (self.steps, self.text) = (steps, text) }
    }

    @Test(
        "Formats and parses pointers according to RFC 6901",
        arguments: [
            Row([], ""),
            Row([""], "/"),
            Row(["", ""], "//"),
            Row(["a"], "/a"),
            Row(["providers", "unleash", "url"], "/providers/unleash/url"),
            Row(["list", "0"], "/list/0"),
            Row(["a/b"], "/a~1b"),
            Row(["m~n"], "/m~0n"),
            Row(["~1"], "/~01"),
            Row(["~0"], "/~00"),
            Row(["/~"], "/~1~0"),
            Row(["~/"], "/~0~1"),
            Row(["~", "/", "~~//"], "/~0/~1/~0~0~1~1"),
            Row(["a b", "c%d", "e^f", "g|h", "i\\j", "k\"l"], "/a b/c%d/e^f/g|h/i\\j/k\"l"),
            Row(["é", "😀"], "/é/😀"),
            Row(["a", ""], "/a/"),
        ])
    func escapes(row: Row) {
        #expect(JSONPointer(steps: row.steps).description == row.text)
        #expect(JSONPointer(parsing: row.text).steps == row.steps)
    }

    @Test(
        "Recognizes a slash or tilde before a combining mark",
        arguments: [["\u{301}a"], ["a~", "\u{301}"], ["/\u{200D}"]])
    func combiningMarks(steps: [String]) {
        #expect(JSONPointer(parsing: JSONPointer(steps: steps).description).steps == steps)
    }

    @Test("Appends steps at the end")
    func appending() {
        let pointer = JSONPointer().appending("a/b").appending("3").appending("c").appending("d")
        #expect(pointer.description == "/a~1b/3/c/d")
        #expect(pointer == JSONPointer(parsing: "/a~1b/3/c/d"))
        #expect(pointer != JSONPointer(parsing: "/a~1b/3/c"))
    }
}

struct TextLinesTests {
    @Test(
        "Counts lines and bytes from 1",
        arguments: [
            (0, "1:1"), (1, "1:2"), (2, "1:3"), (3, "2:1"), (4, "2:2"), (6, "2:4"), (7, "3:1"), (8, "4:1"), (9, "4:2"),
        ])
    func positions(offset: Int, expected: String) {
        let position = TextLines(Array("ab\né\r\n\nz".utf8)).position(of: offset)
        #expect("\(position.line):\(position.column)" == expected)
    }

    @Test("Locates the start of empty input at line 1, column 1")
    func empty() {
        let position = TextLines([]).position(of: 0)
        #expect("\(position.line):\(position.column)" == "1:1")
    }

    @Test("Ignores a byte order mark in columns")
    func byteOrderMark() {
        let lines = TextLines([0xEF, 0xBB, 0xBF] + Array("ab\nc".utf8))
        #expect([0, 3, 4, 6].map { lines.position(of: $0).column } == [1, 1, 2, 1])
    }
}
