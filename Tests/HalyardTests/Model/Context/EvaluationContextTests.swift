// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@Suite("EvaluationContext")
struct EvaluationContextTests {
    /// A vendor-specific identity, like the attachment of a drop-in client.
    struct VendorUser: ContextAttachment, Equatable {
        var secondary: String
        var cacheKey: String { "vendor-user:\(secondary)" }
    }

    @Test("Returns the kind, key, and attributes of a single part")
    func single() {
        let context = EvaluationContext.user("a", ["plan": "gold"])
        #expect(context.key == "a")
        #expect(context["plan"] == "gold")
        #expect(context.kinds == [.user])
        #expect(context.isMultiKind == false)
        #expect(context.isAnonymous == false)
        #expect(context.description == "user:a")
    }

    @Test("Is anonymous without a key, even with isAnonymous: false")
    func anonymous() {
        #expect(EvaluationContext.anonymous.isAnonymous)
        #expect(EvaluationContext.anonymous.key == nil)
        #expect(EvaluationContext(key: nil, isAnonymous: false).isAnonymous)
        #expect(EvaluationContext(key: "a", isAnonymous: true).isAnonymous)
        #expect(EvaluationContext([]) == .anonymous)
    }

    @Test("Selects the user as the primary part, or else the first kind")
    func multiKind() {
        let context = EvaluationContext.user("a")
            .adding(.init(.organization, key: "acme", attributes: ["size": 120]))
            .adding(.init(.device, key: "d1"))
        #expect(context.kinds == ["device", "organization", "user"])
        #expect(context.primary.kind == .user)
        #expect(context[kind: .organization]?.attributes == ["size": 120])
        #expect(context.description == "device:d1, organization:acme, user:a")
        #expect(EvaluationContext([.init(.organization, key: "acme"), .init(.device, key: "d1")]).key == "d1")
        #expect(EvaluationContext.anonymous.adding(.init(.device, key: "d1")).kinds == [.device])
    }

    @Test("Returns a changed copy, and keeps the original")
    func copies() {
        let context = EvaluationContext.user("a", ["plan": "gold"])
        let changed = context.setting("plan", to: "free").setting("email", to: "a@example.com").keepingPrivate("email")
        #expect(context["plan"] == "gold")
        #expect(changed["plan"] == "free")
        #expect(changed.primary.privateAttributes == ["email"])
        #expect(changed.setting("plan", to: .null)["plan"] == nil)
        #expect(context.setting("os", to: "linux", of: .device)[kind: .device]?.attributes == ["os": "linux"])
    }

    @Test("Ignores the order of parts and attributes in comparisons")
    func equality() {
        let one = EvaluationContext([.init(.user, key: "a", attributes: ["x": 1, "y": 2]), .init(.device, key: "d")])
        let two = EvaluationContext([.init(.device, key: "d"), .init(.user, key: "a", attributes: ["y": 2, "x": 1])])
        #expect(one == two)
        #expect(one.cacheKey == two.cacheKey)
        #expect(one.stableDigest == two.stableDigest)
        let others = [
            one.setting("x", to: 2), one.keepingPrivate("x"), one.adding(.init(.organization, key: "o")),
            one.attaching(VendorUser(secondary: "s")), one.attaching(VendorUser(secondary: "t")), .anonymous,
            EvaluationContext([
                .init(.user, key: "a", attributes: ["x": 1, "y": 2], isAnonymous: true), .init(.device, key: "d"),
            ]),
        ]
        #expect(Set(others + [one]).count == 8)
        #expect(Set((others + [one]).map(\.cacheKey)).count == 8)
    }

    @Test("Returns an attachment unchanged, and includes it in equality")
    func attachment() {
        let context = EvaluationContext.user("a").attaching(VendorUser(secondary: "s"))
        #expect(context.attachment(as: VendorUser.self) == VendorUser(secondary: "s"))
        #expect(context == EvaluationContext.user("a").attaching(VendorUser(secondary: "s")))
        #expect(context != EvaluationContext.user("a"))
        #expect(context.detaching() == .user("a"))
    }

    @Test("Removes an attachment from a changed copy, because the attachment lacks the change")
    func changedAttachment() {
        let context = EvaluationContext.user("a", ["plan": "gold", "email": "a@example.com"])
            .attaching(VendorUser(secondary: "s"))
        let changes = [
            context.setting("plan", to: "free"), context.keepingPrivate("email"),
            context.adding(.init(.device, key: "d")), context.keepingPrivate("email").withoutPrivateAttributes,
        ]
        #expect(changes.map { $0.attachment(as: VendorUser.self) } == [nil, nil, nil, nil])
        #expect(changes[3] == .user("a", ["plan": "gold"]))
        #expect(context.withoutPrivateAttributes == .user("a", ["plan": "gold", "email": "a@example.com"]))
    }

    @Test("Compares identities by kinds and keys, not by attributes")
    func identity() {
        let a = EvaluationContext.user("a", ["plan": "gold"])
        #expect(a.hasSameIdentity(as: .user("a")))
        #expect(!a.hasSameIdentity(as: .user("b")))
        #expect(!a.hasSameIdentity(as: a.adding(.init(.device, key: "d"))))
    }

    @Test("Returns the same cache key and digest in every process")
    func digest() {
        #expect(EvaluationContext.user("a").cacheKey == #"{"key":"a","kind":"user"}"#)
        #expect(
            EvaluationContext.user("a").stableDigest
                == "409767017bf877372bb7e619c9b9628331643070e381c199c78f3540a90fb177")
    }

    @Test(
        "Restores an equal context from its JSON",
        arguments: [
            .anonymous, .user("a"), .user("a", ["plan": "gold", "n": 1.5]).keepingPrivate("plan"),
            EvaluationContext(.device, key: "d", isAnonymous: true),
            EvaluationContext.user("a").adding(.init(.organization, key: "o", privateAttributes: ["x"])),
        ] as [EvaluationContext])
    func json(context: EvaluationContext) throws {
        #expect(try EvaluationContext(json: context.json) == context)
    }

    @Test("Reports all errors in JSON together")
    func wrongJSON() {
        let error = #expect(throws: ConfigurationError.self) {
            try EvaluationContext(json: ["kind": "user", "key": 1, "atributes": [:], "private": "x"])
        }
        #expect(
            error?.diagnostics.map { $0.location?.pointer } == ["/key", "/private", "/atributes"])
        #expect(error?.diagnostics.last?.suggestion == "Did you mean \"attributes\"?")
    }

    @Test("Rejects references to variables and files in JSON", arguments: ["$env", "$file"])
    func noReferences(reference: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try EvaluationContext(json: ["key": [reference: "/etc/hostname"]])
        }
        #expect(error?.description == "error: /key: Expected a string, found an object. Use \"…\".")
    }
}
