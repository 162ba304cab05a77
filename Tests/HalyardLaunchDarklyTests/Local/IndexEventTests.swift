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

    /// Contexts that are used, and their descriptions.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let contexts: [EvaluationContext]
        let described: [String]
        let options: @Sendable (inout LaunchDarklyEventOptions) -> Void

        init(
            _ description: String, _ contexts: [EvaluationContext], _ described: [String],
            options: @escaping @Sendable (inout LaunchDarklyEventOptions) -> Void = { _ in }
        ) {
            testDescription = description
            self.contexts = contexts
            self.described = described
            self.options = options
        }
    }

    private static let anonymous = EvaluationContext.Part(
        .user, key: "a", attributes: ["plan": "gold"], isAnonymous: true)
    private static let rows = [
        Row(
            "the same key separately for each kind and combination of kinds",
            [.user("a"), .org("a"), .both("a", "a"), .org("a"), .both("a", "a")],
            [
                #"{"key":"a","kind":"user"}"#, #"{"key":"a","kind":"org"}"#,
                #"{"kind":"multi","org":{"key":"a"},"user":{"key":"a"}}"#,
            ]),
        Row(
            "keys that look the same separately", [.user("\u{E9}"), .user("e\u{301}"), .user("\u{E9}")],
            ["{\"key\":\"\u{E9}\",\"kind\":\"user\"}", "{\"key\":\"e\u{301}\",\"kind\":\"user\"}"]),
        Row(
            "anonymous contexts completely", [EvaluationContext([anonymous])],
            [#"{"anonymous":true,"key":"a","kind":"user","plan":"gold"}"#]),
        Row(
            "no anonymous contexts and parts on request",
            [EvaluationContext([anonymous]), EvaluationContext([anonymous, .init("org", key: "acme")])],
            [#"{"key":"acme","kind":"org"}"#]
        ) { $0.omitsAnonymousContexts = true },
        Row(
            "no private attributes", [.user("ada", ["email": "a@b.c"])],
            [#"{"_meta":{"redactedAttributes":["email"]},"key":"ada","kind":"user"}"#]
        ) { $0.privateAttributes = ["email"] },
    ]

    @Test("Describes each context once, without data that must not be sent", arguments: rows)
    func descriptions(row: Row) async throws {
        let server = try await ServerEventWorld(options: row.options)
        for context in row.contexts { server.read(for: context) }
        #expect(
            try await server.events("index")
                == row.described.map { #"{"context":\#($0),"creationDate":\#(Self.start),"kind":"index"}"# })
        await server.client.shutdown()
    }

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

    @Test("Describes a context again if its description didn't fit into the queue")
    func noRoom() async throws {
        let server = try await ServerEventWorld { $0.capacity = 1 }
        for key in ["a", "b"] { server.read(for: .user(key)) }
        #expect(try await server.kinds() == ["index a", "summary"])
        for key in ["a", "b"] { server.read(for: .user(key)) }
        #expect(try await server.kinds() == ["index a", "summary", "index b", "summary"])
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

    @Test("Describes an erased context again")
    func erased() async throws {
        let server = try await ServerEventWorld()
        server.read(for: .user("ada"))
        await server.client.erase(.user("ada"))
        server.read(for: .user("ada"))
        #expect(try await server.events("index").count == 1)
        await server.client.shutdown()
    }

    @Test("Describes a context again if its description was discarded without consent")
    func consent() async throws {
        let server = try await ServerEventWorld()
        server.read(for: .user("ada"))
        server.client.setEventsEnabled(false)
        server.client.setEventsEnabled(true)
        await server.client.flush()
        server.read(for: .user("ada"))
        #expect(try await server.kinds() == ["index ada", "summary"])
        await server.client.shutdown()
    }

    @Test("Describes a context after an alias, which servers don't send")
    func alias() async throws {
        let server = try await ServerEventWorld()
        server.client.alias(.user("ada"), previous: .user("bob"))
        server.read(for: .user("ada"))
        #expect(try await server.kinds() == ["index ada", "summary"])
        await server.client.shutdown()
    }

    @Test("Describes a context once if its uses arrive in another order, and again if the clock was set back")
    func orderOfUses() {
        var contexts = IndexedContexts(ServerEventOptions())
        let uses: [Int64] = [300_001, 300_000, 1]
        let described = uses.map { contexts.use(.user("ada"), at: Instant(millisecondsSinceEpoch: $0)) }
        #expect(described == [true, false, true])
    }

    @Test("Reports the number of contexts that weren't described again")
    func deduplicated() async throws {
        let server = try await ServerEventWorld(facts: LaunchDarklyDiagnosticFacts(sdk: [:], platform: [:]))
        for _ in 0..<3 { server.read(for: .user("ada")) }
        await server.client.flush()
        server.world.time.advance(by: .seconds(900))
        await until { server.world.server.requests.contains { $0.text.contains(#""deduplicatedUsers":2"#) } }
        await server.client.shutdown()
    }

    @Test(
        "Sends and reports nothing for a context that LaunchDarkly doesn't accept",
        arguments: [(EvaluationContext("kind", key: "a"), ["f", "none"]), (.user(""), ["f"])])
    func invalidContext(context: EvaluationContext, flags: [String]) async throws {
        let server = try await ServerEventWorld(#""f":{\#(ServerEventWorld.served),"trackEvents":true}"#)
        for flag in flags { #expect(server.read(flag, for: context) == "default") }
        #expect(try await server.events() == [])
        // An unknown flag is reported, but not the context.
        #expect(server.client.diagnostics.recent.allSatisfy { $0.subject == "none" })
        await server.client.shutdown()
    }
}
