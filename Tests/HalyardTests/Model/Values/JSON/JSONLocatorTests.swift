// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

struct JSONLocatorTests {
    /// A pointer into a document, and the line and column that it refers to.
    struct Place: Sendable, CustomTestStringConvertible {
        let pointer: String
        let position: String
        var testDescription: String { pointer.isEmpty ? "the document" : pointer }

        init(_ pointer: String, _ position: String) { (self.pointer, self.position) = (pointer, position) }
    }

    private static let document = """
        {
          "providers": {
            "unleash": { "url": "https://example.com", "weights": [1, [20, 300], {"deep": true}] },
            "a/b": {"m~n": 7, "": 8}
          },
          "list":
            []
        }
        """

    private func find(_ pointer: String, _ target: JSONLocator.Target = .value, in text: String) -> String? {
        let locator = JSONLocator(bytes: Array(text.utf8))
        return locator.position(of: JSONPointer(parsing: pointer), target).map { "\($0.line):\($0.column)" }
    }

    @Test(
        "Finds the start of a value",
        arguments: [
            Place("", "1:1"),
            Place("/providers", "2:16"),
            Place("/providers/unleash", "3:16"),
            Place("/providers/unleash/url", "3:25"),
            Place("/providers/unleash/weights", "3:59"),
            Place("/providers/unleash/weights/0", "3:60"),
            Place("/providers/unleash/weights/1", "3:63"),
            Place("/providers/unleash/weights/1/1", "3:68"),
            Place("/providers/unleash/weights/2/deep", "3:83"),
            Place("/providers/a~1b/m~0n", "4:20"),
            Place("/providers/a~1b/", "4:27"),
            Place("/list", "7:5"),
        ])
    func values(place: Place) {
        #expect(find(place.pointer, in: Self.document) == place.position)
    }

    @Test(
        "Finds the start of a property name, or of an element's value",
        arguments: [
            Place("", "1:1"),
            Place("/providers", "2:3"),
            Place("/providers/unleash/url", "3:18"),
            Place("/providers/unleash/weights/1/0", "3:64"),
            Place("/providers/unleash/weights/2/deep", "3:75"),
            Place("/providers/a~1b", "4:5"),
            Place("/providers/a~1b/m~0n", "4:13"),
            Place("/list", "6:3"),
        ])
    func names(place: Place) {
        #expect(find(place.pointer, .name, in: Self.document) == place.position)
    }

    @Test(
        "Finds the innermost existing ancestor of a missing value",
        arguments: [
            Place("/nothing", "1:1"),
            Place("/providers/nothing", "2:16"),
            Place("/providers/unleash/nothing/more", "3:16"),
            Place("/providers/unleash/url/nothing", "3:25"),
            Place("/providers/unleash/weights/3", "3:59"),
            Place("/providers/unleash/weights/01", "3:59"),
            Place("/providers/unleash/weights/-", "3:59"),
            Place("/providers/unleash/weights/1/2/x", "3:63"),
            Place("/list/0", "7:5"),
        ])
    func missing(place: Place) {
        #expect(find(place.pointer, in: Self.document) == place.position)
        #expect(find(place.pointer, .name, in: Self.document) == place.position)
    }

    @Test("Ignores a byte order mark in columns")
    func byteOrderMark() {
        let text = "\u{FEFF}{\"a\": 1,\n\"b\": 2}"
        #expect(find("", in: text) == "1:1")
        #expect(find("/a", in: text) == "1:7")
        #expect(find("/a", .name, in: text) == "1:2")
        #expect(find("/b", in: text) == "2:6")
    }

    @Test("Counts CR LF as one line ending")
    func carriageReturns() {
        let text = "{\r\n  \"a\": [\r\n    1,\r\n    2\r\n  ]\r\n}"
        #expect(find("/a", .name, in: text) == "2:3")
        #expect(find("/a/0", in: text) == "3:5")
        #expect(find("/a/1", in: text) == "4:5")
    }

    @Test("Finds the last of several properties with the same name")
    func duplicates() {
        let text = "{\"a\": {\"b\": 1},\n \"a\": {\"b\": 2, \"c\": 3},\n \"a\": {\"b\": 4}}"
        #expect(find("/a", in: text) == "3:7")
        #expect(find("/a", .name, in: text) == "3:2")
        #expect(find("/a/b", in: text) == "3:13")
        #expect(find("/a/c", in: text) == "3:7")
    }

    @Test("Finds a property whose name contains escape sequences")
    func escapedNames() {
        #expect(find("/é/\"", in: #"{"\u00e9": {"\"": 1}}"#) == "1:19")
    }

    @Test("Counts columns in bytes")
    func bytes() {
        #expect(find("/b", in: #"{"a": "é€😀", "b": 1}"#) == "1:25")
    }

    @Test("Finds only the document itself in a scalar")
    func scalar() {
        #expect(find("", in: "\n  42") == "2:3")
        #expect(find("/a", in: "\n  42") == "2:3")
    }

    @Test("Returns nil if the path to the value has a syntax error")
    func noJSON() {
        #expect(find("/a", in: "{\"a\": nope}") == nil)
        #expect(find("/b", in: "{\"a\": 1") == nil)
        #expect(find("/1", in: "[1 2]") == nil)
    }

    @Test("Agrees with the reader on the location of an error")
    func agreesWithTheReader() throws {
        let text = "{\"a\": [1, {\"b\": 1e400}]}"
        let error = try #require(throws: JSONError.self) { try JSONReader().read(text) }
        let readable = text.replacing("1e400", with: "1e300")
        #expect(find(error.pointer, in: readable) == "\(error.line):\(error.column)")
        #expect(find(error.pointer, in: readable) == "1:17")
    }
}
