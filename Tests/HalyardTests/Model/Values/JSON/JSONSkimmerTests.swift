// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import TestSupport
import Testing

@testable import Halyard

@Suite("JSONSkimmer")
struct JSONSkimmerTests {
    /// Whether the skimmer takes a text as a whole.
    private func isPassed(_ bytes: [UInt8]) -> Bool {
        let text = bytes.span
        var skimmer = JSONSkimmer(text)
        do throws(JSONSkimmer.Malformed) { try skimmer.value(text) } catch { return false }
        skimmer.skipSpace(text)
        return skimmer.offset == bytes.count
    }

    private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSONReader().read(bytes)) != nil }

    @Test(
        "passes what the reader reads, and nothing else",
        arguments: [
            "null", "true", "false", " 1 ", "-0", "0", "01", "-", "1.", "1.5", "1.5e", "1e+", "1e5", "1E-5", "1e999",
            "-1e999", "1e-999", "123456789012345678", "1234567890123456789", "\"\"", "\"a", "\"\\u00e9\"",
            "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\\x\"", "\"\\\"", "\"\\u12\"",
            "\"tab\there\"", "\"é€😀\"", "[]", "[1,]", "[,]", "[1 2]", "[1", "{}", "{\"a\":1}", "{\"a\":1,}",
            "{\"a\" 1}",
            "{a:1}", "{\"a\":1,\"a\":2}", "{\"a\":", "tru", "nul", "falsy", "1 2", "", " ", "\u{FEFF}1", "\u{FEFF}",
            "\"a string that is longer than eight bytes\"", "\"exactly8\"", "\"a quote \\\" behind eight bytes\"",
        ])
    func agrees(text: String) {
        #expect(isPassed(Array(text.utf8)) == isRead(Array(text.utf8)))
    }

    @Test("agrees with the reader about every short sequence of bytes in a string")
    func encodings() {
        let edges: [UInt8] = [
            0x1F, 0x20, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
            0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ]
        var disagreements: [[UInt8]] = []
        for first in edges {
            for second in edges {
                for third in edges {
                    for rest in [[], [0x80]] as [[UInt8]] {
                        let text = [0x22, first, second, third] + rest + [0x22]
                        if isPassed(text) != isRead(text) { disagreements.append(text) }
                    }
                }
            }
        }
        #expect(disagreements == [])
    }

    @Test("nesting is limited as the reader limits it", arguments: [127, 128, 129])
    func depth(levels: Int) {
        let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        #expect(isPassed(Array(text.utf8)) == (levels <= 128))
        #expect(isRead(Array(text.utf8)) == (levels <= 128))
    }

    @Test("agrees with the reader about the public suite", .enabled(if: SharedData.has("json-test-suite")))
    func suite() throws {
        for file in SharedData.files(of: "json-test-suite", suffix: ".json") {
            let bytes = try SharedData.bytes(file)
            #expect(isPassed(bytes) == isRead(bytes), "\(file.lastPathComponent)")
        }
    }

    @Test(
        "says whether an object has its shape",
        arguments: [
            (#"{}"#, false), (#"{"name":"a"}"#, true), (#"{"name":"a","on":true,"n":5}"#, true),
            (#"{"name":"a","on":null}"#, false), (#"{"name":"a","on":1}"#, false), (#"{"name":1}"#, false),
            (#"{"name":"a\u0062"}"#, false), (#"{"name":"é"}"#, false), (#"{"n\u0061me":"a"}"#, false),
            (#"{"name":"a","n":5.0}"#, false), (#"{"name":"a","n":1e1}"#, false), (#"{"name":"a","n":null}"#, true),
            (#"{"name":"a","n":1234567890123456789}"#, false), (#"{"name":"a","list":["b","é"]}"#, true),
            (#"{"name":"a","list":[1]}"#, false), (#"{"name":"a","list":{}}"#, false),
            (#"{"name":"a","part":{"type":"text"}}"#, true), (#"{"name":"a","part":{"type":"json"}}"#, false),
            (#"{"name":"a","part":{}}"#, true), (#"{"name":"a","part":[]}"#, false),
            (#"{"name":"a","name":"b"}"#, false), (#"{"name":"a","other":{"name":1}}"#, true),
        ] as [(String, Bool)])
    func shapes(text: String, isUsual: Bool) throws {
        let shape = JSONShape(
            [
                JSONShape.Member("name", .word, isRequired: true), JSONShape.Member("on", .bool),
                JSONShape.Member("n", [.int, .null]), JSONShape.Member("list", [], isList: true),
                JSONShape.Member("part", .null, object: JSONShape([.init("type", .string, refusing: ["json"])])),
            ], key: "name")
        let bytes = Array(text.utf8)
        var skimmer = JSONSkimmer(bytes.span)
        try skimmer.object(bytes.span, shape)
        let found = skimmer.isUsual
        #expect(found == isUsual)
    }
}
