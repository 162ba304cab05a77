// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import TestSupport
import Testing

@testable import Halyard

@Suite("JSONScanner: skipped values")
struct JSONSkippingTests {
    /// Returns true if the scanner can skip the whole document.
    private func isPassed(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes)
        let result: Void? = try? scanner.document { (scanner) throws(JSONScanner.Fault) in try scanner.skipValue() }
        return result != nil
    }

    private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSONReader().read(bytes)) != nil }

    @Test(
        "Accepts the same documents as the reader",
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

    @Test("Accepts the same byte sequences in strings as the reader")
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

    @Test("Accepts the same nesting depth as the reader", arguments: [127, 128, 129])
    func depth(levels: Int) {
        let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        #expect(isPassed(Array(text.utf8)) == (levels <= 128))
        #expect(isRead(Array(text.utf8)) == (levels <= 128))
    }

    @Test("Accepts the same files of JSONTestSuite as the reader", .enabled(if: SharedData.has("json-test-suite")))
    func suite() throws {
        for file in SharedData.files(of: "json-test-suite", suffix: ".json") {
            let bytes = try SharedData.bytes(file)
            #expect(isPassed(bytes) == isRead(bytes), "\(file.lastPathComponent)")
        }
    }

    @Test("Finds properties by name, including escaped names, and skips others")
    func members() throws {
        let names = JSONNames(["name", "enabled", "segments", "namE"])
        var scanner = JSONScanner(
            #"{"name":1,"n\u0061me":2,"other":{"name":[3]},"namf":4,"namE":"\u00e9","é":[],"":0}"#)
        var found: [String] = []
        try scanner.forEachMember(of: names) { (scanner, number) throws(JSONScanner.Fault) in
            found.append("\(number) \(try scanner.value())")
        }
        #expect(found == ["0 1", "0 2", "3 \"é\""])
        #expect(scanner.next == nil)
    }

    @Test("Keeps the original JSON of a value")
    func texts() throws {
        var scanner = JSONScanner(#"[ {"a" : 1.50} , "\u0041"]"#)
        var texts: [JSONText] = []
        try scanner.forEachElement { (scanner, _) throws(JSONScanner.Fault) in texts.append(try scanner.text()) }
        #expect(texts == [JSONText(#"{"a" : 1.50}"#), JSONText(#""\u0041""#)])
        #expect(texts[0] != JSONText(#"{"a":1.5}"#))
        #expect(texts.map(\.value) == [["a": 1.5], "A"])
    }

    @Test("Reads an object without one of its properties")
    func objectWithoutMember() {
        let text = JSONText(#"{"a":1,"value":{"a":[2]},"b":{"value":3}}"#)
        #expect(text.object(except: "value") == ["a": 1, "b": ["value": 3]])
        #expect(text.object(except: "c") == text.value)
        #expect(JSONText("[1]").object(except: "a") == .null)
        #expect(JSONText(#"{"a":"#).object(except: "b") == .null)
    }
}
