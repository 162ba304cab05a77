// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing

struct JSONWriterTests {
    /// A value and its JSON.
    struct Writing: Sendable, CustomTestStringConvertible {
        let value: FlagValue
        let text: String
        var testDescription: String { text }

        init(_ value: FlagValue, _ text: String) { (self.value, self.text) = (value, text) }
    }

    @Test(
        "Writes each kind of value on one line without spaces",
        arguments: [
            Writing(.null, "null"),
            Writing(true, "true"),
            Writing(false, "false"),
            Writing(0, "0"),
            Writing(-42, "-42"),
            Writing(.int(.max), "9223372036854775807"),
            Writing(.int(.min), "-9223372036854775808"),
            Writing(1.0, "1.0"),
            Writing(.double(-0.0), "0.0"),
            Writing(0.1, "0.1"),
            Writing(-2.5, "-2.5"),
            Writing(1e16, "1e+16"),
            Writing(.double(.leastNonzeroMagnitude), "5e-324"),
            Writing(1.7976931348623157e308, "1.7976931348623157e+308"),
            Writing(.double(.infinity), "null"),
            Writing(.double(-.infinity), "null"),
            Writing(.double(.nan), "null"),
            Writing([.double(.nan), 1], "[null,1]"),
            Writing("", #""""#),
            Writing([], "[]"),
            Writing([:], "{}"),
            Writing([1, "a", [.null], [:]], #"[1,"a",[null],{}]"#),
            Writing(["b": 1, "a": ["d": [], "c": 2]], #"{"a":{"c":2,"d":[]},"b":1}"#),
            Writing(["10": 1, "9": 2, "B": 3, "a": 4, "": 5], #"{"":5,"10":1,"9":2,"B":3,"a":4}"#),
            Writing(["a\"b": 1], #"{"a\"b":1}"#),
        ])
    func compact(writing: Writing) {
        #expect(JSONWriter.text(writing.value) == writing.text)
        #expect(JSONWriter.bytes(writing.value) == Array(writing.text.utf8))
    }

    @Test(
        "Escapes only the characters that JSON requires",
        arguments: [
            Writing("\"", #""\"""#),
            Writing("\\", #""\\""#),
            Writing("/", #""/""#),
            Writing("\n\r\t", #""\n\r\t""#),
            Writing("\r\n", #""\r\n""#),
            Writing("\0\u{1}\u{8}\u{B}\u{C}\u{F}", #""\u0000\u0001\u0008\u000b\u000c\u000f""#),
            Writing("\u{10}\u{1F}", #""\u0010\u001f""#),
            Writing("\u{7F}", "\"\u{7F}\""),
            Writing("é€😀\u{2028}", "\"é€😀\u{2028}\""),
            Writing("e\u{301}", "\"e\u{301}\""),
        ])
    func escapes(writing: Writing) {
        #expect(JSONWriter.bytes(writing.value) == Array(writing.text.utf8))
    }

    @Test("Indents the pretty form by two spaces per level")
    func pretty() {
        let value: FlagValue = ["b": [1, ["x": .null], []], "a": [:], "c": "d: e"]
        #expect(
            JSONWriter.prettyText(value) == """
                {
                  "a": {},
                  "b": [
                    1,
                    {
                      "x": null
                    },
                    []
                  ],
                  "c": "d: e"
                }
                """)
    }

    @Test("Writes the pretty form of scalars and empty collections on one line")
    func prettyScalars() {
        #expect(JSONWriter.prettyText(1) == "1")
        #expect(JSONWriter.prettyText("a") == "\"a\"")
        #expect(JSONWriter.prettyText([]) == "[]")
        #expect(JSONWriter.prettyText([:]) == "{}")
    }

    @Test("Writes equal objects equally, regardless of insertion order")
    func stableOrder() {
        var members: [String: FlagValue] = [:]
        for number in 0..<100 { members["key\(number)"] = .int(Int64(number)) }
        var backwards: [String: FlagValue] = [:]
        for number in (0..<100).reversed() { backwards["key\(number)"] = .int(Int64(number)) }
        #expect(JSONWriter.bytes(.object(members)) == JSONWriter.bytes(.object(backwards)))
    }

    @Test("Writes 500 random values per seed without loss", arguments: [1, 2, 3, 4] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        let generator = Generator(seed: seed)
        for index in 0..<500 {
            let value = generator.value(depth: 4)
            let bytes = JSONWriter.bytes(value)
            let place: Comment = "seed \(seed), value \(index)"
            #expect(try JSONReader().read(bytes) == value, place)
            #expect(try JSONReader().read(JSONWriter.prettyText(value)) == value, place)
            #expect(try JSONWriter.bytes(JSONReader().read(bytes)) == bytes, place)
            // Foundation's reader must also accept the output.
            #expect(throws: Never.self, place) {
                try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            }
        }
    }
}

/// A generator of random values of every kind.
private struct Generator {
    let random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    func value(depth: Int) -> FlagValue {
        switch below(depth > 0 ? 9 : 6) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .int(Int64(bitPattern: random.next()) >> Int64(below(64)))
        case 3: return .double(double())
        case 4, 5: return .string(text())
        case 6, 7: return .array((0..<below(6)).map { _ in value(depth: depth - 1) })
        default:
            let members = (0..<below(6)).map { _ in (text(), value(depth: depth - 1)) }
            return .object(Dictionary(members) { first, _ in first })
        }
    }

    private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private func double() -> Double {
        let any = Double(bitPattern: random.next())
        return below(2) == 0 && any.isFinite ? any : Double(below(2000) - 1000) / 8
    }

    private func text() -> String {
        var text = ""
        for _ in 0..<below(12) { text.unicodeScalars.append(scalar()) }
        return text
    }

    private func scalar() -> UnicodeScalar {
        let limits: [UInt64] = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000]
        let number = UInt32(random.next() % limits[below(limits.count)])
        return UnicodeScalar(number) ?? "\""
    }
}
