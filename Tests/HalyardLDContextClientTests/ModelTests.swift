// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardLDContextClient
import HalyardLDEngine
import Testing

@Suite("LDClient for contexts: values and contexts")
struct ModelTests {
    @Test("Encodes and decodes values as JSON, with integers without a fraction")
    func values() throws {
        let value: LDValue = ["a": [nil, true, 1, 2.5, "x"], "b": ["c": -3]]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(value)
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":[null,true,1,2.5,"x"],"b":{"c":-3}}"#)
        #expect(try JSONDecoder().decode(LDValue.self, from: json) == value)
        #expect(["a": 1, "a": 2] as LDValue == ["a": 2])
        #expect(LDValue.number(1e300) == 1e300)
        #expect(5.toLDValue() == 5 && 0.5.toLDValue() == 0.5 && "x".toLDValue() == "x" && true.toLDValue() == true)
    }

    @Test(
        "Reports the reason that a context is invalid",
        arguments: [
            ("kind", "k", ContextBuilderError.invalidKind), ("a b", "k", .invalidKind),
            ("multi", "k", .requiresMultiBuilder), ("org", "", .emptyKey),
        ])
    func errors(kind: String, key: String, expected: ContextBuilderError) {
        var builder = LDContextBuilder(key: key)
        builder.kind(kind)
        #expect(builder.build() == .failure(expected))
    }

    @Test("Builds contexts of several kinds")
    func multi() throws {
        #expect(LDMultiContextBuilder().build() == .failure(.emptyMultiKind))
        var builder = LDContextBuilder(key: "a/b")
        builder.kind("org")
        builder.name("Org")
        builder.trySetValue("seats", 5)
        let org = try builder.build().get()
        let user = try LDContextBuilder(key: "ada").build().get()
        var twice = LDMultiContextBuilder()
        twice.addContext(org)
        twice.addContext(org)
        #expect(twice.build() == .failure(.duplicateKinds))
        var both = LDMultiContextBuilder()
        both.addContext(org)
        both.addContext(user)
        let context = try both.build().get()
        #expect(context.isMulti() && !user.isMulti())
        #expect(context.contextKeys() == ["org": "a/b", "user": "ada"])
        #expect(context.fullyQualifiedKey() == "org:a%2Fb:user:ada")
        #expect(user.fullyQualifiedKey() == "ada")
        #expect(context.getValue("kind") == "multi" && context.getValue("name") == nil)
        #expect(org.getValue("seats") == 5 && org.getValue("name") == "Org" && org.getValue("kind") == "org")
        var nested = LDMultiContextBuilder()
        nested.addContext(context)
        #expect(try nested.build().get() == context)
        #expect("\(context)" == "org:a/b, user:ada")
        #expect(
            ContextBuilderError.allCases.map { "\($0)".hasSuffix(".") } == [true, true, true, true, true, true])
    }

    @Test("Redacts private attributes of an encoded context")
    func redaction() throws {
        var builder = LDContextBuilder(key: "ada")
        builder.trySetValue("email", "a@example.com")
        builder.trySetValue("plan", "gold")
        builder.addPrivateAttribute("email")
        builder.addPrivateAttribute("plan")
        builder.removePrivateAttribute("/plan")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(builder.build().get())
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"_meta":{"redactedAttributes":["email"]},"key":"ada","kind":"user","plan":"gold"}"#)
        #expect(try JSONDecoder().decode(LDContext.self, from: json).getValue("plan") == "gold")
    }

    @Test(
        "Reports the error of an invalid reference",
        arguments: [
            ("plan", nil), ("/a/b~1c~0", nil), ("", ReferenceError.empty), ("/", .empty), ("/a//b", .doubleSlash),
            ("/a/", .doubleSlash), ("/a~2", .invalidEscapeSequence), ("/a~", .invalidEscapeSequence),
        ] as [(String, ReferenceError?)])
    func references(text: String, expected: ReferenceError?) throws {
        let reference = Reference(text)
        #expect(reference.getError() == expected)
        #expect(reference.getError()?.description == expected?.rawValue)
        #expect(reference.isValid() == (expected == nil))
        #expect(reference.raw() == text)
        let coded = try JSONEncoder().encode([reference])
        #expect(try JSONDecoder().decode([Reference].self, from: coded) == [reference])
    }

    @Test("Compares references by the attribute that they refer to")
    func equalReferences() {
        #expect(Reference("/plan") == "plan")
        #expect(Reference(literal: "/a") == "/~1a")
        #expect(Set([Reference("a"), "/a", "b"]).count == 2)
    }

    @Test("Creates, compares, and encodes kinds by name")
    func kinds() throws {
        #expect(Kind("") == .user && Kind("user") == .user && Kind("multi") == .multi && Kind("org") == .custom("org"))
        #expect(Kind("kind") == nil && Kind("a b") == nil)
        #expect(Kind.custom("user") == .user && Kind.custom("a") < .user)
        #expect(Set([Kind.user, .custom("user")]).count == 1)
        let json = try JSONEncoder().encode([Kind.user, .multi, .custom("org")])
        #expect(String(decoding: json, as: UTF8.self) == #"["user","multi","org"]"#)
        #expect(try JSONDecoder().decode([Kind].self, from: json) == [.user, .multi, .custom("org")])
    }
}
