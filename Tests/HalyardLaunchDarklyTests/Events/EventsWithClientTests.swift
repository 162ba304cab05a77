// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@Suite("LaunchDarkly events of a client")
struct EventsWithClientTests {
    private func reportingClient(
        _ world: EventWorld, _ context: EvaluationContext, _ flags: (String, FlagValue)..., sinks: [any EventSink] = []
    ) -> FlagClient {
        FlagClient(
            provider: FixedProvider(name: "ld", flags.map { EventWorld.flag($0, $1) }, sinks: [world.sink]),
            context: context, sinks: sinks, options: .manual(world.time))
    }

    @Test("Sends the events of a client's lifecycle at shutdown")
    func life() async throws {
        let world = try EventWorld(mode: .offline)
        let client = reportingClient(
            world, .anonymous,
            ("nav", ["value": true, "variation": 1, "version": 7, "trackEvents": true, "reason": ["kind": "OFF"]]),
            ("plain", ["value": 3, "variation": 0, "version": 1]))
        _ = await client.start()
        #expect(client.bool("nav", default: false))
        #expect(client.details(of: FlagKey("nav", default: false)).value)
        #expect(client.int("plain", default: 0) == 3)
        #expect(client.int("plain", default: 0) == 3)
        #expect(client.string("none", default: "x") == "x")
        _ = await client.setContext(LaunchDarklyUser(key: "ada").context)
        client.track("bought", metric: 1)
        #expect(client.int("plain", default: 9) == 3)
        await client.shutdown()
        let start = EventWorld.start
        let nav = { (reason: String) in
            #"{"contextKind":"anonymousUser","creationDate":\#(start),"default":false,"key":"nav","kind":"feature"\#(reason),"#
                + #""userKey":"device","value":true,"variation":1,"version":7}"#
        }
        let events = [
            #"{"creationDate":\#(start),"key":"device","kind":"identify","user":{"anonymous":true,"key":"device"}}"#,
            nav(""), nav(#","reason":{"kind":"OFF"}"#),
            #"{"creationDate":\#(start),"key":"ada","kind":"identify","user":{"key":"ada"}}"#,
            #"{"contextKind":"user","creationDate":\#(start),"key":"ada","kind":"alias","#
                + #""previousContextKind":"anonymousUser","previousKey":"device"}"#,
            #"{"creationDate":\#(start),"key":"bought","kind":"custom","metricValue":1.0,"userKey":"ada"}"#,
            #"{"endDate":\#(start),"features":{"nav":{"counters":[{"count":2,"value":true,"variation":1,"version":7}],"#
                + #""default":false},"none":{"counters":[{"count":1,"unknown":true,"value":"x"}],"default":"x"},"#
                + #""plain":{"counters":[{"count":3,"value":3,"variation":0,"version":1}],"default":0}},"#
                + #""kind":"summary","startDate":\#(start)}"#,
        ]
        #expect(
            world.server.requests.map(\.text) == [
                "[" + events.joined(separator: ",") + "]"
            ])
    }

    @Test("Uses the default of the first evaluation, direct or as a prerequisite")
    func prerequisiteDefaults() async throws {
        let options = LaunchDarklyOptions(mobileKey: Secret("m"))
        let world = try EventWorld(mode: .offline, dialect: LaunchDarklyStage.dialect(options))
        let client = reportingClient(
            world, .user("u"), ("top", ["value": 1, "version": 1, "prerequisites": ["first", "second"]]),
            ("first", ["value": 1, "version": 1]), ("second", ["value": 1, "version": 1]))
        _ = await client.start()
        for _ in 0..<3 { #expect(client.int("first", default: 8) == 1) }
        #expect(client.int("top", default: 7) == 1)
        #expect(client.int("second", default: 9) == 1)
        await client.shutdown()
        let start = EventWorld.start
        let feature = { (key: String, count: Int, fallback: String) in
            #""\#(key)":{"contextKinds":["user"],"counters":[{"count":\#(count),"value":1,"version":1}]\#(fallback)}"#
        }
        #expect(
            world.server.requests.map(\.text) == [
                #"[{"context":{"key":"u","kind":"user"},"creationDate":\#(start),"key":"u","kind":"identify"},"#
                    + #"{"context":{"key":"u","kind":"user"},"endDate":\#(start),"features":{"#
                    + [
                        feature("first", 4, #","default":8"#), feature("second", 2, ""),
                        feature("top", 1, #","default":7"#),
                    ].joined(separator: ",") + #"},"kind":"summary","startDate":\#(start)}]"#
            ])
    }

    @Test("Uses the first read's default even if the sink receives it last")
    func lateEvaluation() async throws {
        let world = try EventWorld(
            mode: .offline, dialect: LaunchDarklyStage.dialect(LaunchDarklyOptions(mobileKey: Secret("m"))))
        // Runs while the client delivers events, so that events from the reads are queued.
        let body = Lock<@Sendable () -> Void>({})
        let reader = CallbackSink(onReceive: { event in
            if case .tracked = event { body.withLock { $0 }() }
        })
        let client = reportingClient(
            world, .user("u"), ("top", ["value": 1, "version": 1, "prerequisites": ["second"]]),
            ("second", ["value": 1, "version": 1]), sinks: [reader])
        _ = await client.start()
        // Waits for the reads, because `track` can return early while another task delivers events.
        await withCheckedContinuation { done in
            body.withLock {
                $0 = {
                    #expect(client.int("top", default: 7) == 1)
                    #expect(client.int("second", default: 9) == 1)
                    done.resume()
                }
            }
            client.track("now")
        }
        await client.shutdown()
        let summary = world.server.requests.first?.text ?? ""
        #expect(
            summary.contains(#""second":{"contextKinds":["user"],"counters":[{"count":2,"value":1,"version":1}]},"#))
    }

    @Test("Sends exact counts under concurrent reads, flushes, and logins")
    func exactCounts() async throws {
        let world = try EventWorld(mode: .offline)
        let client = reportingClient(
            world, .user("a"), ("x", ["value": 1, "version": 1]), ("y", ["value": true, "version": 2]),
            ("z", ["value": "a text that is longer than fifteen letters", "version": 3]))
        _ = await client.start()
        let (x, y, z) = (FlagKey("x", default: 0), FlagKey("y", default: false), FlagKey("z", default: ""))
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<8 {
                group.addTask {
                    var sum = 0
                    for turn in 0..<2000 {
                        sum += client[x] + (client[y] ? 1 : 0) + client[z].utf8.count
                        sum += client.bool(turn % 2 == 0 ? "y" : "missing", default: false) ? 1 : 0
                        if turn % 400 == 0 { client.track("t\(reader)-\(turn)") }
                    }
                    // Context changes keep the flags, so every read except those of "missing" finds its flag.
                    #expect(sum == 2000 * (1 + 1 + 42) + 1000)
                }
            }
            group.addTask { for _ in 0..<20 { await client.flush() } }
            group.addTask { for turn in 0..<10 { _ = await client.setContext(.user("u\(turn)")) } }
        }
        await client.shutdown()
        var counts: [String: Int64] = [:]
        var tracked: [String] = []
        for request in world.server.requests {
            guard case .array(let events) = try JSONReader().read(request.body) else { continue }
            for event in events {
                if event["kind"] == "custom", case .string(let key)? = event["key"] { tracked.append(key) }
                guard case .object(let features)? = event["features"] else { continue }
                for (key, feature) in features {
                    guard case .array(let counters)? = feature["counters"] else { continue }
                    for counter in counters { counts[key, default: 0] += counter["count"].flatMap(Int64.init) ?? 0 }
                }
            }
        }
        #expect(counts == ["x": 16_000, "y": 24_000, "z": 16_000, "missing": 8000])
        #expect(tracked.count == 40 && Set(tracked).count == 40)
        #expect(world.diagnostics == [])
    }
}

extension Int64 {
    fileprivate init?(_ value: FlagValue) {
        guard case .int(let number) = value else { return nil }
        self = number
    }
}
