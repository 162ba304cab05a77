// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardTransport
import HostileServer
import Testing

@Suite("LaunchDarkly event payloads for contexts")
struct ContextEventTests {
    private static let both = EvaluationContext([
        .init(.user, key: "ada", attributes: ["plan": "gold", "email": "a@b.c"], privateAttributes: ["email"]),
        .init("org", key: "acme", attributes: ["size": 3], isAnonymous: true),
    ])

    private func world(
        _ answers: [[Step]] = [], _ change: (inout LaunchDarklyEventOptions) -> Void = { _ in }
    ) throws -> EventWorld {
        try EventWorld(
            answers, dialect: LaunchDarklyStage.dialect(LaunchDarklyOptions(mobileKey: Secret("m"))), options: change)
    }

    @Test("Writes the exact properties of each event kind")
    func everyKind() async throws {
        let world = try world()
        let start = EventWorld.start
        let flag = EventWorld.flag(
            "nav",
            [
                "value": true, "variation": 1, "version": 41, "flagVersion": 7, "trackEvents": true,
                "debugEventsUntilDate": .int(start + 1), "reason": ["kind": "OFF"],
            ])
        world.identify(Self.both)
        world.evaluate(flag, true, isDetailed: true, Self.both)
        world.track("bought", data: ["sku": 1], metric: 2.5, Self.both)
        world.identify(.user("bob"), after: Self.both, isAlias: true)
        world.time.advance(by: .milliseconds(5))
        world.count(.init(flag: flag, key: "nav", defaultValue: .null, valueReads: 3), for: Self.both)
        let user = #"{"_meta":{"redactedAttributes":["email"]},"key":"ada","plan":"gold"}"#
        let open = #"{"kind":"multi","org":{"anonymous":true,"key":"acme","size":3},"user":\#(user)}"#
        let shut =
            #"{"kind":"multi","org":{"_meta":{"redactedAttributes":["size"]},"anonymous":true,"key":"acme"},"user":\#(user)}"#
        let reading = { (kind: String, context: String) in
            #"{"context":\#(context),"creationDate":\#(start),"default":false,"key":"nav","kind":"\#(kind)","#
                + #""reason":{"kind":"OFF"},"value":true,"variation":1,"version":7}"#
        }
        let events = [
            #"{"context":\#(open),"creationDate":\#(start),"key":"org:acme:user:ada","kind":"identify"}"#,
            reading("feature", shut), reading("debug", open),
            #"{"context":\#(open),"creationDate":\#(start),"data":{"sku":1},"key":"bought","kind":"custom","metricValue":2.5}"#,
            #"{"context":\#(shut),"endDate":\#(start + 5),"features":{"nav":{"contextKinds":["org","user"],"#
                + #""counters":[{"count":3,"value":true,"variation":1,"version":7}]}},"kind":"summary","startDate":\#(start)}"#,
        ]
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
        #expect(world.server.requests.map { $0.value(of: "X-LaunchDarkly-Event-Schema") } == ["4"])
        #expect(world.diagnostics == [])
    }

    @Test("Sends a summary per context, even if only attributes differ")
    func summaries() async throws {
        let world = try world()
        let flag = EventWorld.flag("nav", ["value": true, "version": 1])
        for context in [EvaluationContext.user("a"), .user("a", ["plan": "gold"]), .user("a")] {
            world.count(.init(flag: flag, key: "nav", defaultValue: false, valueReads: 1), for: context)
        }
        let start = EventWorld.start
        let summary = { (context: String, count: Int) in
            #"{"context":\#(context),"endDate":\#(start),"features":{"nav":{"contextKinds":["user"],"#
                + #""counters":[{"count":\#(count),"value":true,"version":1}],"default":false}},"kind":"summary","#
                + #""startDate":\#(start)}"#
        }
        #expect(
            await world.flushed() == [
                "[" + summary(#"{"key":"a","kind":"user"}"#, 2) + ","
                    + summary(#"{"key":"a","kind":"user","plan":"gold"}"#, 1) + "]"
            ])
    }

    @Test("Combines the first contexts' counts beyond 100 summaries")
    func manySummaries() async throws {
        let world = try world()
        let flag = EventWorld.flag("nav", ["value": true, "version": 1])
        for number in 0..<103 {
            let kind: ContextKind = number % 2 == 0 ? .user : "org"
            world.count(
                .init(flag: flag, key: "nav", defaultValue: false, valueReads: 1),
                for: EvaluationContext(kind, key: "\(number)"))
        }
        let body = try JSONReader().read(await world.flushed()[0])
        guard case .array(let summaries) = body else { return #expect(Bool(false)) }
        #expect(summaries.count == 101)
        #expect(summaries.first?["context"] == nil)
        #expect(
            summaries.first?["features"]
                == [
                    "nav": [
                        "contextKinds": ["org", "user"], "counters": [["count": 3, "value": true, "version": 1]],
                        "default": false,
                    ]
                ])
    }

    @Test("Sends no alias events, and doesn't use capacity for them")
    func links() async throws {
        let world = try world { $0.capacity = 2 }
        world.identify(.user("bob"), after: EvaluationContext(key: "x", isAnonymous: true))
        world.identify(.user("bob"), after: .user("x"), isAlias: true)
        world.track("bought", .user("bob"))
        let bob = #""context":{"key":"bob","kind":"user"},"creationDate":\#(EventWorld.start)"#
        #expect(
            await world.flushed() == [
                #"[{\#(bob),"key":"bob","kind":"identify"},{\#(bob),"key":"bought","kind":"custom"}]"#
            ])
        #expect(world.diagnostics == [])
    }

    @Test("Omits anonymous contexts from identify events if configured")
    func omitsAnonymous() async throws {
        let world = try world { $0.omitsAnonymousContexts = true }
        world.identify(EvaluationContext(key: "x", isAnonymous: true))
        #expect(await world.flushed() == [])
        world.identify(Self.both)
        #expect(
            await world.flushed() == [
                #"[{"context":{"_meta":{"redactedAttributes":["email"]},"key":"ada","kind":"user","plan":"gold"},"#
                    + #""creationDate":\#(EventWorld.start),"key":"ada","kind":"identify"}]"#
            ])
    }

    @Test("Sends a user as a context of kind user")
    func userAsContext() async throws {
        let world = try world()
        let user = LaunchDarklyUser(key: "old", custom: ["plan": "gold"]).context
        world.identify(user)
        world.identify(.user("new"), after: user)
        #expect(
            await world.flushed() == [
                #"[{"context":{"key":"old","kind":"user","plan":"gold"},"creationDate":\#(EventWorld.start),"key":"old","#
                    + #""kind":"identify"},{"context":{"key":"new","kind":"user"},"creationDate":\#(EventWorld.start),"#
                    + #""key":"new","kind":"identify"}]"#
            ])
        #expect(world.server.requests.map { $0.value(of: "X-LaunchDarkly-Event-Schema") } == ["4"])
    }

    @Test("Compresses payloads if configured")
    func compressed() async throws {
        let log = Lock<[UInt8]>([])
        let echo = try HostileServer(answering: { request in
            if request.method == "POST" {
                log.withLock { $0 = request.body }
                return [.send(.response(202))]
            }
            return [.send(.response(200, ["Content-Encoding: gzip"], body: Wire(log.withLock { $0 })))]
        })
        defer { echo.stop() }
        var options = LaunchDarklyOptions(mobileKey: Secret("m"))
        options.endpoints = .relay(echo.url(""))
        options.events.isCompressed = true
        var requests = LaunchDarklyRequests(options, dialect: LaunchDarklyStage.dialect(options))
        requests.headerProvider = nil
        let transport = PlatformTransport.make(time: ManualTime())
        let request = await requests.events(Array("[1]".utf8), payloadID: "p")
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Type"] == "application/json")
        _ = try await transport.send(request, within: HTTPLimits())
        let answer = try await transport.send(HTTPRequest(echo.url("/")), within: HTTPLimits())
        #expect(answer.body == Array("[1]".utf8))
        await transport.close()
    }

    // MARK: Prerequisites

    private func table(_ prerequisites: [String: [FlagValue]]) -> FlagTable {
        FlagTable(
            prerequisites.map { key, keys in
                EventWorld.flag(
                    key, ["value": .string(key), "version": 1, "trackEvents": true, "prerequisites": .array(keys)])
            })
    }

    @Test(
        "Sends prerequisite events before the flag, the deepest first",
        arguments: [
            (["top": ["a", "b"], "a": ["c"]], ["c", "a", "b", "top"], #""a":1,"b":1,"c":1"#),
            (["top": ["top"]], ["top"], ""), (["top": ["a"], "a": ["top"]], ["a", "top"], #""a":1"#),
            (["top": ["a"], "a": ["b"], "b": ["a", "c"]], ["c", "b", "a", "top"], #""a":1,"b":1,"c":1"#),
            (["top": ["a", "b"], "a": ["c"], "b": ["c"]], ["c", "a", "c", "b", "top"], #""a":1,"b":1,"c":2"#),
        ] as [([String: [FlagValue]], [String], String)])
    func prerequisites(flags: [String: [FlagValue]], order: [String], counts: String) async throws {
        let world = try world()
        var flags = flags
        for key in order where flags[key] == nil { flags[key] = [] }
        let table = table(flags)
        world.evaluate(table["top"], "top", default: "x", in: table, .user("u"))
        guard case .array(let events)? = try? JSONReader().read(await world.flushed()[0]) else {
            return #expect(Bool(false))
        }
        #expect(events.filter { $0["kind"] == "feature" }.compactMap { $0["key"] } == order.map(FlagValue.string))
        guard case .object(let features)? = events.last?["features"] else { return #expect(counts.isEmpty) }
        let lines = features.sorted { $0.key < $1.key }.map { key, feature in
            #""\#(key)":\#(feature["counters"]?[0]?["count"] ?? .null)"#
        }
        #expect(lines.joined(separator: ",") == counts)
        #expect(features.values.allSatisfy { $0["default"] == nil })
    }

    @Test("Counts a missing prerequisite as unknown, without a feature event")
    func unknownPrerequisite() async throws {
        let world = try world()
        let flag = EventWorld.flag("top", ["value": 1, "version": 1, "prerequisites": ["gone"]])
        world.evaluate(flag, 1, in: FlagTable([flag]), .user("u"))
        let start = EventWorld.start
        #expect(
            await world.flushed() == [
                #"[{"context":{"key":"u","kind":"user"},"endDate":\#(start),"features":{"gone":{"contextKinds":["user"],"#
                    + #""counters":[{"count":1,"unknown":true,"value":null}]}},"kind":"summary","startDate":\#(start)}]"#
            ])
    }

    @Test("Counts fully connected prerequisites in bounded time")
    func tangle() async throws {
        let world = try world()
        let keys = (0..<40).map { "f\($0)" }
        let all = keys.map(FlagValue.string)
        let table = table(Dictionary(uniqueKeysWithValues: keys.map { ($0, all) }))
        world.evaluate(table["f0"], "f0", in: table, .user("u"))
        let body = await world.flushed()[0]
        #expect(body.contains("summary"))
    }
}
