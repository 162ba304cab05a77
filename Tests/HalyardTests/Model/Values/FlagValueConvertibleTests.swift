// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

struct FlagValueConvertibleTests {
    /// One value of each kind.
    static let kinds: [FlagValue] = [.null, true, 1, 2.0, 1.5, "1", [1], ["a": 1]]

    /// The results of reading each kind as a type, with `-` if the type rejects it.
    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let read: @Sendable (FlagValue) -> String

        init<Value: FlagValueConvertible>(_ type: Value.Type, _ expected: String) {
            testDescription = "\(type)"
            self.expected = expected
            read = { value in Value(flagValue: value).map { "\($0)" } ?? "-" }
        }
    }

    @Test(
        "Reads only the kinds of values that fit the type",
        arguments: [
            //                            null | true | 1 | 2.0 | 1.5 | "1" | [1] | {"a": 1}
            Reading(Bool.self, "- | true | - | - | - | - | - | -"),
            Reading(Int.self, "- | - | 1 | 2 | - | - | - | -"),
            Reading(Int32.self, "- | - | 1 | 2 | - | - | - | -"),
            Reading(Int64.self, "- | - | 1 | 2 | - | - | - | -"),
            Reading(UInt.self, "- | - | 1 | 2 | - | - | - | -"),
            Reading(Double.self, "- | - | 1.0 | 2.0 | 1.5 | - | - | -"),
            Reading(Float.self, "- | - | 1.0 | 2.0 | 1.5 | - | - | -"),
            Reading(String.self, "- | - | - | - | - | 1 | - | -"),
            Reading(FlagValue.self, #"null | true | 1 | 2.0 | 1.5 | "1" | [1] | {"a":1}"#),
            Reading([Int].self, "- | - | - | - | - | - | [1] | -"),
            Reading([Double].self, "- | - | - | - | - | - | [1.0] | -"),
            Reading([Bool].self, "- | - | - | - | - | - | - | -"),
            Reading([String].self, "- | - | - | - | - | - | - | -"),
            Reading([FlagValue].self, "- | - | - | - | - | - | [1] | -"),
            Reading([[Int]].self, "- | - | - | - | - | - | - | -"),
            Reading([Int?].self, "- | - | - | - | - | - | [Optional(1)] | -"),
            Reading([String: Int].self, #"- | - | - | - | - | - | - | ["a": 1]"#),
            Reading([String: Double].self, #"- | - | - | - | - | - | - | ["a": 1.0]"#),
            Reading([String: String].self, "- | - | - | - | - | - | - | -"),
            Reading([String: FlagValue].self, #"- | - | - | - | - | - | - | ["a": 1]"#),
            Reading(Bool?.self, "nil | Optional(true) | - | - | - | - | - | -"),
            Reading(Int?.self, "nil | - | Optional(1) | Optional(2) | - | - | - | -"),
            Reading(UInt?.self, "nil | - | Optional(1) | Optional(2) | - | - | - | -"),
            Reading(Double?.self, "nil | - | Optional(1.0) | Optional(2.0) | Optional(1.5) | - | - | -"),
            Reading(String?.self, #"nil | - | - | - | - | Optional("1") | - | -"#),
            Reading([Int]?.self, "nil | - | - | - | - | - | Optional([1]) | -"),
            Reading([String: Int]?.self, #"nil | - | - | - | - | - | - | Optional(["a": 1])"#),
        ])
    func kinds(reading: Reading) {
        #expect(Self.kinds.map(reading.read).joined(separator: " | ") == reading.expected)
    }

    /// The result of reading a number as a type, or `-` if the type rejects it.
    struct Number: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let read: @Sendable () -> String

        init<Value: FlagValueConvertible>(_ type: Value.Type, _ value: FlagValue, _ expected: String) {
            testDescription = "\(value) as \(type)"
            self.expected = expected
            read = { Value(flagValue: value).map { "\($0)" } ?? "-" }
        }
    }

    @Test(
        "Reads a number as an integer only if it's integral and in range",
        arguments: [
            Number(Int.self, .int(.max), "9223372036854775807"),
            Number(Int.self, .int(.min), "-9223372036854775808"),
            Number(Int.self, .double(0x1p63), "-"),
            Number(Int.self, .double(-0x1p63), "-9223372036854775808"),
            Number(Int.self, .double(-0x1.0000000000001p63), "-"),
            Number(Int.self, .double(0x1.fffffffffffffp62), "9223372036854774784"),
            Number(Int.self, 1e300, "-"),
            Number(Int.self, -1e300, "-"),
            Number(Int.self, .double(.greatestFiniteMagnitude), "-"),
            Number(Int.self, .double(.nan), "-"),
            Number(Int.self, .double(.signalingNaN), "-"),
            Number(Int.self, .double(.infinity), "-"),
            Number(Int.self, .double(-.infinity), "-"),
            Number(Int.self, .double(-0.0), "0"),
            Number(Int.self, 10.0, "10"),
            Number(Int.self, 10.5, "-"),
            Number(Int.self, -0.5, "-"),
            Number(Int.self, .double(.leastNonzeroMagnitude), "-"),
            Number(Int64.self, .int(.max), "9223372036854775807"),
            Number(Int64.self, .double(0x1p63), "-"),
            Number(Int64.self, .double(-0x1p63), "-9223372036854775808"),
            Number(Int64.self, .double(.nan), "-"),
            Number(Int32.self, .int(.max), "-"),
            Number(Int32.self, .int(.min), "-"),
            Number(Int32.self, 2_147_483_647, "2147483647"),
            Number(Int32.self, 2_147_483_648, "-"),
            Number(Int32.self, -2_147_483_648, "-2147483648"),
            Number(Int32.self, -2_147_483_649, "-"),
            Number(Int32.self, 2_147_483_647.0, "2147483647"),
            Number(Int32.self, 2_147_483_647.5, "-"),
            Number(Int32.self, 2_147_483_648.0, "-"),
            Number(Int32.self, .double(.infinity), "-"),
            Number(UInt.self, -1, "-"),
            Number(UInt.self, -1.0, "-"),
            Number(UInt.self, -1e-300, "-"),
            Number(UInt.self, 0, "0"),
            Number(UInt.self, .double(-0.0), "0"),
            Number(UInt.self, .int(.max), "9223372036854775807"),
            Number(UInt.self, .double(0x1p63), "9223372036854775808"),
            Number(UInt.self, .double(0x1.fffffffffffffp63), "18446744073709549568"),
            Number(UInt.self, .double(0x1p64), "-"),
            Number(UInt.self, .double(.nan), "-"),
        ])
    func integers(number: Number) {
        #expect(number.read() == number.expected)
    }

    @Test(
        "Rounds to the nearest floating-point number, but not to infinity",
        arguments: [
            Number(Double.self, .int(.max), "9.223372036854776e+18"),
            Number(Double.self, .int(.min), "-9.223372036854776e+18"),
            Number(Double.self, 9_007_199_254_740_993, "9007199254740992.0"),
            Number(Double.self, .double(-0.0), "-0.0"),
            Number(Double.self, .double(.infinity), "inf"),
            Number(Double.self, .double(.nan), "nan"),
            Number(Float.self, 0.1, "0.1"),
            Number(Float.self, 16_777_217, "16777216.0"),
            Number(Float.self, .int(.max), "9.223372e+18"),
            Number(Float.self, 3.4028234663852886e38, "3.4028235e+38"),
            Number(Float.self, 3.5e38, "-"),
            Number(Float.self, -3.5e38, "-"),
            Number(Float.self, 1e300, "-"),
            Number(Float.self, 1e-300, "0.0"),
            Number(Float.self, .double(.infinity), "inf"),
            Number(Float.self, .double(-.infinity), "-inf"),
            Number(Float.self, .double(.nan), "nan"),
        ])
    func fractions(number: Number) {
        #expect(number.read() == number.expected)
    }

    @Test("Reads an array or dictionary only if all of its elements fit")
    func collections() {
        #expect([Int](flagValue: [1, 2.0, 3]) == [1, 2, 3])
        #expect([Int](flagValue: [1, 2.5]) == nil)
        #expect([Int](flagValue: [1, "2"]) == nil)
        #expect([Int](flagValue: [1, .null]) == nil)
        #expect([Int?](flagValue: [1, .null]) == [1, nil])
        #expect([Int?](flagValue: [1, "x"]) == nil)
        #expect([Int](flagValue: []) == [])
        #expect([[String]](flagValue: [["a"], []]) == [["a"], []])
        #expect([String: [Bool]](flagValue: ["a": [true], "b": []]) == ["a": [true], "b": []])
        #expect([String: Int](flagValue: ["a": 1, "b": "2"]) == nil)
        #expect([String: Int](flagValue: ["a": 1, "b": .null]) == nil)
        #expect([String: Int?](flagValue: ["a": 1, "b": .null]) == ["a": 1, "b": nil])
        #expect([String: Int](flagValue: [:]) == [:])
        #expect([String: [String: FlagValue]](flagValue: ["a": ["b": [1]]]) == ["a": ["b": [1]]])
    }

    /// A Swift value as a flag value.
    struct Writing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let actual: FlagValue
        let expected: FlagValue

        init<Value: FlagValueConvertible>(_ value: Value, _ expected: FlagValue) {
            testDescription = "\(value) of \(Value.self)"
            (actual, self.expected) = (value.flagValue, expected)
        }
    }

    @Test(
        "Converts a Swift value to the matching flag value",
        arguments: [
            Writing(true, .bool(true)),
            Writing("a", .string("a")),
            Writing(7, .int(7)),
            Writing(Int.max, .int(.max)),
            Writing(Int.min, .int(.min)),
            Writing(Int32.min, .int(-2_147_483_648)),
            Writing(Int64.max, .int(.max)),
            Writing(UInt(5), .int(5)),
            Writing(UInt(1) << 63 - 1, .int(.max)),
            Writing(UInt(1) << 63, .double(0x1p63)),
            Writing(UInt.max, .double(0x1p64)),
            Writing(1.0, .double(1)),
            Writing(Float(0.5), .double(0.5)),
            Writing(Float(0.1), .double(0.10000000149011612)),
            Writing(FlagValue.null, .null),
            Writing([1, 2], .array([.int(1), .int(2)])),
            Writing([Int](), .array([])),
            Writing([1, nil], .array([.int(1), .null])),
            Writing(["a": [true]], .object(["a": .array([.bool(true)])])),
            Writing(["a": Int?.none], .object(["a": .null])),
            Writing(Int?.none, .null),
            Writing(Int?.some(3), .int(3)),
            Writing([String]?.none, .null),
        ])
    func written(writing: Writing) {
        #expect(writing.actual == writing.expected)
    }
}
