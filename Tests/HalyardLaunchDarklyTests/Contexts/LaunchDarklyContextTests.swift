// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("LaunchDarkly contexts")
struct LaunchDarklyContextTests {
    private func make(
        _ key: String = "k", _ kind: String = "user", _ change: (inout LaunchDarklyContextBuilder) -> Void = { _ in }
    ) throws -> LaunchDarklyContext {
        var builder = LaunchDarklyContextBuilder(key: key)
        builder.kind(kind)
        change(&builder)
        return try builder.build().get()
    }

    // MARK: Building

    @Test(
        "Rejects reserved kinds and invalid characters in a kind",
        arguments: [
            ("k", "kind", #"The context kind "kind" is reserved. Choose another kind."#),
            ("k", "multi", #"The context kind "multi" is reserved. Choose another kind."#),
            (
                "k", "a b",
                #"The context kind "a b" contains invalid characters. "#
                    + #"Choose a kind with only letters, digits, ".", "_", and "-"."#
            ),
            (
                "k", "ö",
                #"The context kind "ö" contains invalid characters. "#
                    + #"Choose a kind with only letters, digits, ".", "_", and "-"."#
            ),
        ])
    func invalidKind(key: String, kind: String, message: String) {
        let error = #expect(throws: LaunchDarklyContextError.self) { try make(key, kind) }
        #expect(error?.code == .invalidKind)
        #expect(error?.message == message)
    }

    @Test("Rejects an empty key")
    func emptyKey() {
        let error = #expect(throws: LaunchDarklyContextError.self) { try make("") }
        #expect(error?.code == .invalidKey)
        #expect(
            error?.message
                == "The context's key is empty. Set a key, or remove it for an anonymous context with a generated key."
        )
    }

    @Test("Rejects a multi-kind context without kinds or with duplicate kinds")
    func invalidMulti() throws {
        var builder = LaunchDarklyMultiContextBuilder()
        #expect(builder.build().failure?.code == .noKinds)
        builder.addContext(try make("a", "org"))
        builder.addContext(try make("b", "org"))
        #expect(builder.build().failure?.message == #"Two contexts have the kind "org". Use each kind only once."#)
    }

    @Test("Ignores attributes with wrong types, and sets all others")
    func values() throws {
        var builder = LaunchDarklyContextBuilder(key: "k")
        let refused: [(String, FlagValue)] = [
            ("kind", 1), ("key", .null), ("name", true), ("anonymous", "yes"), ("_meta", [:]), ("", 1),
        ]
        for (name, value) in refused {
            let isSet = builder.trySetValue(name, value)
            #expect(!isSet, "\(name)")
        }
        let taken: [(String, FlagValue)] = [
            ("kind", "org"), ("key", "acme"), ("name", "Acme"), ("anonymous", true), ("size", 3), ("gone", 1),
            ("gone", .null),
        ]
        for (name, value) in taken {
            let isSet = builder.trySetValue(name, value)
            #expect(isSet, "\(name)")
        }
        let context = try builder.build().get()
        #expect(
            JSONWriter.text(context.json)
                == #"{"anonymous":true,"key":"acme","kind":"org","name":"Acme","size":3}"#)
        builder.name(nil)
        builder.trySetValue("name", .null)
        #expect(try builder.build().get()[kind: "org"]?.name == nil)
    }

    @Test("Creates an anonymous context with a key per kind if no key is set")
    func generatedKey() throws {
        let keys = LaunchDarklyDeviceKeys(random: SeededRandom(seed: 1))
        var builder = LaunchDarklyContextBuilder()
        let user = try builder.build(keys).get()
        builder.kind("org")
        let organization = try builder.build(keys).get()
        #expect(user.parts.map(\.isAnonymous) == [true])
        #expect(user.contextKeys() == ["user": keys[.user].value])
        #expect(organization.contextKeys() == ["org": keys["org"].value])
        #expect(keys[.user].value != keys["org"].value)
        builder.kind(.user)
        #expect(try builder.build(keys).get() == user)
    }

    @Test("Unwraps a single kind, and flattens nested multi-kind contexts")
    func multi() throws {
        var builder = LaunchDarklyMultiContextBuilder()
        builder.addContext(try make("a", "org"))
        #expect(try builder.build().get() == make("a", "org"))
        builder.addContext(try make("b"))
        let both = try builder.build().get()
        #expect(both.isMulti())
        #expect(JSONWriter.text(both.json) == #"{"kind":"multi","org":{"key":"a"},"user":{"key":"b"}}"#)
        var outer = LaunchDarklyMultiContextBuilder()
        outer.addContext(try make("c", "device"))
        outer.addContext(both)
        #expect(try outer.build().get().parts.map(\.kind.rawValue) == ["device", "org", "user"])
    }

    // MARK: Keys and values

    @Test("Returns a fully qualified key with kinds and escaped keys")
    func fullyQualifiedKeys() throws {
        #expect(try make("a:b%c").fullyQualifiedKey() == "a:b%c")
        #expect(try make("a:b%c", "org").fullyQualifiedKey() == "org:a%3Ab%25c")
        var builder = LaunchDarklyMultiContextBuilder()
        builder.addContext(try make("u:1"))
        builder.addContext(try make("o%", "org"))
        #expect(try builder.build().get().fullyQualifiedKey() == "org:o%25:user:u%3A1")
        #expect(try builder.build().get().description == "org:o%, user:u:1")
    }

    @Test("Resolves references to nested attributes, but not into lists")
    func lookup() throws {
        let context = try make("k", "org") { builder in
            builder.name("Acme")
            builder.trySetValue("address", ["street": ["name": "Main"], "lines": ["a"]])
            builder.trySetValue("/odd", 7)
        }
        let found: [(LaunchDarklyReference, FlagValue?)] = [
            ("kind", "org"), ("key", "k"), ("name", "Acme"), ("anonymous", false), ("/address/street/name", "Main"),
            ("/address/lines/0", nil), ("/address/none", nil), ("none", nil), ("//", nil), ("/~1odd", 7),
            ("/name/x", nil),
        ]
        for (reference, value) in found { #expect(context.getValue(reference) == value, "\(reference)") }
        var builder = LaunchDarklyMultiContextBuilder()
        builder.addContext(context)
        builder.addContext(try make())
        #expect(try builder.build().get().getValue("kind") == "multi")
        #expect(try builder.build().get().getValue("key") == nil)
    }

    @Test("Compares contexts by content, regardless of order")
    func equality() throws {
        let one = try make { builder in
            builder.trySetValue("a", 1)
            builder.trySetValue("b", 2)
            builder.addPrivateAttribute("/a~1b")
            builder.addPrivateAttribute("c")
        }
        let same = try make { builder in
            builder.addPrivateAttribute("/c")
            builder.addPrivateAttribute(LaunchDarklyReference(literal: "a/b"))
            builder.trySetValue("b", 2)
            builder.trySetValue("a", 1)
        }
        #expect(one == same)
        let other = try make { builder in
            builder.trySetValue("a", 1)
            builder.trySetValue("b", 2)
            builder.addPrivateAttribute("c")
            builder.removePrivateAttribute("c")
        }
        #expect(one != other)
        #expect(try make("k", "org") != make("k"))
    }

    // MARK: JSON

    @Test(
        "Rejects JSON that isn't a context, with the reason",
        arguments: [
            ("", "The JSON text is empty"), ("{", ""), ("true", #""context": Expected an object, found a Boolean."#),
            (#"{"kind":null,"key":"x"}"#, #""kind": Expected a string, found null."#),
            (#"{"kind":"org"}"#, #"The context has no key. Add the property "key"."#),
            (#"{"kind":"org","key":3}"#, #""key": Expected a string, found a number."#),
            (#"{"kind":"org","key":""}"#, "The context's key is empty."),
            (#"{"kind":"org","key":"x","name":3}"#, #""name": Expected a string, found a number."#),
            (#"{"kind":"org","key":"x","anonymous":null}"#, #""anonymous": Expected true or false, found null."#),
            (#"{"kind":"org","key":"x","_meta":3}"#, #""_meta": Expected an object, found a number."#),
            (
                #"{"kind":"org","key":"x","_meta":{"privateAttributes":{}}}"#,
                #""privateAttributes": Expected a list of strings, found an object."#
            ),
            (
                #"{"kind":"org","key":"x","_meta":{"privateAttributes":[1]}}"#,
                #""privateAttributes": Expected a list of strings, found a number."#
            ), (#"{"kind":"multi"}"#, "The multi-kind context is empty."),
            (#"{"kind":"multi","org":1}"#, #""org": Expected an object, found a number."#),
            (#"{"kind":"multi","o g":{"key":"x"}}"#, #"The context kind "o g" contains invalid characters."#),
            ("{}", #"The context has no key. Add the property "key"."#),
            (#"{"key":true}"#, #""key": Expected a string, found a Boolean."#),
            (#"{"key":"a","custom":3}"#, #""custom": Expected an object, found a number."#),
            (#"{"key":"a","anonymous":3}"#, #""anonymous": Expected true or false, found a number."#),
            (#"{"key":"a","email":3}"#, #""email": Expected a string, found a number."#),
            (
                #"{"key":"a","privateAttributeNames":3}"#,
                #""privateAttributeNames": Expected a list of strings, found a number."#
            ),
        ])
    func invalidJSON(text: String, why: String) {
        let error = #expect(throws: LaunchDarklyContextError.self) { try LaunchDarklyContext(jsonText: text) }
        #expect(error?.message.hasPrefix(why.isEmpty || text.isEmpty ? "" : why) == true, "\(error?.message ?? "")")
    }

    @Test(
        "Writes the context that it reads, without redundant properties",
        arguments: [
            (#"{"key":"x","kind":"org"}"#, nil),
            (
                #"{"_meta":{"privateAttributes":["/a/b","c"]},"anonymous":true,"key":"x","kind":"org","name":"N","o":{"p":[1]}}"#,
                nil
            ),
            (#"{"kind":"multi","org":{"key":"a","name":"b"},"user":{"key":"c"}}"#, nil),
            (#"{"kind":"multi","org":{"key":"a"}}"#, #"{"key":"a","kind":"org"}"#),
            (
                #"{"kind":"org","key":"x","anonymous":false,"a":null,"name":null,"_meta":{"privateAttributes":[]}}"#,
                #"{"key":"x","kind":"org"}"#
            ), (#"{"kind":"org","key":"x","_meta":null}"#, #"{"key":"x","kind":"org"}"#),
            (#"{"key":""}"#, #"{"key":"","kind":"user"}"#),
            (
                #"{"key":"a","custom":{"b":1,"c":null,"key":2},"ip":"1.2.3.4","secondary":"s","anonymous":null,"x":1}"#,
                #"{"b":1,"ip":"1.2.3.4","key":"a","kind":"user"}"#
            ), (#"{"key":"a","secondary":5}"#, #"{"key":"a","kind":"user"}"#),
            (#"{"key":"a","custom":{"secondary":"s"}}"#, #"{"key":"a","kind":"user","secondary":"s"}"#),
            (
                #"{"key":"a","privateAttributeNames":["/b","c"],"name":"N"}"#,
                #"{"_meta":{"privateAttributes":["/~1b","c"]},"key":"a","kind":"user","name":"N"}"#
            ),
        ] as [(String, String?)])
    func json(text: String, expected: String?) throws {
        let context = try LaunchDarklyContext(jsonText: text)
        #expect(JSONWriter.text(context.json) == expected ?? text)
        // Only the older user format allows an empty key.
        if text == #"{"key":""}"# { return }
        #expect(try LaunchDarklyContext(json: context.json) == context)
        if text.contains("private") { return }
        #expect(try JSONDecoder().decode(LaunchDarklyContext.self, from: JSONEncoder().encode(context)) == context)
    }

    @Test("Encodes a list of redacted attributes instead of private values")
    func encoded() throws {
        let context = try LaunchDarklyContext(
            jsonText: #"{"kind":"multi","org":{"key":"o","plan":"gold","_meta":{"privateAttributes":["plan"]}},"#
                + #""user":{"key":"u","name":"U","address":{"city":"X","zip":1},"#
                + #""_meta":{"privateAttributes":["/address/zip"]}}}"#)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(context), as: UTF8.self)
                == #"{"kind":"multi","org":{"_meta":{"redactedAttributes":["plan"]},"key":"o"},"user":{"#
                + #""_meta":{"redactedAttributes":["/address/zip"]},"address":{"city":"X"},"key":"u","name":"U"}}"#)
    }

    @Test("Treats an empty kind as user, and escapes keys like the official SDK")
    func kindsAndKeys() throws {
        var builder = LaunchDarklyContextBuilder(key: "a:b%c d/é@[x]")
        builder.kind("")
        #expect(try builder.build().get().fullyQualifiedKey() == "a:b%c d/é@[x]")
        builder.kind("org")
        #expect(try builder.build().get().fullyQualifiedKey() == "org:a%3Ab%25c%20d%2F%C3%A9%40%5Bx%5D")
        builder.trySetValue("kind", "")
        #expect(try builder.build().get().parts[0].kind == .user)
    }

    @Test("Converts a LaunchDarkly user to a context of the kind user")
    func oldUser() throws {
        var user = LaunchDarklyUser(
            key: "ada", isAnonymous: false, custom: ["plan": "gold", "name": "x", "kind": "y", "none": .null])
        user.name = "Ada"
        user.email = "a@b.c"
        user.privateAttributes = ["email", "/odd"]
        let context = LaunchDarklyContext(user)
        #expect(
            JSONWriter.text(context.json)
                == #"{"_meta":{"privateAttributes":["/~1odd","email"]},"email":"a@b.c","key":"ada","kind":"user","name":"Ada","plan":"gold"}"#
        )
        #expect(context.context.attachment(as: LaunchDarklyContext.self) == context)
    }

    @Test("Converts to a neutral context, and back without loss")
    func neutral() throws {
        let context = try LaunchDarklyContext(
            jsonText:
                #"{"kind":"multi","org":{"key":"acme","name":"Acme"},"user":{"key":"u","anonymous":true,"_meta":{"privateAttributes":["/a/b"]},"a":{"b":1}}}"#
        )
        let neutral = context.context
        #expect(
            neutral.detaching()
                == EvaluationContext([
                    .init("org", key: "acme", attributes: ["name": "Acme"]),
                    .init(
                        .user, key: "u", attributes: ["a": ["b": 1]], privateAttributes: ["/a/b"], isAnonymous: true),
                ]))
        #expect(try LaunchDarklyContextMapper().map(neutral).output == context)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
