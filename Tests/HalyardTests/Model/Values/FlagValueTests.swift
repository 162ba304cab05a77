// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import Testing

struct FlagValueTests {
    @Test("Creates the matching kind of value from a literal")
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

    @Test("Keeps the last value of a repeated key in a literal")
    func repeatedMember() {
        #expect(FlagValue(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3)) == ["a": 3, "b": 2])
    }

    @Test("Distinguishes integers from doubles without a fraction")
    func numbersAreNotMixedUp() {
        #expect(FlagValue.int(1) != .double(1))
        #expect(Set<FlagValue>([1, 1.0, true, "1", 1]).count == 4)
    }

    @Test(
        "Describes itself as compact JSON with sorted properties",
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

    @Test("Accesses properties and elements, and returns nil for anything else")
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

    @Test("Reports only null as null")
    func isNull() {
        #expect(FlagValue.null.isNull)
        for value in [false, 0, 0.0, "", [], [:]] as [FlagValue] { #expect(!value.isNull, "\(value)") }
    }

    @Test("Formats a date as a UTC string with milliseconds")
    func date() {
        #expect(FlagValue.date(Instant(millisecondsSinceEpoch: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(FlagValue.date(Instant(millisecondsSinceEpoch: 1_772_357_400_250)) == "2026-03-01T09:30:00.250Z")
    }

    @Test("Returns a noun for each kind of value")
    func nouns() {
        let values: [FlagValue] = [.null, true, 1, 1.5, "a", [], [:]]
        #expect(
            values.map(\.noun) == ["null", "a Boolean", "a number", "a number", "a string", "an array", "an object"])
    }

    // MARK: Codable

    @Test(
        "Survives a round trip through Foundation's encoder and decoder",
        arguments: [
            .null, true, false, 0, 1, -1, .int(.max), .int(.min), 1.5, -0.25, 1e300, 1e19, "", "a\n\"é😀\0", [], [:],
            [1, true, .null, "x", [2.5], ["a": .null]],
            ["a": .null, "b": ["c": [1, 2, [:]]], "": false, "1": "one"],
        ] as [FlagValue])
    func foundationRoundTrip(value: FlagValue) throws {
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(FlagValue.self, from: data) == value)
        // Halyard's reader can also read Foundation's output.
        #expect(try JSONReader().read(Array(data)) == value)
    }

    @Test("Decodes 1.0 as an integer, because Foundation encodes it as 1")
    func foundationDropsEmptyFractions() throws {
        let data = try JSONEncoder().encode([1.0, ["a": -2.0]] as FlagValue)
        #expect(try JSONDecoder().decode(FlagValue.self, from: data) == [1, ["a": -2]])
    }

    @Test("Encodes each kind of value as the matching JSON type")
    func foundationText() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value: FlagValue = ["b": [true, 1, 0.5, .null, "x"], "a": [:], "c": []]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(text == #"{"a":{},"b":[true,1,0.5,null,"x"],"c":[]}"#)
    }

    @Test("Throws Foundation's error for numbers that JSON can't represent")
    func notANumber() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(FlagValue.double(.nan)) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([FlagValue.double(.infinity)]) }
    }

    @Test("Encodes and decodes values inside another Codable type")
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
        "Returns a string for strings, Booleans, and finite numbers only",
        arguments: [
            ("x", "x"), ("", ""), (true, "true"), (false, "false"), (42, "42"), (-7, "-7"), (42.0, "42"), (0.5, "0.5"),
            (-0.0, "0"), (1e300, "1e+300"), (.double(.nan), nil), (.double(.infinity), nil), (.null, nil), ([], nil),
            ([1], nil), ([:], nil),
        ] as [(FlagValue, String?)])
    func asText(value: FlagValue, text: String?) {
        #expect(value.asText == text)
    }
}
