// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HostileServer
import Testing

@Suite("OFREP contexts")
struct OFREPContextTests {
    private static func loss(_ subject: String, _ message: String, _ suggestion: String = "") -> Diagnostic {
        Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion)
    }

    private static let wide = EvaluationContext.user(
        "ann",
        [
            "plan": "gold", "age": 42, "whole": 42.0, "half": 0.5, "beta": true, "nothing": .null,
            "organization": ["key": "x", "seats": [1, "two", false]],
        ])

    @Test("Sends the primary key as the targeting key, and reports a missing key")
    func key() {
        let mapper = OFREPContextMapper()
        #expect(mapper.map(.user("ann")).output == ["targetingKey": "ann"])
        #expect(mapper.map(.user("ann")).losses == [])
        let bare = mapper.map(EvaluationContext.anonymous.setting("plan", to: "gold"))
        #expect(bare.output == ["plan": "gold"])
        #expect(
            bare.losses == [
                Diagnostic(
                    "noTargetingKey", .info, subject: "user",
                    "The context has no key, so it's sent without one. The server might not evaluate every flag.",
                    suggestion: "Set a key, such as an installation ID.")
            ])
    }

    @Test("Never replaces the targeting key by an attribute of the same name")
    func attributeOfKeysName() {
        let mapper = OFREPContextMapper()
        let other = mapper.map(.user("ann", ["targetingKey": "bob"]))
        #expect(other.output == ["targetingKey": "ann"])
        #expect(
            other.losses == [
                Self.loss(
                    "targetingKey", "The context's key has this name, so the attribute was left out.",
                    "Rename the attribute with a mapping rule.")
            ])
        let same = mapper.map(.user("ann", ["targetingKey": "ann"]))
        #expect(same.output == ["targetingKey": "ann"])
        #expect(same.losses == [])
        let without = mapper.map(EvaluationContext.anonymous.setting("targetingKey", to: "bob"))
        #expect(without.output == [:])
        #expect(without.losses.map(\.code) == ["contextLoss", "noTargetingKey"])
    }

    @Test("Keeps attribute types at any depth, and omits null")
    func native() {
        let mapped = OFREPContextMapper().map(Self.wide)
        #expect(
            mapped.output == [
                "targetingKey": "ann", "plan": "gold", "age": 42, "whole": 42.0, "half": 0.5, "beta": true,
                "organization": ["key": "x", "seats": [1, "two", false]],
            ])
        #expect(mapped.losses == [])
    }

    @Test("Omits numbers that JSON can't express, with a diagnostic")
    func endless() {
        let mapped = OFREPContextMapper().map(
            .user(
                "ann", ["a": .double(.infinity), "b": [.double(.nan)], "c": ["x": ["y": .double(-.infinity)]], "d": 1]))
        #expect(mapped.output == ["targetingKey": "ann", "d": 1])
        #expect(
            mapped.losses
                == ["a", "b", "c"].map {
                    Self.loss($0, "The attribute's value can't be sent, so it was left out.", "Use finite numbers.")
                })
    }

    @Test("Converts scalars to strings, and omits lists and objects in text mode")
    func text() {
        let mapped = OFREPContextMapper(attributes: .text).map(
            Self.wide.setting("list", to: [1]).setting("endless", to: .double(.nan)).setting("tiny", to: 1e-9))
        #expect(
            mapped.output == [
                "targetingKey": "ann", "plan": "gold", "age": "42", "whole": "42", "half": "0.5", "beta": "true",
                "tiny": "1e-09",
            ])
        #expect(
            mapped.losses
                == ["endless", "list", "organization"].map {
                    Self.loss(
                        $0, "The attribute's value can't be sent, so it was left out.",
                        "Use a string, a number, or a Boolean.")
                })
    }

    @Test("Prefers another context part to an attribute with the kind's name")
    func nested() {
        let context = EvaluationContext.user("ann", ["organization": "attribute"])
            .adding(.init(.organization, key: "acme", attributes: ["seats": 5, "key": "other", "bad": .double(.nan)]))
        let mapped = OFREPContextMapper().map(context)
        #expect(mapped.output == ["targetingKey": "ann", "organization": ["key": "acme", "seats": 5]])
        #expect(
            mapped.losses == [
                Self.loss(
                    "organization", "A part of this kind is sent with this name, so the attribute was left out.",
                    "Rename the attribute with a mapping rule."),
                Self.loss("bad", "The attribute's value can't be sent, so it was left out.", "Use finite numbers."),
                Self.loss(
                    "key", "The context's key has this name, so the attribute was left out.",
                    "Rename the attribute with a mapping rule."),
            ])
    }

    @Test("Omits and reports context parts that it can't send", arguments: [true, false])
    func primaryOnly(isText: Bool) {
        let mapper = isText ? OFREPContextMapper(attributes: .text) : OFREPContextMapper(contexts: .primary)
        let mapped = mapper.map(.user("ann").adding(.init(.organization, key: "acme")))
        #expect(mapped.output == ["targetingKey": "ann"])
        #expect(
            mapped.losses == [
                Self.loss(
                    "organization", "Only the primary part is sent, so the part of this kind was left out.",
                    "Use attributes of the primary part for values that rules need.")
            ])
    }

    @Test("Keeps the targeting key if a context kind has its name")
    func kindOfKeysName() {
        let mapped = OFREPContextMapper().map(.user("ann").adding(.init("targetingKey", key: "acme")))
        #expect(mapped.output == ["targetingKey": "ann"])
        #expect(
            mapped.losses == [
                Self.loss("targetingKey", "The targeting key has this name, so the part of this kind was left out.")
            ])
    }

    @Test("Applies mapping rules first, and sends private attributes")
    func rules() {
        var rules = MappingRules()
        rules.drop = ["note"]
        rules.rename = ["targetingKey": "group"]
        let context = EvaluationContext.user("ann", ["note": "x", "targetingKey": "g", "age": 7]).keepingPrivate("age")
        let mapped = OFREPContextMapper(rules: rules).map(context)
        #expect(mapped.output == ["targetingKey": "ann", "group": "g", "age": 7])
        #expect(mapped.losses == [])
    }

    @Test("Sends the mapped context, and reports its losses once per context")
    func sent() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let context = EvaluationContext.user("Zoë ✓", ["tags": ["a", 1, true], "targetingKey": "b", "n": 1.5])
        #expect(provider.mapping(of: context)?.losses.map(\.subject) == ["targetingKey"])
        let client = stage.client(provider, for: context)
        #expect(await client.start() == .ready)
        await client.refresh()
        #expect(client.diagnostics.recent.map(\.subject) == ["targetingKey"])
        await client.setContext(.anonymous)
        #expect(client.diagnostics.recent.map(\.code) == ["contextLoss", "noTargetingKey"])
        await client.shutdown()
        let body = #"{"context":{"n":1.5,"tags":["a",1,true],"targetingKey":"Zoë ✓"}}"#
        #expect(stage.server.requests.map(\.text) == [body, body, #"{"context":{}}"#])
    }

    @Test("Sends only strings to a server that accepts only strings")
    func flipt() async throws {
        let stage = try OFREPStage { request in
            let isText = !request.text.contains("42,") && !request.text.contains(":true")
            return isText
                ? [.send(.on("a"))]
                : [.send(.response(400, body: #"{"errorCode":"INVALID_CONTEXT","errorDetails":"strings only"}"#))]
        }
        defer { stage.server.stop() }
        let native = stage.client(try stage.provider(), for: Self.wide)
        #expect(
            await native.start()
                == .defaults(
                    FlagError(
                        .invalidContext,
                        "\(stage.origin) responded with status 400 (INVALID_CONTEXT). Check the context. Some servers only accept "
                            + "attributes as \"text\".")))
        await native.shutdown()
        let text = stage.client(try stage.provider { $0.attributes = .text }, for: Self.wide)
        #expect(await text.start() == .ready)
        await text.shutdown()
        #expect(
            stage.server.requests.last?.text
                == #"{"context":{"age":"42","beta":"true","half":"0.5","plan":"gold","targetingKey":"ann","whole":"42"}}"#
        )
    }

    @Test("Reports a mapper's error, and sends no request")
    func strict() async throws {
        struct Strict: ContextMapper {
            func map(_ context: EvaluationContext) throws -> MappedContext<FlagValue> {
                throw FlagError(.targetingKeyMissing, "A key, please.")
            }
        }
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try OFREPProvider(stage.options(), mapper: Strict()))
        #expect(await client.start() == .defaults(FlagError(.targetingKeyMissing, "A key, please.")))
        await client.shutdown()
        #expect(stage.server.requests.isEmpty)
    }
}
