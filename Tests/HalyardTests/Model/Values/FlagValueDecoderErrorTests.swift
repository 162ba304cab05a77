// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// Decoding errors and their coding paths.
struct FlagValueDecoderErrorTests {
    typealias Types = FlagValueDecoderTests

    /// A type, a value that doesn't fit it, and the case and coding path of the error.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let outcome: @Sendable () -> String

        init<Value: Decodable & SendableMetatype>(_ type: Value.Type, _ value: FlagValue, _ expected: String) {
            testDescription = "\(value) as \(type)"
            self.expected = expected
            outcome = {
                do {
                    return "no error but \(try FlagValueDecoder().decode(type, from: value))"
                } catch {
                    return FlagValueDecoderErrorTests.text(error)
                }
            }
        }
    }

    private static func text(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        switch error as? DecodingError {
        case .typeMismatch(_, let context): return "typeMismatch at \(path(context))"
        case .valueNotFound(_, let context): return "valueNotFound at \(path(context))"
        case .keyNotFound(let key, let context): return "keyNotFound \(key.stringValue) at \(path(context))"
        case .dataCorrupted(let context): return "dataCorrupted at \(path(context))"
        default: return "\(error)"
        }
    }

    private static let server: FlagValue = ["host": "a", "port": 80, "weight": 1, "isSecure": true]

    private static func server(_ member: String, _ value: FlagValue) -> FlagValue {
        guard case .object(var members) = server else { return .null }
        members[member] = value
        return .object(members)
    }

    @Test(
        "Reports a value of another kind as a type mismatch at its path",
        arguments: [
            Refusal(Bool.self, 1, "typeMismatch at "),
            Refusal(Int.self, "1", "typeMismatch at "),
            Refusal(Int.self, 1.5, "typeMismatch at "),
            Refusal(Int.self, true, "typeMismatch at "),
            Refusal(String.self, 1, "typeMismatch at "),
            Refusal([Int].self, ["a": 1], "typeMismatch at "),
            Refusal([String: Int].self, [1], "typeMismatch at "),
            Refusal([Int].self, [1, 2, "3"], "typeMismatch at 2"),
            Refusal([[Int]].self, [[1], [2, "3"]], "typeMismatch at 1.1"),
            Refusal([String: [Int]].self, ["a": [1, false]], "typeMismatch at a.1"),
            Refusal(Types.Server.self, [], "typeMismatch at "),
            Refusal(Types.Server.self, server("port", "80"), "typeMismatch at port"),
            Refusal(Types.Server.self, server("port", 80.5), "typeMismatch at port"),
            Refusal([Types.Server].self, [server, server("isSecure", 0)], "typeMismatch at 1.isSecure"),
            Refusal([Types.Server].self, [server, 5], "typeMismatch at 1"),
            Refusal(
                Types.Cluster.self, ["name": "x", "servers": [server("weight", "heavy")], "limits": [:]],
                "typeMismatch at servers.0.weight"),
            Refusal(
                Types.Cluster.self, ["name": "x", "servers": [], "limits": ["cpu": "many"]],
                "typeMismatch at limits.cpu"),
            Refusal(Types.Optionals.self, ["number": "1"], "typeMismatch at number"),
            Refusal(Types.Optionals.self, ["list": [1, .null, "x"]], "typeMismatch at list.2"),
            Refusal([Int: String].self, ["one": "x"], "typeMismatch at one"),
        ])
    func otherKinds(refusal: Refusal) {
        #expect(refusal.outcome() == refusal.expected)
    }

    @Test(
        "Reports a number out of range as a type mismatch at its path",
        arguments: [
            Refusal([String: Int8].self, ["small": 128], "typeMismatch at small"),
            Refusal([String: Int8].self, ["small": -129], "typeMismatch at small"),
            Refusal([String: UInt8].self, ["small": 256], "typeMismatch at small"),
            Refusal([String: UInt8].self, ["small": -1], "typeMismatch at small"),
            Refusal([UInt8].self, [1, 255.5], "typeMismatch at 1"),
            Refusal([Int16].self, [32_768], "typeMismatch at 0"),
            Refusal([UInt16].self, [65_536], "typeMismatch at 0"),
            Refusal([Int32].self, [2_147_483_648], "typeMismatch at 0"),
            Refusal([UInt32].self, [4_294_967_296], "typeMismatch at 0"),
            Refusal([UInt64].self, [-1], "typeMismatch at 0"),
            Refusal([UInt64].self, [.double(0x1p64)], "typeMismatch at 0"),
            Refusal([UInt].self, [-1], "typeMismatch at 0"),
            Refusal([Int].self, [1e300], "typeMismatch at 0"),
            Refusal([Int64].self, [.double(0x1p63)], "typeMismatch at 0"),
            Refusal([Int].self, [.double(.nan)], "typeMismatch at 0"),
            Refusal([Int8].self, [.double(.infinity)], "typeMismatch at 0"),
            Refusal([Float].self, [1e300], "typeMismatch at 0"),
        ])
    func outOfRange(refusal: Refusal) {
        #expect(refusal.outcome() == refusal.expected)
    }

    @Test(
        "Distinguishes null values from missing properties",
        arguments: [
            Refusal(Int.self, .null, "valueNotFound at "),
            Refusal(Int8.self, .null, "valueNotFound at "),
            Refusal([Int].self, .null, "valueNotFound at "),
            Refusal([String: Int].self, .null, "valueNotFound at "),
            Refusal([Int].self, [1, .null], "valueNotFound at 1"),
            Refusal(Types.Server.self, .null, "valueNotFound at "),
            Refusal(Types.Server.self, server("host", .null), "valueNotFound at host"),
            Refusal(Types.Server.self, [:], "keyNotFound host at "),
            Refusal([Types.Server].self, [server, ["host": "a"]], "keyNotFound port at 1"),
            Refusal(Types.Cluster.self, ["name": "x", "servers": [[:]]], "keyNotFound host at servers.0"),
        ])
    func missing(refusal: Refusal) {
        #expect(refusal.outcome() == refusal.expected)
    }

    @Test(
        "Reports the path of an invalid enumeration value",
        arguments: [
            Refusal(Types.Color.self, "blue", "dataCorrupted at "),
            Refusal([String: Types.Color].self, ["c": "green"], "dataCorrupted at c"),
            Refusal([Types.Level].self, [1, 2], "dataCorrupted at 1"),
            Refusal([Types.Level].self, ["low"], "typeMismatch at 0"),
            Refusal([Types.Color].self, [.null], "valueNotFound at 0"),
            Refusal([Types.Shape].self, [["square": [:]]], "typeMismatch at 0"),
            Refusal([Types.Shape].self, [["point": [:], "circle": ["radius": 1]]], "typeMismatch at 0"),
            Refusal([Types.Shape].self, [["circle": [:]]], "keyNotFound radius at 0.circle"),
            Refusal([Types.Shape].self, [["circle": ["radius": "big"]]], "typeMismatch at 0.circle.radius"),
            Refusal([Types.Shape].self, [["line": ["_0": 1, "to": 1.5]]], "typeMismatch at 0.line.to"),
        ])
    func enumerations(refusal: Refusal) {
        #expect(refusal.outcome() == refusal.expected)
    }

    @Test(
        "Reports the full path in nested containers and superclasses",
        arguments: [
            Refusal(Types.ByHand.self, ["head": []], "typeMismatch at head"),
            Refusal(Types.ByHand.self, ["head": ["title": 1]], "typeMismatch at head.title"),
            Refusal(Types.ByHand.self, ["head": ["title": "T"]], "keyNotFound rows at "),
            Refusal(Types.ByHand.self, ["head": ["title": "T"], "rows": 1], "typeMismatch at rows"),
            Refusal(Types.ByHand.self, ["head": ["title": "T"], "rows": []], "valueNotFound at rows.0"),
            Refusal(Types.ByHand.self, ["head": ["title": "T"], "rows": [["n": 1], 2]], "typeMismatch at rows.1"),
            Refusal(
                Types.ByHand.self, ["head": ["title": "T"], "rows": [["n": 1], [3, "x"]]], "typeMismatch at rows.1.1"),
            Refusal(Types.Dog.self, ["name": "Rex", "super": ["legs": "4"]], "typeMismatch at super.legs"),
            Refusal(Types.Dog.self, ["name": "Rex"], "valueNotFound at super"),
            Refusal(Types.Cat.self, ["base": [:]], "keyNotFound legs at base"),
            Refusal(Types.Cat.self, [:], "keyNotFound base at "),
            Refusal(Types.Bird.self, ["legs": .null], "valueNotFound at legs"),
        ])
    func handWritten(refusal: Refusal) {
        #expect(refusal.outcome() == refusal.expected)
    }

    @Test("Keeps its position after a mismatch, so another type can be tried")
    func secondTry() throws {
        struct Mixed: Decodable {
            var texts: [String] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    if let number = try? list.decode(Int.self) {
                        texts.append("#\(number)")
                    } else {
                        texts.append(try list.decode(String.self))
                    }
                }
            }
        }
        #expect(try FlagValueDecoder().decode(Mixed.self, from: [1, "a", 2.0, "b"]).texts == ["#1", "a", "#2", "b"])
    }

    @Test("Describes the expected and the actual value, or the missing property")
    func descriptions() throws {
        let mismatch = try #require(throws: DecodingError.self) {
            try FlagValueDecoder().decode([Int].self, from: [1, ["a": "x"]])
        }
        guard case .typeMismatch(let type, let context) = mismatch else {
            Issue.record("\(mismatch)")
            return
        }
        #expect("\(type)" == "Int")
        #expect(context.debugDescription == "expected an integer (Int), found an object")
        #expect(context.codingPath.first?.intValue == 1)
        let absence = try #require(throws: DecodingError.self) {
            try FlagValueDecoder().decode(Types.Server.self, from: [:])
        }
        guard case .keyNotFound(_, let context) = absence else {
            Issue.record("\(absence)")
            return
        }
        #expect(context.debugDescription == #"no property "host""#)
    }
}
