// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("Private context attributes")
struct LaunchDarklyRedactionTests {
    static let person = #"""
        {"kind":"user","key":"k","name":"N","a":{"b":1,"c":{"d":2,"e":3}},"/odd":4,"list":[{"x":5}],"plain":6}
        """#

    @Test(
        "Removes private attributes, and lists their references",
        arguments: [
            (
                [], [],
                #"{"/odd":4,"a":{"b":1,"c":{"d":2,"e":3}},"key":"k","kind":"user","list":[{"x":5}],"name":"N","plain":6}"#
            ),
            (
                ["plain", "name"], [],
                #"{"/odd":4,"_meta":{"redactedAttributes":["name","plain"]},"a":{"b":1,"c":{"d":2,"e":3}},"key":"k","kind":"user","list":[{"x":5}]}"#
            ),
            (
                ["/a/c/d", "/~1odd"], ["/plain"],
                #"{"_meta":{"redactedAttributes":["/a/c/d","/plain","/~1odd"]},"a":{"b":1,"c":{"e":3}},"key":"k","kind":"user","list":[{"x":5}],"name":"N"}"#
            ),
            (
                ["/a/c", "a"], ["/a/c/d", "missing", "/plain/x", "/list/0/x", "//", "/a~"],
                #"{"/odd":4,"_meta":{"redactedAttributes":["a"]},"key":"k","kind":"user","list":[{"x":5}],"name":"N","plain":6}"#
            ),
            (
                ["key", "kind", "anonymous", "/_meta/privateAttributes"], [],
                #"{"/odd":4,"a":{"b":1,"c":{"d":2,"e":3}},"key":"k","kind":"user","list":[{"x":5}],"name":"N","plain":6}"#
            ),
        ] as [([String], Set<String>, String)])
    func rows(own: [String], global: Set<String>, expected: String) throws {
        var builder = try builder(Self.person)
        for name in own { builder.addPrivateAttribute(LaunchDarklyReference(name)) }
        let context = try builder.build().get()
        #expect(JSONWriter.text(context.eventJSON(LaunchDarklyPrivacy(attributes: global))) == expected)
    }

    @Test("Keeps only kinds, keys, and anonymous if everything is private")
    func everything() throws {
        let context = try LaunchDarklyContext(
            jsonText: #"{"kind":"multi","org":{"key":"o","anonymous":true,"/x":1,"y":2},"user":{"key":"u"}}"#)
        #expect(
            JSONWriter.text(context.eventJSON(LaunchDarklyPrivacy(isEverythingPrivate: true)))
                == #"{"kind":"multi","org":{"_meta":{"redactedAttributes":["/~1x","y"]},"anonymous":true,"key":"o"},"user":{"key":"u"}}"#
        )
    }

    @Test("Applies private attributes only to their own kind")
    func kinds() throws {
        let context = try LaunchDarklyContext(
            jsonText:
                #"{"kind":"multi","org":{"key":"o","a":1,"_meta":{"privateAttributes":["a"]}},"user":{"key":"u","a":1}}"#
        )
        #expect(
            JSONWriter.text(context.eventJSON(LaunchDarklyPrivacy()))
                == #"{"kind":"multi","org":{"_meta":{"redactedAttributes":["a"]},"key":"o"},"user":{"a":1,"key":"u"}}"#)
    }

    private func builder(_ text: String) throws -> LaunchDarklyContextBuilder {
        let part = try #require(try LaunchDarklyContext(jsonText: text).parts.first)
        var builder = LaunchDarklyContextBuilder(key: part.key)
        builder.kind(part.kind)
        builder.name(part.name)
        for (name, value) in part.attributes { builder.trySetValue(name, value) }
        return builder
    }

    // MARK: Over many contexts

    /// A generated context, with strings that it contains only in private attributes.
    private struct Generated {
        var context: LaunchDarklyContext
        var global: Set<String>
        var secrets: [String]
    }

    @Test("Writes no private value to events of generated contexts", arguments: 0..<25)
    func property(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        for number in 0..<100 {
            let generated = generate(random, "\(seed)-\(number)")
            let privacy = LaunchDarklyPrivacy(attributes: generated.global)
            let dialect = ContextDialect(mapper: LaunchDarklyContextMapper())
            // An app can pass a LaunchDarkly context or an equivalent neutral context.
            let both = [generated.context.context, generated.context.context.detaching()]
            for context in both {
                let identity = try dialect.identity(of: context).output
                for place in LaunchDarklyEventPlace.allCases {
                    let members = dialect.members(about: identity, in: place, isInline: true, privacy) ?? [:]
                    let body = JSONWriter.text(.object(members))
                    // Foundation's search is compiled with optimization, unlike the standard library's.
                    for secret in generated.secrets where body.range(of: secret, options: .literal) != nil {
                        Issue.record("\(secret) of \(generated.context.json) is in \(body)")
                    }
                    #expect(body.range(of: "privateAttributes", options: .literal) == nil)
                }
            }
        }
    }

    private func generate(_ random: SeededRandom, _ id: String) -> Generated {
        var (multi, global, secrets) = (LaunchDarklyMultiContextBuilder(), Set<String>(), [String]())
        for kind in ["user", "org", "device"].prefix(1 + Int(random.next() % 3)) {
            var builder = LaunchDarklyContextBuilder(key: "key-\(id)")
            builder.kind(kind)
            builder.anonymous(random.next() % 4 == 0)
            for number in 0..<(random.next() % 6) {
                let name = Self.names[Int(random.next() % UInt64(Self.names.count))] + "\(number)"
                let secret = "SECRET-\(kind)-\(number)-\(id)-"
                let (value, path) = value(random, secret, depth: Int(random.next() % 4))
                builder.trySetValue(name, value)
                let text =
                    path.isEmpty && random.next() % 2 == 0
                    ? LaunchDarklyReference(literal: name).raw()
                    : "/" + ([name] + path).map(Self.escaped).joined(separator: "/")
                switch random.next() % 3 {
                case 0: break
                case 1:
                    global.insert(text)
                    secrets.append(secret)
                default:
                    builder.addPrivateAttribute(LaunchDarklyReference(text))
                    secrets.append(secret)
                }
            }
            if case .success(let context) = builder.build() { multi.addContext(context) }
        }
        guard case .success(let context) = multi.build() else { return generate(random, id + "x") }
        return Generated(context: context, global: global, secrets: secrets)
    }

    /// Returns a value that contains a secret among other values, and the path of the secret.
    private func value(_ random: SeededRandom, _ secret: String, depth: Int) -> (FlagValue, [String]) {
        if depth == 0 {
            return (random.next() % 2 == 0 ? .string(secret) : [.string(secret), 1, ["x": .string(secret)]], [])
        }
        let (inner, path) = value(random, secret, depth: depth - 1)
        let name = Self.names[Int(random.next() % UInt64(Self.names.count))]
        return (.object([name: inner, "open": "open"]), [name] + path)
    }

    private static let names = ["plan", "a/b", "/c", "~d", "e~1", "ü ", "name.x"]

    private static func escaped(_ name: String) -> String {
        name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }
}
