// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing

struct FlagValueTests {
    @Test("Literals make the kind of value they look like")
    func literals() {
        #expect(true as FlagValue == .bool(true))
        #expect(1 as FlagValue == .int(1))
        #expect(-9_223_372_036_854_775_808 as FlagValue == .int(.min))
        #expect(1.0 as FlagValue == .double(1))
        #expect("1" as FlagValue == .string("1"))
        #expect([] as FlagValue == .array([]))
        #expect([:] as FlagValue == .object([:]))
        #expect([1, "a", [2.5]] as FlagValue == .array([.int(1), .string("a"), .array([.double(2.5)])]))
        #expect(["a": ["b": .null]] as FlagValue == .object(["a": .object(["b": .null])]))
    }

    @Test("Of two members with one name in a literal the later one stays")
    func repeatedMember() {
        #expect(FlagValue(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3)) == ["a": 3, "b": 2])
    }

    @Test("A whole number and a number with an empty fraction are two values")
    func numbersAreNotMixedUp() {
        #expect(FlagValue.int(1) != .double(1))
        #expect(Set<FlagValue>([1, 1.0, true, "1", 1]).count == 4)
    }

    @Test(
        "The description is compact JSON with sorted members",
        arguments: [
            (.null, "null"),
            (false, "false"),
            (12, "12"),
            (12.0, "12.0"),
            ("a\"b", #""a\"b""#),
            ([1, [], "x"], #"[1,[],"x"]"#),
            (["b": [:], "a": [.null]], #"{"a":[null],"b":{}}"#),
        ] as [(FlagValue, String)])
    func descriptions(value: FlagValue, text: String) {
        #expect(value.description == text)
        #expect("\(value)" == text)
    }

    @Test("A subscript finds a member of an object and an element of an array, and nothing anywhere else")
    func subscripts() {
        let value: FlagValue = ["list": [10, ["name": "x"], .null], "none": .null]
        #expect(value["list"]?[0] == 10)
        #expect(value["list"]?[1]?["name"] == "x")
        #expect(value["list"]?[2] == .null)
        #expect(value["none"] == .null)
        #expect(value["missing"] == nil)
        #expect(value["list"]?[3] == nil)
        #expect(value["list"]?[-1] == nil)
        #expect(value["list"]?[.max] == nil)
        #expect(value["list"]?["name"] == nil)
        #expect(value[0] == nil)
        #expect(FlagValue.string("abc")[0] == nil)
        #expect(FlagValue.null["a"] == nil)
    }

    @Test("Only null is null")
    func isNull() {
        #expect(FlagValue.null.isNull)
        for value in [false, 0, 0.0, "", [], [:]] as [FlagValue] { #expect(!value.isNull, "\(value)") }
    }

    @Test("A date is a text in UTC with milliseconds")
    func date() {
        #expect(FlagValue.date(Instant(millisecondsSinceEpoch: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(FlagValue.date(Instant(millisecondsSinceEpoch: 1_772_357_400_250)) == "2026-03-01T09:30:00.250Z")
    }

    @Test("Each kind has a noun for messages")
    func nouns() {
        let values: [FlagValue] = [.null, true, 1, 1.5, "a", [], [:]]
        #expect(
            values.map(\.noun) == ["null", "a Boolean", "a number", "a number", "a string", "an array", "an object"])
    }

    // MARK: Codable

    @Test(
        "Foundation's encoder and decoder keep every kind of value",
        arguments: [
            .null, true, false, 0, 1, -1, .int(.max), .int(.min), 1.5, -0.25, 1e300, 1e19, "", "a\n\"é😀\0", [], [:],
            [1, true, .null, "x", [2.5], ["a": .null]],
            ["a": .null, "b": ["c": [1, 2, [:]]], "": false, "1": "one"],
        ] as [FlagValue])
    func foundationRoundTrip(value: FlagValue) throws {
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(FlagValue.self, from: data) == value)
        // What Foundation writes, Halyard's own reader understands.
        #expect(try JSONReader().read(Array(data)) == value)
    }

    @Test("Foundation writes 1.0 as 1, so a number with an empty fraction comes back as a whole one")
    func foundationDropsEmptyFractions() throws {
        let data = try JSONEncoder().encode([1.0, ["a": -2.0]] as FlagValue)
        #expect(try JSONDecoder().decode(FlagValue.self, from: data) == [1, ["a": -2]])
    }

    @Test("Foundation's encoder writes each kind as what it is")
    func foundationText() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value: FlagValue = ["b": [true, 1, 0.5, .null, "x"], "a": [:], "c": []]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(text == #"{"a":{},"b":[true,1,0.5,null,"x"],"c":[]}"#)
    }

    @Test("A number that JSON cannot represent is Foundation's error, not a changed value")
    func notANumber() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(FlagValue.double(.nan)) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([FlagValue.double(.infinity)]) }
    }

    @Test("A value inside of another Codable type is taken as it is")
    func nestedInCodable() throws {
        struct Envelope: Codable, Equatable {
            var value: FlagValue
            var extra: FlagValue?
            var more: [String: FlagValue]
        }
        let envelope = Envelope(value: [1, "a"], extra: nil, more: ["x": ["y": false]])
        let data = try JSONEncoder().encode(envelope)
        #expect(try JSONDecoder().decode(Envelope.self, from: data) == envelope)
        #expect(try FlagValueDecoder().decode(Envelope.self, from: JSONReader().read(Array(data))) == envelope)
    }

    @Test(
        "a value as text: whole numbers without a fraction, and nothing for what no text says",
        arguments: [
            ("x", "x"), ("", ""), (true, "true"), (false, "false"), (42, "42"), (-7, "-7"), (42.0, "42"), (0.5, "0.5"),
            (-0.0, "0"), (1e300, "1e+300"), (.double(.nan), nil), (.double(.infinity), nil), (.null, nil), ([], nil),
            ([1], nil), ([:], nil),
        ] as [(FlagValue, String?)])
    func asText(value: FlagValue, text: String?) {
        #expect(value.asText == text)
    }
}
