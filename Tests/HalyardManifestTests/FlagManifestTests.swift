// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing

@Suite struct FlagManifestTests {
    @Test(
        "Requires an object of flags",
        arguments: [
            ("[]", "1:1: error: Expected an object, found an array. Use { \"flags\": { … } }."),
            ("null", "1:1: error: Expected an object, found null. Use { \"flags\": { … } }."),
            ("{}", "1:1: error: Missing property \"flags\". Add it."),
            (#"{"flag": {}}"#, "1:1: error: Missing property \"flags\". Rename \"flag\" to \"flags\"."),
            (
                #"{"flags": []}"#,
                "1:11: error: /flags: Expected an object of flags, found an array. Use { \"new-nav\": { … } }."
            ),
        ])
    func noFlags(text: String, problem: String) {
        #expect(problems(text) == [problem])
        #expect(FlagManifest.read(Array(text.utf8)).manifest.flags.isEmpty)
    }

    @Test(
        "Reports invalid flags",
        arguments: [
            (
                #""a": true"#,
                #"3:10: error: /flags/a: Expected an object, found true. Use { "flagType": "boolean", "defaultValue": false }."#
            ),
            (#""a": { "defaultValue": 1 }"#, #"3:10: error: /flags/a: Missing property "flagType". Add it."#),
            (#""a": { "flagType": "float" }"#, #"3:10: error: /flags/a: Missing property "defaultValue". Add it."#),
            (
                #""a": { "flagType": "float", "defaultVaule": 1 }"#,
                #"3:10: error: /flags/a: Missing property "defaultValue". Rename "defaultVaule" to "defaultValue"."#
            ),
            (
                #""a": { "flagType": 1, "defaultValue": 1 }"#,
                #"3:24: error: /flags/a/flagType: Expected a string, found 1. Use one of "boolean", "string", "integer", "float", "object"."#
            ),
            (
                #""a": { "flagType": "bolean", "defaultValue": true }"#,
                #"3:24: error: /flags/a/flagType: Unknown flag type "bolean". Did you mean "boolean"? Known values: "boolean", "string", "integer", "float", "object"."#
            ),
            (
                #""a": { "flagType": "Int", "defaultValue": 1 }"#,
                #"3:24: error: /flags/a/flagType: Unknown flag type "Int". Did you mean "integer"? Known values: "boolean", "string", "integer", "float", "object"."#
            ),
            (
                #""a": { "flagType": "colour", "defaultValue": "red" }"#,
                #"3:24: error: /flags/a/flagType: Unknown flag type "colour". Known values: "boolean", "string", "integer", "float", "object"."#
            ),
            (
                #""": { "flagType": "boolean", "defaultValue": true }"#,
                #"3:5: error: /flags/: Empty flag key. Use the flag's key in the provider."#
            ),
            (
                #""a/b~c": { "flagType": "boolean", "defaultValue": true, "description": 1 }"#,
                #"3:76: error: /flags/a~1b~0c/description: Expected a string, found 1. Use double quotes."#
            ),
        ])
    func flags(flag: String, problem: String) {
        #expect(problems(manifest(flag)) == [problem])
    }

    @Test(
        "Reports invalid default values",
        arguments: [
            ("boolean", "\"true\"", #"Expected a Boolean, found "true". Use true or false."#),
            ("boolean", "1", "Expected a Boolean, found 1. Use true or false."),
            ("boolean", "null", "Expected a Boolean, found null. Use true or false."),
            ("string", "1", "Expected a string, found 1. Use double quotes."),
            ("string", "[]", "Expected a string, found an array. Use double quotes."),
            ("integer", "\"1\"", #"Expected an integer, found "1". Use digits without quotes."#),
            (
                "integer", "1.5",
                "Expected an integer, found 1.5. Remove the fraction, or use the type \"float\"."
            ),
            (
                "integer", "9223372036854775808",
                "Integer out of range: 9223372036854775808. Use an integer that fits in 64 bits."
            ),
            ("integer", "1e30", "Integer out of range: 1e30. Use an integer that fits in 64 bits."),
            ("integer", "1e999999999", "Integer out of range: 1e999999999. Use an integer that fits in 64 bits."),
            ("float", "\"NaN\"", #"Expected a number, found "NaN". Use digits without quotes."#),
            ("float", "{}", "Expected a number, found an object. Use digits without quotes."),
            ("float", "1e309", "Number out of range: 1e309. Use a number up to about 1.8e308."),
            ("float", "-1e309", "Number out of range: -1e309. Use a number up to about 1.8e308."),
        ])
    func defaults(type: String, value: String, problem: String) {
        let bytes = manifest(#""a": { "flagType": "\#(type)", "defaultValue": \#(value) }"#)
        let column = 44 + type.utf8.count
        #expect(problems(bytes) == ["3:\(column): error: /flags/a/defaultValue: \(problem)"])
    }

    @Test("Reports numbers out of range in objects, and shortens long numbers")
    func numbersInObjects() {
        let long = String(repeating: "9", count: 400)
        let bytes = manifest(#""a": { "flagType": "object", "defaultValue": { "b": [1, 1e999], "c": \#(long) } }"#)
        #expect(
            problems(bytes) == [
                "3:61: error: /flags/a/defaultValue/b/1: Number out of range: 1e999. Use a number up to about 1.8e308.",
                "3:74: error: /flags/a/defaultValue/c: Number out of range: a number of 400 characters. Use a number up to about 1.8e308.",
            ])
    }

    @Test("Reports all problems in order, and reads the valid flags")
    func allAtOnce() {
        let reading = FlagManifest.read(
            manifest(
                #""one": { "flagType": "boolen", "defaultValue": 1, "description": [] }"#,
                #""two": { "flagType": "string", "defaultValue": "x" }"#,
                #""three": { "flagType": "string", "defaultValue": 3, "swift": { "name": "a-b", "cases": [] } }"#))
        #expect(
            reading.problems.map(\.pointer) == [
                "/flags/one/flagType", "/flags/one/description", "/flags/three/defaultValue", "/flags/three/swift/name",
                "/flags/three/swift/cases",
            ])
        #expect(reading.manifest.flags.map(\.key) == ["two"])
        #expect(reading.hasErrors)
    }

    @Test("Reads all properties of a flag, and ignores unknown properties")
    func wholeFlag() throws {
        let reading = FlagManifest.read(
            manifest(
                #""theme": { "flagType": "string", "defaultValue": "light", "description": "Colours", "x": [1e999], "swift": { "name": "look", "cases": ["light", "dark"], "z": 1 }, "metadata": { "owner": "nav", "expires": "2026-12-31", "permanent": true, "jira": { "id": 1 } } }"#
            ))
        #expect(reading.problems == [])
        let flag = try #require(reading.manifest.flags.first)
        #expect(flag.key == "theme")
        #expect(flag.type == .string)
        #expect(flag.defaultValue.content == .string("light"))
        #expect(flag.description == "Colours")
        #expect(flag.form.name == "look")
        #expect(flag.form.cases?.map(\.rawValue) == ["light", "dark"])
        #expect(flag.owner == "nav")
        #expect(flag.expires == CalendarDay("2026-12-31"))
        #expect(flag.isPermanent)
        #expect(flag.position == TextPosition(line: 3, column: 5))
    }

    @Test("Reads integers as JSON Schema defines them", arguments: ["1000", "1e3", "1000.0", "1.0E+3"])
    func integers(digits: String) throws {
        let source = KeySource(
            manifest: manifest(#""a": { "flagType": "integer", "defaultValue": \#(digits) }"#), file: "f")
        #expect(source.problems == [])
        #expect(try #require(source.text).contains(#"static let a = FlagKey("a", default: 1000)"#))
    }

    @Test("Infers the type of a value")
    func inferredTypes() {
        let contents: [JSONNode.Content] = [
            .bool(true), .string(""), .number("-1"), .number("1.0"), .number("18446744073709551615"), .null, .array([]),
            .object([]),
        ]
        #expect(
            contents.map { FlagType(of: JSONNode($0)) } == [
                .boolean, .string, .integer, .float, .float, .object, .object, .object,
            ])
    }
}
