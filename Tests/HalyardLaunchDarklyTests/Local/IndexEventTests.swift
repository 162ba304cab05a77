// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

/// Tests for the events that describe contexts to LaunchDarkly.
@Suite("LaunchDarkly index events")
struct IndexEventTests {
    private static let start = ServerEventWorld.start

    @Test("Describes a user once for 1,000 reads")
    func once() async throws {
        let server = try await ServerEventWorld()
        for _ in 0..<1000 { #expect(server.read(for: .user("ada", ["plan": "gold"])) == "b") }
        #expect(
            try await server.events("index") == [
                #"{"context":{"key":"ada","kind":"user","plan":"gold"},"creationDate":\#(Self.start),"kind":"index"}"#
            ])
        await server.client.shutdown()
    }

    @Test("Describes the same key separately for each kind and combination of kinds")
    func kinds() async throws {
        let server = try await ServerEventWorld()
        for context in [EvaluationContext.user("a"), .org("a"), .both("a", "a"), .org("a"), .both("a", "a")] {
            server.read(for: context)
        }
        let contexts = [
            #"{"key":"a","kind":"user"}"#, #"{"key":"a","kind":"org"}"#,
            #"{"kind":"multi","org":{"key":"a"},"user":{"key":"a"}}"#,
        ]
        #expect(
            try await server.events("index")
                == contexts.map { #"{"context":\#($0),"creationDate":\#(Self.start),"kind":"index"}"# })
        await server.client.shutdown()
    }

    @Test("Describes a context again after the interval")
    func interval() async throws {
        let server = try await ServerEventWorld { $0.flushInterval = .seconds(10_000) }
        server.read(for: .user("a"))
        server.world.time.advance(by: .milliseconds(299_999))
        server.read(for: .user("a"))
        #expect(try await server.kinds() == ["index a", "summary"])
        server.world.time.advance(by: .milliseconds(1))
        server.read(for: .user("a"))
        server.read(for: .user("a"))
        #expect(try await server.events("index").count == 2)
        await server.client.shutdown()
    }

    @Test("Forgets the least recently used context when there are too many")
    func capacity() async throws {
        let server = try await ServerEventWorld()
        for number in 0..<1000 { server.read(for: .user("\(number)")) }
        server.read(for: .user("0"))
        server.read(for: .user("1000"))
        for key in ["0", "2", "1"] { server.read(for: .user(key)) }
        let kinds = try await server.kinds()
        #expect(kinds.count == 1003)
        #expect(kinds.suffix(3) == ["index 1000", "index 1", "summary"])
        await server.client.shutdown()
    }

    @Test("Doesn't describe a context after its identify event")
    func identified() async throws {
        let server = try await ServerEventWorld()
        await server.client.identify(.user("ada"))
        server.read(for: .user("ada"))
        await server.client.identify(.user("ada"))
        let identify = #"{"context":{"key":"ada","kind":"user"},"creationDate":\#(Self.start),"kind":"identify"}"#
        #expect(try await server.events("identify") == [identify, identify])
        #expect(try await server.events("index") == [])
        await server.client.shutdown()
    }

    @Test("Sends nothing for a start without reads")
    func start() async throws {
        let server = try await ServerEventWorld()
        await server.client.shutdown()
        #expect(server.world.server.requests.isEmpty)
    }

    @Test("Describes a context before the event that uses it")
    func order() async throws {
        let server = try await ServerEventWorld(#""f":{\#(ServerEventWorld.served),"trackEvents":true}"#)
        server.read(for: .user("ada"))
        server.client.track("bought", for: .user("bob"))
        server.client.track("bought", for: .user("ada"))
        let kinds = try await server.kinds()
        #expect(kinds == ["index ada", "feature f", "index bob", "custom bought", "custom bought", "summary"])
        await server.client.shutdown()
    }

    @Test("Describes anonymous contexts completely")
    func anonymous() async throws {
        let server = try await ServerEventWorld()
        let part = EvaluationContext.Part(.user, key: "a", attributes: ["plan": "gold"], isAnonymous: true)
        server.read(for: EvaluationContext([part]))
        #expect(
            try await server.events("index") == [
                #"{"context":{"anonymous":true,"key":"a","kind":"user","plan":"gold"},"#
                    + #""creationDate":\#(Self.start),"kind":"index"}"#
            ])
        await server.client.shutdown()
    }

    @Test("Omits anonymous contexts and parts if the app requests it")
    func omitsAnonymous() async throws {
        let server = try await ServerEventWorld { $0.omitsAnonymousContexts = true }
        let part = EvaluationContext.Part(.user, key: "a", isAnonymous: true)
        server.read(for: EvaluationContext([part]))
        server.read(for: EvaluationContext([part, EvaluationContext.Part("org", key: "acme")]))
        #expect(
            try await server.events("index") == [
                #"{"context":{"key":"acme","kind":"org"},"creationDate":\#(Self.start),"kind":"index"}"#
            ])
        await server.client.shutdown()
    }

    @Test("Removes private attributes")
    func privateAttributes() async throws {
        let server = try await ServerEventWorld { $0.privateAttributes = ["email"] }
        server.read(for: .user("ada", ["email": "a@b.c"]))
        #expect(
            try await server.events("index") == [
                #"{"context":{"_meta":{"redactedAttributes":["email"]},"key":"ada","kind":"user"},"#
                    + #""creationDate":\#(Self.start),"kind":"index"}"#
            ])
        await server.client.shutdown()
    }

    @Test("Describes an erased context again")
    func erased() async throws {
        let server = try await ServerEventWorld()
        server.read(for: .user("ada"))
        await server.client.erase(.user("ada"))
        server.read(for: .user("ada"))
        #expect(try await server.events("index").count == 1)
        await server.client.shutdown()
    }

    @Test("Reports the number of contexts that weren't described again")
    func deduplicated() async throws {
        let server = try await ServerEventWorld(facts: LaunchDarklyDiagnosticFacts(sdk: [:], platform: [:]))
        for _ in 0..<3 { server.read(for: .user("ada")) }
        server.world.time.advance(by: .seconds(900))
        await until { server.world.server.requests.contains { $0.text.contains(#""deduplicatedUsers":2"#) } }
        await server.client.shutdown()
    }

    @Test("Sends nothing for a context that LaunchDarkly doesn't accept")
    func invalidContext() async throws {
        let server = try await ServerEventWorld(#""f":{\#(ServerEventWorld.served),"trackEvents":true}"#)
        #expect(server.read(for: EvaluationContext("kind", key: "a")) == "default")
        #expect(try await server.events() == [])
        await server.client.shutdown()
    }
}
