// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("LaunchDarkly users")
struct LaunchDarklyUserTests {
    static let full: LaunchDarklyUser = {
        var user = LaunchDarklyUser(key: "c3b155b0", isAnonymous: false, custom: ["plan": "gold", "tags": [1, "b"]])
        (user.secondary, user.name, user.firstName, user.lastName) = ("s", "Ada L", "Ada", "L")
        (user.country, user.ipAddress, user.email, user.avatar) = ("uk", "1.2.3.4", "a@b.c", "http://x")
        user.privateAttributes = ["email", "plan", "absent"]
        return user
    }()

    @Test("Includes private attributes and their names in flag requests")
    func json() {
        #expect(
            Self.full.json.description
                == #"{"anonymous":false,"avatar":"http://x","country":"uk","custom":{"plan":"gold","tags":[1,"b"]},"#
                + #""email":"a@b.c","firstName":"Ada","ip":"1.2.3.4","key":"c3b155b0","lastName":"L","name":"Ada L","#
                + #""privateAttributeNames":["absent","email","plan"],"secondary":"s"}"#)
    }

    @Test("Omits properties that aren't set")
    func shortest() {
        #expect(LaunchDarklyUser(key: "a").json.description == #"{"key":"a"}"#)
        #expect(LaunchDarklyUser(key: "a", isAnonymous: true).json.description == #"{"anonymous":true,"key":"a"}"#)
    }

    @Test("Changes the fingerprint when attributes or their privacy change")
    func fingerprint() {
        var other = Self.full
        other.privateAttributes = []
        #expect(other.fingerprint != Self.full.fingerprint)
        other = Self.full
        other.custom["plan"] = "silver"
        #expect(other.fingerprint != Self.full.fingerprint)
        #expect(
            LaunchDarklyUser(key: "a").fingerprint == "15abefcb685c2b5ec143fa432c0cddabe659b1160ab1a0c8a0460e3e64987212"
        )
    }

    // MARK: Events

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var user: LaunchDarklyUser
        var privacy: LaunchDarklyPrivacy
        var json: String

        init(_ rule: String, _ user: LaunchDarklyUser, _ privacy: LaunchDarklyPrivacy, _ json: String) {
            (testDescription, self.user, self.privacy, self.json) = (rule, user, privacy, json)
        }
    }

    static let rows = [
        Row(
            "the user's own list counts, and only what the user has is listed", full, LaunchDarklyPrivacy(),
            #"{"anonymous":false,"avatar":"http://x","country":"uk","custom":{"tags":[1,"b"]},"firstName":"Ada","#
                + #""ip":"1.2.3.4","key":"c3b155b0","lastName":"L","name":"Ada L","privateAttrs":["email","plan"],"#
                + #""secondary":"s"}"#),
        Row(
            "the configuration's list counts too", full,
            LaunchDarklyPrivacy(attributes: ["plan", "tags", "name", "nothing"]),
            #"{"anonymous":false,"avatar":"http://x","country":"uk","firstName":"Ada","ip":"1.2.3.4","key":"c3b155b0","#
                + #""lastName":"L","privateAttrs":["email","name","plan","tags"],"secondary":"s"}"#),
        Row(
            "all is all but the key and whether the user is anonymous", full,
            LaunchDarklyPrivacy(isEverythingPrivate: true),
            #"{"anonymous":false,"key":"c3b155b0","privateAttrs":["avatar","country","email","firstName","ip","lastName","#
                + #""name","plan","secondary","tags"]}"#),
        Row(
            "the key and anonymous cannot be private", LaunchDarklyUser(key: "a", isAnonymous: true),
            LaunchDarklyPrivacy(attributes: ["key", "anonymous", "custom"]), #"{"anonymous":true,"key":"a"}"#),
        Row(
            "a custom attribute named custom is one like others",
            LaunchDarklyUser(key: "a", custom: ["custom": 1, "os": 2]), LaunchDarklyPrivacy(attributes: ["custom"]),
            #"{"custom":{"os":2},"key":"a","privateAttrs":["custom"]}"#),
        Row(
            "device and os may be private", LaunchDarklyUser(key: "a", custom: ["device": 1, "os": 2]),
            LaunchDarklyPrivacy(attributes: ["device", "os"]), #"{"key":"a","privateAttrs":["device","os"]}"#),
        Row(
            "up to version 5, custom stands for all custom attributes, and what the client sets stays",
            LaunchDarklyUser(key: "a", custom: ["x": 1, "device": "phone", "os": "1"]),
            LaunchDarklyPrivacy(attributes: ["custom", "os"], rules: .version5),
            #"{"custom":{"device":"phone","os":"1"},"key":"a","privateAttrs":["x"]}"#),
        Row(
            "up to version 5, what the client sets stays even where everything is private",
            LaunchDarklyUser(key: "a", custom: ["x": 1, "os": "1"]),
            LaunchDarklyPrivacy(isEverythingPrivate: true, rules: .version5),
            #"{"custom":{"os":"1"},"key":"a","privateAttrs":["x"]}"#),
        Row("nothing private, nothing listed", LaunchDarklyUser(key: "a"), LaunchDarklyPrivacy(), #"{"key":"a"}"#),
    ]

    @Test("Redacts private attributes in events", arguments: rows)
    func redaction(row: Row) {
        #expect(row.user.eventJSON(row.privacy).description == row.json)
    }

    // MARK: In a neutral context

    @Test("Converts a user to a context without loss")
    func context() throws {
        let context = Self.full.context
        #expect(context.attachment(as: LaunchDarklyUser.self) == Self.full)
        #expect(try LaunchDarklyUserMapper().map(context).output == Self.full)
        #expect(
            context.detaching()
                == EvaluationContext(
                    key: "c3b155b0",
                    attributes: [
                        "plan": "gold", "tags": [1, "b"], "secondary": "s", "name": "Ada L", "firstName": "Ada",
                        "lastName": "L", "country": "uk", "ip": "1.2.3.4", "email": "a@b.c", "avatar": "http://x",
                    ], privateAttributes: ["email", "plan", "absent"]))
    }

    @Test("Creates different contexts for users that differ in any property")
    func equality() {
        let changes: [@Sendable (inout LaunchDarklyUser) -> Void] = [
            { $0.key = "b" }, { $0.isAnonymous = nil }, { $0.isAnonymous = true }, { $0.secondary = nil },
            { $0.name = "" }, { $0.firstName = nil }, { $0.lastName = "M" }, { $0.country = nil },
            { $0.ipAddress = nil }, { $0.email = nil }, { $0.avatar = nil }, { $0.custom["plan"] = nil },
            { $0.custom["tags"] = [1.0, "b"] }, { $0.privateAttributes.remove("absent") },
        ]
        var keys: Set = [Self.full.context.cacheKey]
        for change in changes {
            var user = Self.full
            change(&user)
            #expect(user != Self.full)
            #expect(user.context != Self.full.context)
            keys.insert(user.context.cacheKey)
        }
        #expect(keys.count == changes.count + 1)
        #expect(Self.full.context == Self.full.context)
    }

    @Test("Describes a user by its key only")
    func description() {
        #expect("\(Self.full)" == "user:c3b155b0")
    }
}
