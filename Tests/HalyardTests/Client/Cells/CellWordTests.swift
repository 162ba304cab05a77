// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

@Suite("The word of a cell")
struct CellWordTests {
    @Test("holds truth values and whole numbers of 29 bits, beside a version", arguments: [1, 0x8000_0000, UInt32.max])
    func values(version: UInt32) throws {
        for value in [true, false] {
            let word = try #require(CellWord(serving: .bool(value), version: version))
            #expect(word.serves(.bool) && word.bool == value && word.version == version && !word.isBeside)
        }
        for value in [0, 1, -1, 268_435_455, -268_435_456] {
            let word = try #require(CellWord(serving: .int(Int64(value)), version: version))
            #expect(word.serves(.int) && word.int == value && word.version == version && !word.isBeside)
        }
    }

    @Test("says of larger values what they are, and knows nothing of structures and of texts beyond a kilobyte")
    func others() throws {
        let kinds: [(FlagValue, CellWord.Kind)] = [
            (.int(268_435_456), .long), (.int(.min), .long), (.int(.max), .long), (1.5, .double), ("", .text),
            (.string(String(repeating: "é", count: 512)), .text),
        ]
        for (value, kind) in kinds {
            let word = try #require(CellWord(serving: value, version: 7))
            #expect(word.serves(kind) && word.isBeside && word.version == 7, "\(value)")
        }
        let longText = FlagValue.string(String(repeating: "é", count: 512) + "e")
        for value in [.null, [], [:], longText] { #expect(CellWord(serving: value, version: 7) == nil) }
        #expect(!CellWord(bits: 0).serves(.bool))
    }

    @Test("what a thread knows of a cell takes 32 bytes, as the guide says")
    func size() { #expect(MemoryLayout<ThreadTally.Entry>.stride == 32) }

    @Test("a count is of one version, and of no more reads than it holds")
    func counts() throws {
        let word = try #require(CellWord(serving: true, version: 5))
        let one = try #require(CellCount(5, 0).adding(word))
        #expect(one.version == 5 && one.count == 1)
        #expect(CellCount(5, 0x7FFF_FFFE).adding(word)?.count == 0x7FFF_FFFF)
        #expect(CellCount(5, 0x8000_0000).adding(word) == nil, "full")
        #expect(CellCount(4, 3).adding(word) == nil, "an older version")
        #expect(CellCount(6, 3).adding(word) == nil, "a newer version")
        #expect(CellCount(UInt32.max, 3).adding(word) == nil)
        let last = try #require(CellWord(serving: false, version: .max))
        #expect(CellCount(.max, 3).adding(last)?.count == 4)
        #expect(CellCount(0, 3).adding(last) == nil)
    }
}
