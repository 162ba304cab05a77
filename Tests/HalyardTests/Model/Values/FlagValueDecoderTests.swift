// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// Values that fit their types.
///
/// `FlagValueDecoderErrorTests` covers the errors.
struct FlagValueDecoderTests {
    struct Server: Codable, Equatable {
        var host: String
        var port: Int
        var weight: Double
        var isSecure: Bool
    }

    struct Cluster: Codable, Equatable {
        var name: String
        var servers: [Server]
        var limits: [String: Int]
        var main: Server?
    }

    struct Optionals: Codable, Equatable {
        var number: Int?
        var text: String?
        var server: Server?
        var list: [Int?]?
    }

    enum Color: String, Codable {
        case red
        case green = "GREEN"
    }

    enum Level: Int, Codable {
        case low = 1
        case high = 10
    }

    enum Shape: Codable, Equatable {
        case point
        case circle(radius: Double)
        case line(Int, to: Int)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ value: FlagValue) throws -> Value {
        try FlagValueDecoder().decode(type, from: value)
    }

    private static let server: FlagValue = ["host": "a", "port": 80, "weight": 1, "isSecure": true]

    @Test("Decodes a struct, and converts numbers if nothing is lost")
    func structs() throws {
        #expect(try decode(Server.self, Self.server) == Server(host: "a", port: 80, weight: 1, isSecure: true))
        let bridged: FlagValue = ["host": "a", "port": 80.0, "weight": 2.5, "isSecure": false, "unknown": [1]]
        #expect(try decode(Server.self, bridged) == Server(host: "a", port: 80, weight: 2.5, isSecure: false))
    }

    @Test("Decodes structs in arrays, dictionaries, and optionals")
    func nested() throws {
        let value: FlagValue = [
            "name": "x", "servers": [Self.server, Self.server], "limits": ["cpu": 4, "disk": 10.0], "main": Self.server,
        ]
        let server = Server(host: "a", port: 80, weight: 1, isSecure: true)
        #expect(
            try decode(Cluster.self, value)
                == Cluster(name: "x", servers: [server, server], limits: ["cpu": 4, "disk": 10], main: server))
        #expect(try decode([Server].self, []) == [])
        #expect(try decode([[Server]].self, [[Self.server], []]) == [[server], []])
        #expect(try decode([String: Server].self, ["s": Self.server]) == ["s": server])
    }

    @Test("Decodes an optional, or nil if the property is null or absent")
    func optionals() throws {
        let present: FlagValue = ["number": 1, "text": "a", "server": Self.server, "list": [1, .null]]
        let server = Server(host: "a", port: 80, weight: 1, isSecure: true)
        #expect(try decode(Optionals.self, present) == Optionals(number: 1, text: "a", server: server, list: [1, nil]))
        let null: FlagValue = ["number": .null, "text": .null, "server": .null, "list": .null]
        #expect(try decode(Optionals.self, null) == Optionals())
        #expect(try decode(Optionals.self, [:]) == Optionals())
        #expect(try decode(Int?.self, .null) == nil)
        #expect(try decode(Int?.self, 3) == 3)
        #expect(try decode([Int?].self, [1, .null, 3]) == [1, nil, 3])
        #expect(try decode([String: Server?].self, ["s": .null]) == ["s": nil])
    }

    @Test("Decodes scalars at the top level")
    func scalars() throws {
        #expect(try decode(Bool.self, false) == false)
        #expect(try decode(String.self, "") == "")
        #expect(try decode(Double.self, 3) == 3)
        #expect(try decode(Float.self, 0.5) == 0.5)
        #expect(try decode(Int.self, .int(.min)) == .min)
        #expect(try decode(Int32.self, -5.0) == -5)
        #expect(try decode(Int64.self, .int(.max)) == .max)
        #expect(try decode(UInt.self, .int(.max)) == 9_223_372_036_854_775_807)
        #expect(try decode(FlagValue.self, .null) == .null)
        #expect(try decode(FlagValue.self, ["a": [1.0]]) == ["a": [1.0]])
    }

    @Test("Decodes fixed-width integers up to the limits of their ranges")
    func smallIntegers() throws {
        #expect(try decode([Int8].self, [-128, 127, 5.0]) == [-128, 127, 5])
        #expect(try decode([UInt8].self, [0, 255, 5.0]) == [0, 255, 5])
        #expect(try decode([Int16].self, [-32_768, 32_767]) == [-32_768, 32_767])
        #expect(try decode([UInt16].self, [0, 65_535]) == [0, 65_535])
        #expect(try decode([Int32].self, [-2_147_483_648, 2_147_483_647]) == [-2_147_483_648, 2_147_483_647])
        #expect(try decode([UInt32].self, [0, 4_294_967_295]) == [0, 4_294_967_295])
        #expect(try decode([UInt64].self, [0, .int(.max)]) == [0, 9_223_372_036_854_775_807])
    }

    @Test("Decodes enumerations with raw values from strings and numbers")
    func rawValues() throws {
        #expect(try decode([Color].self, ["red", "GREEN"]) == [.red, .green])
        #expect(try decode([Level].self, [1, 10.0]) == [.low, .high])
        #expect(try decode([String: Color?].self, ["a": "red", "b": .null]) == ["a": .red, "b": nil])
    }

    @Test("Decodes enumerations with associated values in Swift's format")
    func associatedValues() throws {
        #expect(try decode(Shape.self, ["point": [:]]) == .point)
        #expect(try decode(Shape.self, ["circle": ["radius": 2]]) == .circle(radius: 2))
        #expect(try decode(Shape.self, ["line": ["_0": 1, "to": 5]]) == .line(1, to: 5))
        #expect(
            try decode([Shape].self, [["point": [:]], ["circle": ["radius": 0.5]]]) == [.point, .circle(radius: 0.5)])
    }

    @Test("Decodes dictionaries with integer or enumeration keys from objects")
    func dictionaryKeys() throws {
        enum Side: String, Codable, CodingKeyRepresentable {
            case left
            case right
        }
        #expect(try decode([Int: String].self, ["1": "one", "-2": "minus two"]) == [1: "one", -2: "minus two"])
        #expect(try decode([Side: Int].self, ["left": 1, "right": 2]) == [.left: 1, .right: 2])
    }

    @Test("Matches property names exactly")
    func keys() throws {
        struct Named: Decodable, Equatable {
            var first: Int
            enum CodingKeys: String, CodingKey { case first = "first_name" }
        }
        #expect(try decode(Named.self, ["first_name": 1, "firstName": 2, "first": 3]).first == 1)
    }

    // MARK: Hand-written decoding

    /// Reads `{"head": {"title": …}, "rows": [{"n": …}, […], null, …]}` container by container.
    struct ByHand: Decodable {
        var title: String
        var seen: [String] = []
        enum Keys: String, CodingKey { case head, rows, title, n }

        init(from decoder: any Decoder) throws {
            let document = try decoder.container(keyedBy: Keys.self)
            title = try document.nestedContainer(keyedBy: Keys.self, forKey: .head).decode(String.self, forKey: .title)
            seen.append("\(document.contains(.head)) \(document.contains(.n)) \(document.allKeys.count)")
            var rows = try document.nestedUnkeyedContainer(forKey: .rows)
            seen.append("count \(rows.count ?? -1)")
            let row = try rows.nestedContainer(keyedBy: Keys.self)
            seen.append("n \(try row.decode(Int.self, forKey: .n)) at \(Self.path(row.codingPath))")
            var list = try rows.nestedUnkeyedContainer()
            while !list.isAtEnd { seen.append("\(try list.decode(Int.self)) at \(list.currentIndex)") }
            seen.append("null \(try rows.decodeNil()) \(try rows.decodeNil())")
            seen.append("word \(try String(from: rows.superDecoder()))")
            seen.append("end \(rows.isAtEnd) \(rows.currentIndex)")
        }

        static func path(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    }

    @Test("Decodes nested containers in hand-written code")
    func nestedContainers() throws {
        let value: FlagValue = ["head": ["title": "T"], "rows": [["n": 1], [10, 20], .null, "word"]]
        let decoded = try decode(ByHand.self, value)
        #expect(decoded.title == "T")
        #expect(
            decoded.seen == [
                "true false 2", "count 4", "n 1 at rows.0", "10 at 1", "20 at 2", "null true false", "word word",
                "end true 4",
            ])
    }

    class Animal: Decodable {
        var legs: Int
        enum Keys: String, CodingKey { case legs }

        required init(from decoder: any Decoder) throws {
            legs = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .legs)
        }
    }

    final class Dog: Animal {
        var name: String
        enum Keys: String, CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    final class Cat: Animal {
        enum Keys: String, CodingKey { case base }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder.container(keyedBy: Keys.self).superDecoder(forKey: .base))
        }
    }

    final class Bird: Animal {
        required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    }

    @Test("Decodes a superclass from super, a named property, or the same object")
    func superclasses() throws {
        let dog = try decode(Dog.self, ["name": "Rex", "super": ["legs": 4]])
        #expect(dog.name == "Rex")
        #expect(dog.legs == 4)
        #expect(try decode(Cat.self, ["base": ["legs": 4]]).legs == 4)
        #expect(try decode(Bird.self, ["legs": 2]).legs == 2)
    }

    @Test("Applies the last form of a type to values, properties, and elements")
    func forms() throws {
        struct Window: Decodable { var opens: Duration }
        let seconds = ValueForm(Duration.self, "a number of seconds") { Double(flagValue: $0).map { .seconds($0) } }
        let minutes = ValueForm(Duration.self, "a number of minutes") {
            Double(flagValue: $0).map { .seconds($0 * 60) }
        }
        let decoder = FlagValueDecoder(forms: [seconds, minutes])
        #expect(try decoder.decode(Duration.self, from: 2) == .seconds(120))
        #expect(try decoder.decode(Window.self, from: ["opens": 0.5]).opens == .seconds(30))
        #expect(try decoder.decode([String: [Duration]].self, from: ["a": [1]]) == ["a": [.seconds(60)]])
        #expect(throws: DecodingError.self) { try decoder.decode(Window.self, from: ["opens": "soon"]) }
    }
}
