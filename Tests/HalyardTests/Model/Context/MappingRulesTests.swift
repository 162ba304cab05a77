// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

@Suite("Mapping rules")
struct MappingRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules: MappingRules
        var context: EvaluationContext
        var result: EvaluationContext

        init(_ rule: String, _ rules: MappingRules, _ context: EvaluationContext, _ result: EvaluationContext) {
            (testDescription, self.rules, self.context, self.result) = (rule, rules, context, result)
        }
    }

    private struct Mark: ContextAttachment {
        var cacheKey: String { "mark" }
    }

    static let rows = [
        Row("no rules change nothing", MappingRules(), .user("a", ["x": 1]), .user("a", ["x": 1])),
        Row(
            "what is dropped is gone, and stays private", MappingRules(drop: ["x", "none"]),
            .user("a", ["x": 1, "y": 2]).keepingPrivate("x"), .user("a", ["y": 2]).keepingPrivate("x")),
        Row(
            "a text is hashed as it is, anything else as JSON", MappingRules(hash: ["x", "y", "none"]),
            .user("a", ["x": "abc", "y": [1], "z": "abc"]),
            .user(
                "a",
                [
                    "x": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                    "y": "080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22", "z": "abc",
                ])),
        Row(
            "two attributes can change places, and what is private goes along",
            MappingRules(rename: ["x": "y", "y": "x"]),
            .user("a", ["x": 1, "y": 2]).keepingPrivate("x"), .user("a", ["y": 1, "x": 2]).keepingPrivate("y")),
        Row(
            "a renamed attribute takes the place of another", MappingRules(rename: ["x": "y"]),
            .user("a", ["x": 1, "y": 2]), .user("a", ["y": 1])),
        Row(
            "of two that get one name the later in the alphabet stays", MappingRules(rename: ["x": "z", "y": "z"]),
            .user("a", ["x": 1, "y": 2]), .user("a", ["z": 2])),
        Row(
            "private paths are renamed at their first step", MappingRules(rename: ["a/b": "c~d", "x": "y"]),
            EvaluationContext(key: "a", attributes: ["a/b": [:]], privateAttributes: ["/a~1b/x", "/x", "/z/x"]),
            EvaluationContext(key: "a", attributes: ["c~d": [:]], privateAttributes: ["/c~0d/x", "/y", "/z/x"])),
        Row(
            "constants win, null takes away, and only the primary part has them",
            MappingRules(constant: ["x": 7, "y": .null, "z": "new"]),
            .user("a", ["x": 1, "y": 2]).adding(.init(.organization, key: "o", attributes: ["x": 1])),
            .user("a", ["x": 7, "z": "new"]).adding(.init(.organization, key: "o", attributes: ["x": 1]))),
        Row(
            "all parts are renamed and kept private",
            MappingRules(drop: ["n"], rename: ["x": "y"], private: ["y"]),
            .user("a", ["x": 1]).adding(.init(.organization, key: "o", attributes: ["x": 2, "n": 3])),
            .user("a", ["y": 1]).keepingPrivate("y")
                .adding(.init(.organization, key: "o", attributes: ["y": 2], privateAttributes: ["y"]))),
        Row(
            "the order is drop, hash, rename, constant, private",
            MappingRules(
                drop: ["d"], hash: ["x"], rename: ["x": "d", "d": "e"], constant: ["y": 1], private: ["d"]),
            .user("a", ["d": 1, "x": "abc"]),
            .user("a", ["d": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "y": 1])
                .keepingPrivate("d")),
        Row(
            "an anonymous nobody gets constants and stays one", MappingRules(constant: ["app": "shop"]), .anonymous,
            EvaluationContext(key: nil, attributes: ["app": "shop"])),
        Row(
            "a vendor's own identity stays attached", MappingRules(drop: ["x"]),
            .user("a", ["x": 1]).attaching(Mark()), .user("a").attaching(Mark())),
    ]

    @Test("Applies the rules to a context", arguments: rows)
    func rules(row: Row) {
        #expect(row.rules.apply(to: row.context) == row.result)
    }

    // MARK: JSON

    private func read(_ mapping: String, _ found: Recorder<MappingRules> = Recorder()) -> [String] {
        let type = ProviderType("mapped") { settings in
            found.add(settings.mappingRules("mapping"))
            return InMemoryFlagProvider(name: settings.name)
        }
        do throws(ConfigurationError) {
            _ = try ProviderRegistry([ProviderModule(types: [type])]).load(
                .json(#"{"version": 1, "providers": {"p": {"type": "mapped"\#(mapping)}}}"#))
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test("Reads all rules from a configuration")
    func everyMember() {
        let found = Recorder<MappingRules>()
        let json = """
            , "mapping": {"drop": ["a"], "hash": ["b"], "rename": {"c": "d"}, "constant": {"e": [1]}, "private": ["f"]}
            """
        #expect(read(json, found) == [])
        #expect(
            found.all.last
                == MappingRules(drop: ["a"], hash: ["b"], rename: ["c": "d"], constant: ["e": [1]], private: ["f"]))
    }

    @Test("Reads an absent or empty mapping as no rules")
    func absent() {
        let found = Recorder<MappingRules>()
        #expect(read("", found) == [])
        #expect(found.all.last == MappingRules())
        #expect(read(#", "mapping": {}"#, found) == [])
        #expect(found.all.last == MappingRules())
    }

    @Test("Reports every error in a mapping")
    func strict() {
        let json = """
            , "mapping": {"drop": "a", "rename": {"x": "", "y": 1}, "constant": [], "privat": ["f"]}
            """
        let path = "error: /providers/p/mapping"
        #expect(
            read(json) == [
                "1:74: \(path)/drop: Expected an array of strings, found a string. Use [\"…\", \"…\"].",
                "1:95: \(path)/rename/x: The new name is empty. Set a name, or \"drop\" the attribute.",
                "1:104: \(path)/rename/y: Expected a string, found a number. Use the new name.",
                "1:120: \(path)/constant: Expected an object, found an array. Use {\"app\": \"shop\"}.",
                "1:124: \(path)/privat: Unknown setting \"privat\". Did you mean \"private\"?",
            ])
        #expect(
            read(#", "mapping": {"rename": []}"#) == [
                "1:76: \(path)/rename: Expected an object, found an array. Use {\"plan\": \"tier\"}."
            ])
    }

    @Test("Describes the rules in the schema")
    func schema() throws {
        let type = ProviderType("mapped") { settings in
            _ = settings.mappingRules("mapping")
            return InMemoryFlagProvider(name: settings.name)
        }
        let schema = ProviderRegistry([ProviderModule(types: [type])]).schema
        guard case .array(let shapes)? = schema["$defs"]?["provider"]?["oneOf"] else {
            Issue.record("The schema has no provider types.")
            return
        }
        let shape = try #require(shapes.first { $0["properties"]?["type"]?["const"] == "mapped" })
        func names(_ description: FlagValue) -> FlagValue {
            ["type": "array", "items": ["type": "string"], "description": description]
        }
        #expect(
            shape["properties"]?["mapping"] == [
                "type": "object", "additionalProperties": false,
                "description": "Rules that map the evaluation context for this vendor.",
                "properties": [
                    "drop": names("Attributes that are not sent."),
                    "hash": names("Attributes that are sent only as a digest."),
                    "private": names("Attributes that are private."),
                    "constant": ["type": "object", "description": "Attributes that are always sent."],
                    "rename": [
                        "type": "object", "additionalProperties": ["type": "string", "minLength": 1],
                        "description": "New attribute names.",
                    ],
                ],
            ])
        #expect(JSONSchema(schema).unknownKeywords == [])
    }
}
