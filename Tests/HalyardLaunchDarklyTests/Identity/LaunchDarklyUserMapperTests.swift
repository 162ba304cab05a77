// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("LaunchDarkly user mapping")
struct LaunchDarklyUserMapperTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var context: EvaluationContext
        var rules: MappingRules
        var json: String
        var privateAttributes: Set<String>
        var losses: [String]

        init(
            _ rule: String, _ context: EvaluationContext, rules: MappingRules = MappingRules(), _ json: String,
            private privateAttributes: Set<String> = [], losses: [String] = []
        ) {
            (testDescription, self.context, self.rules, self.json) = (rule, context, rules, json)
            (self.privateAttributes, self.losses) = (privateAttributes, losses)
        }
    }

    static let rows = [
        Row(
            "known attributes have places of their own, others are custom",
            .user(
                "a",
                ["name": "N", "ip": "1.2.3.4", "ipAddress": "x", "plan": "gold", "size": 1, "rate": 1.5, "on": true]),
            #"{"custom":{"ipAddress":"x","on":true,"plan":"gold","rate":1.5,"size":1},"ip":"1.2.3.4","key":"a","name":"N"}"#
        ),
        Row("a null is nothing", .user("a", ["name": .null, "x": .null]), #"{"key":"a"}"#),
        Row(
            "who says so is anonymous", EvaluationContext(key: "a", isAnonymous: true), #"{"anonymous":true,"key":"a"}"#
        ),
        Row(
            "rules come first", .user("a", ["mail": "a@b.c", "note": "x"]).keepingPrivate("mail"),
            rules: MappingRules(drop: ["note"], rename: ["mail": "email"], constant: ["app": "shop"], private: ["app"]),
            #"{"custom":{"app":"shop"},"email":"a@b.c","key":"a","privateAttributeNames":["app","email"]}"#,
            private: ["email", "app"]),
        Row(
            "a path into an attribute hides all of it",
            EvaluationContext(
                key: "a", attributes: ["/x/y": 1], privateAttributes: ["/address/street", "/a~1b~0/c", "/x/y", "z"]),
            #"{"custom":{"/x/y":1},"key":"a","privateAttributeNames":["/x/y","a/b~","address","z"]}"#,
            private: ["address", "a/b~", "/x/y", "z"]),
        Row(
            "a known attribute is a text", .user("a", ["country": 49, "email": ["a@b.c"]]), #"{"key":"a"}"#,
            losses: [
                "warning: country: LaunchDarkly requires a string for this attribute, found a number. Halyard left it out. "
                    + "Use a string, or rename the attribute.",
                "warning: email: LaunchDarkly requires a string for this attribute, found an array. Halyard left it out. "
                    + "Use a string, or rename the attribute.",
            ]),
        Row(
            "objects and numbers that are none are left out",
            .user("a", ["address": ["street": "x"], "x": .double(.nan), "y": .double(-.infinity)]), #"{"key":"a"}"#,
            losses: [
                "warning: address: A user attribute can't be an object. Halyard left it out. "
                    + "Use separate attributes for the important values, or remove it.",
                "warning: x: A user attribute can't be NaN. Halyard left it out. "
                    + "Use separate attributes for the important values, or remove it.",
                "warning: y: A user attribute can't be an infinite number. Halyard left it out. "
                    + "Use separate attributes for the important values, or remove it.",
            ]),
        Row(
            "lists keep their scalars", .user("a", ["tags": ["x", [1], 2, .null, ["y": 1], true]]),
            #"{"custom":{"tags":["x",2,true]},"key":"a"}"#,
            losses: [
                "warning: tags: A list in a user attribute can't contain an array. Halyard left out 3 of 6 elements. "
                    + "Use only strings, numbers, and Booleans in it."
            ]),
        Row(
            "further kinds are left out",
            .user("a").adding(.init(.organization, key: "o")).adding(.init(.device, key: "d")), #"{"key":"a"}"#,
            losses: [
                "warning: device: LaunchDarkly users have only one kind. Halyard left this part out. "
                    + "Add the important values as attributes of the user.",
                "warning: organization: LaunchDarkly users have only one kind. Halyard left this part out. "
                    + "Add the important values as attributes of the user.",
            ]),
        Row(
            "another kind alone is sent as a user", EvaluationContext(.organization, key: "o", attributes: ["size": 1]),
            #"{"custom":{"size":1},"key":"o"}"#,
            losses: [
                "warning: organization: LaunchDarkly users have only one kind. Halyard sends this part as a user. "
                    + "Check that its keys differ from all user keys, or add a part of the kind \"user\"."
            ]),
        Row(
            "key and anonymous are no attributes, and never private",
            .user("a", ["key": "b", "anonymous": true]).keepingPrivate("key", "anonymous"), #"{"key":"a"}"#,
            losses: [
                "warning: anonymous: LaunchDarkly users don't allow this attribute name. Halyard left the attribute out. "
                    + "Rename the attribute.",
                "warning: key: LaunchDarkly users don't allow this attribute name. Halyard left the attribute out. "
                    + "Rename the attribute.",
                "warning: anonymous: The key and anonymous properties can't be private because events contain them. "
                    + "Use a key without personal data.",
                "warning: key: The key and anonymous properties can't be private because events contain them. "
                    + "Use a key without personal data.",
            ]),
    ]

    @Test("Maps supported attributes, and reports the rest", arguments: rows)
    func mapping(row: Row) throws {
        let mapped = try LaunchDarklyUserMapper(rules: row.rules).map(row.context)
        #expect(mapped.output.json.description == row.json)
        #expect(mapped.output.privateAttributes == row.privateAttributes)
        #expect(mapped.losses.map(\.description) == row.losses)
        #expect(mapped.losses.allSatisfy { $0.code == "contextLoss" })
    }

    @Test("Reads the mapping rules from a configuration")
    func configuration() throws {
        let found = Lock(LaunchDarklyUserMapper())
        let type = ProviderType("ld") { settings in
            let mapper = LaunchDarklyUserMapper(settings)
            found.withLock { $0 = mapper }
            return InMemoryFlagProvider(name: settings.name)
        }
        _ = try ProviderRegistry([ProviderModule(types: [type])]).load(
            .json(
                """
                {"version": 1, "providers": {"p": {"type": "ld", "mapping": {"drop": ["note"],
                "rename": {"mail": "email"}, "constant": {"app": "shop"}, "private": ["email"]}}}}
                """))
        let mapper = found.withLock { $0 }
        let user = try mapper.map(.user("a", ["mail": "a@b.c", "note": "x"])).output
        #expect(
            user.json.description
                == #"{"custom":{"app":"shop"},"email":"a@b.c","key":"a","privateAttributeNames":["email"]}"#)
        #expect(user.privateAttributes == ["email"])
    }

    @Test("Maps a context without a key to an anonymous user with the device key")
    func deviceKey() throws {
        let mapper = LaunchDarklyUserMapper(deviceKey: LaunchDarklyDeviceKey(store: nil) { "device-1" })
        #expect(try mapper.map(.anonymous).output == LaunchDarklyUser(key: "device-1", isAnonymous: true))
        #expect(try mapper.map(.anonymous).output.key == "device-1")
    }

    @Test("Rejects an empty key")
    func emptyKey() {
        #expect(
            throws: FlagError(
                .targetingKeyMissing,
                "The context's key is empty. Set a key, or remove it for an anonymous user."
            )
        ) { try LaunchDarklyUserMapper().map(.user("")) }
    }

    @Test("Doesn't apply rules to an attached user")
    func attachment() throws {
        let mapper = LaunchDarklyUserMapper(rules: MappingRules(drop: ["name"], constant: ["x": 1]))
        let mapped = try mapper.map(LaunchDarklyUserTests.full.context)
        #expect(mapped.output == LaunchDarklyUserTests.full)
        #expect(mapped.losses == [])
    }
}
