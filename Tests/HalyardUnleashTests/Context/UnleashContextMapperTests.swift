// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import Testing

@Suite("Unleash context mapper")
struct UnleashContextMapperTests {
    private let mapper = UnleashContextMapper(appName: "shop", environment: "default")

    private static func loss(_ subject: String, _ message: String, _ suggestion: String) -> Diagnostic {
        Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion)
    }
    private static let reserved =
        "Unleash has a field of this name, which an attribute can't change, so it was left out."

    @Test("Maps the targeting key and attributes to fields and string properties")
    func fields() {
        let mapped = mapper.map(
            .user(
                "ann",
                [
                    "sessionId": 4711, "remoteAddress": "10.0.0.1", "currentTime": "2026-01-01T00:00:00Z",
                    "plan": "gold", "age": 42, "whole": 42.0, "half": 0.5, "beta": true, "nothing": .null,
                    "large": 1e300,
                ]))
        #expect(
            mapped.output
                == UnleashContext(
                    userId: "ann", sessionId: "4711", remoteAddress: "10.0.0.1", currentTime: "2026-01-01T00:00:00Z",
                    appName: "shop", environment: "default",
                    properties: [
                        "plan": "gold", "age": "42", "whole": "42", "half": "0.5", "beta": "true", "large": "1e+300",
                    ]))
        #expect(mapped.losses.isEmpty)
    }

    @Test("Omits and reports unsupported values, sorted by name")
    func losses() {
        let context = EvaluationContext.user(
            "ann",
            [
                "list": [1], "structure": ["a": 1], "endless": .double(.infinity), "appName": "other",
                "environment": "other", "userId": "bob",
            ]
        ).adding(.init(.organization, key: "acme"))
        let mapped = mapper.map(context)
        #expect(mapped.output == UnleashContext(userId: "ann", appName: "shop", environment: "default"))
        let left = { (what: String) in "The attribute is \(what), which Unleash doesn't support, so it was left out." }
        let suggestion = "Use a string, or remove the attribute with a mapping rule."
        #expect(
            mapped.losses == [
                Self.loss("appName", Self.reserved, "Rename the attribute with a mapping rule."),
                Self.loss("endless", left("a number"), suggestion),
                Self.loss("environment", Self.reserved, "Rename the attribute with a mapping rule."),
                Self.loss("list", left("an array"), suggestion),
                Self.loss("structure", left("an object"), suggestion),
                Self.loss("userId", Self.reserved, "Rename the attribute with a mapping rule."),
                Self.loss(
                    "organization",
                    "Unleash supports only one part of a context, so the part of this kind was left out.",
                    "Use attributes of the first part for values that rules need."),
            ])
    }

    @Test("Uses the userId attribute as the user ID without a targeting key")
    func noKey() {
        #expect(mapper.map(EvaluationContext(key: nil, attributes: ["userId": "ann"])).output.userId == "ann")
        #expect(mapper.map(.anonymous).output == UnleashContext(appName: "shop", environment: "default"))
        #expect(mapper.map(EvaluationContext(.device, key: "tv-1")).output.userId == "tv-1")
    }

    @Test("Applies mapping rules first")
    func rules() {
        var mapper = mapper
        mapper.rules = MappingRules(
            drop: ["list"], rename: ["environment": "stage", "session": "sessionId"], constant: ["channel": "beta"])
        let mapped = mapper.map(.user("ann", ["list": [1], "environment": "blue", "session": "9"]))
        #expect(
            mapped.output
                == UnleashContext(
                    userId: "ann", sessionId: "9", appName: "shop", environment: "default",
                    properties: ["stage": "blue", "channel": "beta"]))
        #expect(mapped.losses.isEmpty)
    }

    @Test("Uses an attached context unchanged, and adds missing names")
    func attached() {
        let own = UnleashContext(userId: "bob", environment: "blue", properties: ["userId": "eve"])
        let mapped = mapper.map(EvaluationContext.user("ann", ["list": [1]]).attaching(own))
        #expect(
            mapped.output
                == UnleashContext(
                    userId: "bob", appName: "shop", environment: "blue", properties: ["userId": "eve"]))
        #expect(mapped.losses.isEmpty)
        #expect(
            own.cacheKey == #"unleash:{"environment":"blue","properties":{"userId":"eve"},"userId":"bob"}"#)
    }
}
