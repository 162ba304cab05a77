// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTool

@Suite("CharacterColumns")
struct CharacterColumnsTests {
    @Test("Counts columns like a decoded prefix of the line")
    func prefixes() {
        let lines = ["", "{\"é\": \"😀\"},", String(repeating: "aé😀漢", count: 400), "\r", "end"]
        for mark in ["", "\u{FEFF}"] {
            let columns = CharacterColumns(Array((mark + lines.joined(separator: "\n")).utf8))
            for (number, line) in lines.enumerated() {
                let bytes = Array(line.utf8)
                for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
                    let expected = String(decoding: bytes[..<offset], as: UTF8.self).utf16.count + 1
                    #expect(columns.column(line: number + 1, byteColumn: offset + 1) == expected)
                }
            }
        }
    }

    @Test("Limits columns to the line, and returns 1 outside of the text")
    func limits() {
        let columns = CharacterColumns(Array("ab\ncd".utf8))
        #expect(columns.column(line: 1, byteColumn: 9) == 3)
        #expect(columns.column(line: 2, byteColumn: 9) == 3)
        #expect(columns.column(line: 3, byteColumn: 2) == 1)
        #expect(columns.column(line: 0, byteColumn: 2) == 1)
        #expect(CharacterColumns([]).column(line: 1, byteColumn: 5) == 1)
    }
}
