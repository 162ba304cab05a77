// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// The grammar and the options of the reader.
///
/// An extension covers numbers and strings.
struct JSONReaderTests {
    /// A document and its value.
    struct Reading: Sendable, CustomTestStringConvertible {
        let rule: String
        let text: String
        let value: FlagValue
        var testDescription: String { rule }

        init(_ rule: String, _ text: String, _ value: FlagValue) {
            (self.rule, self.text, self.value) = (rule, text, value)
        }
    }

    /// An invalid document and its error: code, line, column, and the pointer unless it's empty.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let rule: String
        let bytes: [UInt8]
        let reason: String
        var testDescription: String { rule }

        init(_ rule: String, _ text: String, _ reason: String) { self.init(rule, Array(text.utf8), reason) }

        init(_ rule: String, _ bytes: [UInt8], _ reason: String) {
            (self.rule, self.bytes, self.reason) = (rule, bytes, reason)
        }
    }

    static func check(_ refusal: Refusal, options: JSONReader.Options = .init()) throws {
        let error = try #require(throws: JSONError.self) { try JSONReader(options: options).read(refusal.bytes) }
        let place = "\(error.code) \(error.line):\(error.column)"
        #expect((error.pointer.isEmpty ? place : "\(place) \(error.pointer)") == refusal.reason)
        #expect((0...refusal.bytes.count).contains(error.offset))
    }

    // MARK: Structure

    @Test(
        "Reads a well-formed document",
        arguments: [
            Reading("null alone", "null", .null),
            Reading("true alone", "true", true),
            Reading("false alone", "false", false),
            Reading("a string alone", #""a""#, "a"),
            Reading("an empty array", "[]", []),
            Reading("an empty object", "{}", [:]),
            Reading("space in an empty array", "[ \n ]", []),
            Reading("space in an empty object", "{ \t\r\n }", [:]),
            Reading("all four kinds of space", " \t\r\n[ 1 ,\t2\r\n] \n", [1, 2]),
            Reading("space around a colon", #"{ "a" : 1 }"#, ["a": 1]),
            Reading("no space at all", #"{"a":[1,{"b":null}]}"#, ["a": [1, ["b": .null]]]),
            Reading("an empty name", #"{"":1}"#, ["": 1]),
            Reading("a byte order mark", "\u{FEFF}{}", [:]),
            Reading("a byte order mark and space", "\u{FEFF} [1]", [1]),
            Reading("the last of two members with one name", #"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2]),
            Reading("two names that are one after unescaping", #"{"a":1,"\u0061":2}"#, ["a": 2]),
        ])
    func accepted(reading: Reading) throws {
        #expect(try JSONReader().read(reading.text) == reading.value)
        #expect(try JSONReader().read(Array(reading.text.utf8)) == reading.value)
    }

    @Test(
        "Rejects a syntax error at its location",
        arguments: [
            Refusal("trailing comma in an array", "[1,]", "syntax 1:4 /1"),
            Refusal("trailing comma in an object", #"{"a":1,}"#, "syntax 1:8"),
            Refusal("leading comma", "[,1]", "syntax 1:2 /0"),
            Refusal("two commas", "[1,,2]", "syntax 1:4 /1"),
            Refusal("missing comma between elements", "[1 2]", "syntax 1:4"),
            Refusal("missing comma between members", #"{"a":1 "b":2}"#, "syntax 1:8"),
            Refusal("missing colon", #"{"a" 1}"#, "syntax 1:6 /a"),
            Refusal("a name without a value", #"{"a"}"#, "syntax 1:5 /a"),
            Refusal("a colon without a value", #"{"a":}"#, "syntax 1:6 /a"),
            Refusal("two colons", #"{"a"::1}"#, "syntax 1:6 /a"),
            Refusal("equals sign for a colon", #"{"a"=1}"#, "syntax 1:5 /a"),
            Refusal("unquoted name", "{a:1}", "syntax 1:2"),
            Refusal("number as a name", "{1:2}", "syntax 1:2"),
            Refusal("name in single quotes", "{'a':1}", "syntax 1:2"),
            Refusal("value in single quotes", "['a']", "syntax 1:2 /0"),
            Refusal("line comment before", "// no\n1", "syntax 1:1"),
            Refusal("line comment inside", "[1, // no\n2]", "syntax 1:5 /1"),
            Refusal("block comment after", "1 /* no */", "syntax 1:3"),
            Refusal("hash comment", "# no", "syntax 1:1"),
            Refusal("a second value", "1 1", "syntax 1:3"),
            Refusal("a second object", "{} {}", "syntax 1:4"),
            Refusal("letters after a word", "nulll", "syntax 1:5"),
            Refusal("one bracket too many", "[1]]", "syntax 1:4"),
            Refusal("one brace too many", "{}\n}", "syntax 2:1"),
            Refusal("a bracket closed by a brace", "[1}", "syntax 1:3"),
            Refusal("a brace closed by a bracket", #"{"a":1]"#, "syntax 1:7"),
            Refusal("a closing bracket alone", "]", "syntax 1:1"),
            Refusal("upper-case word", "[True]", "syntax 1:2 /0"),
            Refusal("another language's null", "None", "syntax 1:1"),
            Refusal("half a word", "[tru]", "syntax 1:2 /0"),
            Refusal("no-break space", "\u{A0}1", "syntax 1:1"),
            Refusal("form feed", "[\u{C}1]", "syntax 1:2 /0"),
            Refusal("two byte order marks", "\u{FEFF}\u{FEFF}1", "syntax 1:1"),
            Refusal("byte order mark in the middle", "[\u{FEFF}1]", "syntax 1:2 /0"),
            Refusal("a NUL byte after the value", "1\0", "syntax 1:2"),
            Refusal("three levels deep", "{\n\"a\": {\n\"b\": [\n0, nope]}}", "syntax 4:4 /a/b/1"),
            Refusal("lines that end with CR LF", "[\r\n1,\r\n x]", "syntax 3:2 /1"),
            Refusal("columns are bytes", #"["é", x]"#, "syntax 1:8 /1"),
            Refusal("slash and tilde in a name", #"{"a/b~c": [x]}"#, "syntax 1:12 /a~1b~0c/0"),
        ])
    func refused(refusal: Refusal) throws {
        try Self.check(refusal)
    }

    @Test(
        "Rejects an incomplete document at its end",
        arguments: [
            Refusal("empty text", "", "unexpectedEnd 1:1"),
            Refusal("only spaces", "   ", "unexpectedEnd 1:4"),
            Refusal("only lines", "\n\n ", "unexpectedEnd 3:2"),
            Refusal("only a byte order mark", "\u{FEFF}", "unexpectedEnd 1:1"),
            Refusal("an open array", "[", "unexpectedEnd 1:2 /0"),
            Refusal("an array after an element", "[1", "unexpectedEnd 1:3"),
            Refusal("an array after a comma", "[1,", "unexpectedEnd 1:4 /1"),
            Refusal("an open object", "{", "unexpectedEnd 1:2"),
            Refusal("an object after a name", #"{"a""#, "unexpectedEnd 1:5 /a"),
            Refusal("an object after a colon", #"{"a":"#, "unexpectedEnd 1:6 /a"),
            Refusal("an object after a member", "{\"a\":1\n", "unexpectedEnd 2:1"),
            Refusal("an object after a comma", #"{"a":1,"#, "unexpectedEnd 1:8"),
        ])
    func endedEarly(refusal: Refusal) throws {
        try Self.check(refusal)
    }

    // MARK: Limits

    @Test("Allows 128 levels, 64 MiB, and duplicate properties by default")
    func defaultOptions() {
        let options = JSONReader().options
        #expect(options.maximumDepth == 128)
        #expect(options.maximumBytes == 67_108_864)
        #expect(!options.refusesDuplicateMembers)
    }

    @Test(
        "Reads nesting up to the limit",
        arguments: [
            Reading("three arrays", "[[[]]]", [[[]]]),
            Reading("arrays and objects count alike", #"{"a":[{"b":1}]}"#, ["a": [["b": 1]]]),
            Reading("siblings do not add up", "[[],[[]],[],{}]", [[], [[]], [], [:]]),
        ])
    func atTheDepthLimit(reading: Reading) throws {
        var options = JSONReader.Options()
        options.maximumDepth = 3
        #expect(try JSONReader(options: options).read(reading.text) == reading.value)
    }

    @Test(
        "Rejects nesting beyond the limit at the first extra bracket",
        arguments: [
            Refusal("four arrays", "[[[[]]]]", "tooDeep 1:4 /0/0/0"),
            Refusal("arrays and objects", "{\"a\":[{\"b\":\n[]}]}", "tooDeep 2:1 /a/0/b"),
            Refusal("after a sibling", "[[[]],[[[]]]]", "tooDeep 1:9 /1/0/0"),
        ])
    func beyondTheDepthLimit(refusal: Refusal) throws {
        var options = JSONReader.Options()
        options.maximumDepth = 3
        try Self.check(refusal, options: options)
    }

    @Test("Reads scalars, but no arrays, with a depth limit of zero")
    func depthZero() throws {
        var options = JSONReader.Options()
        options.maximumDepth = 0
        #expect(try JSONReader(options: options).read("1") == 1)
        try Self.check(Refusal("an array", "[]", "tooDeep 1:1"), options: options)
    }

    @Test("Reads 128 levels by default, but not 129")
    func defaultDepth() throws {
        let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try JSONWriter.text(JSONReader().read(deepest)) == deepest)
        let pointer = String(repeating: "/0", count: 128)
        try Self.check(Refusal("one more", "[\(deepest)]", "tooDeep 1:129 \(pointer)"))
    }

    @Test("Rejects 100,000 open brackets or braces without crashing")
    func bottomless() throws {
        let arrays = String(repeating: "[", count: 100_000)
        try Self.check(Refusal("arrays", arrays, "tooDeep 1:129 " + String(repeating: "/0", count: 128)))
        let objects = String(repeating: "{\"\":", count: 100_000)
        try Self.check(Refusal("objects", objects, "tooDeep 1:513 " + String(repeating: "/", count: 128)))
    }

    @Test("Reads documents up to the maximum size, and rejects larger ones")
    func size() throws {
        var options = JSONReader.Options()
        options.maximumBytes = 5
        #expect(try JSONReader(options: options).read("12345") == 12345)
        try Self.check(Refusal("six bytes", "123456", "tooLarge 1:1"), options: options)
        try Self.check(Refusal("spaces count", "1     ", "tooLarge 1:1"), options: options)
        try Self.check(Refusal("a byte order mark counts", "\u{FEFF}123", "tooLarge 1:1"), options: options)
    }

    // MARK: Members

    @Test(
        "Rejects a duplicate property at its second name if configured",
        arguments: [
            Refusal("in the document", #"{"a":1,"b":2,"a":3}"#, "duplicateMember 1:14 /a"),
            Refusal("on another line", "{\"x\": [{\n  \"a\": 1,\n  \"a\": 1}]}", "duplicateMember 3:3 /x/0/a"),
            Refusal("spelt with an escape", #"{"a":1,"\u0061":2}"#, "duplicateMember 1:8 /a"),
            Refusal("empty names", #"{"":1,"":2}"#, "duplicateMember 1:7 /"),
        ])
    func duplicatesRefused(refusal: Refusal) throws {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        try Self.check(refusal, options: options)
    }

    @Test("Accepts the same name in two objects if it rejects duplicates")
    func sameNameElsewhere() throws {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        let value = try JSONReader(options: options).read(#"{"a":{"a":1},"b":{"a":1}}"#)
        #expect(value == ["a": ["a": 1], "b": ["a": 1]])
    }

    @Test("Reports the byte offset of a duplicate property's second name")
    func duplicateOffset() throws {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        let error = try #require(throws: JSONError.self) {
            try JSONReader(options: options).read(#"{"é":1, "é":2}"#)
        }
        #expect(error.offset == 9)
    }
}
