// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: deltas")
struct RulesDeltaTests {
    @Test("Applies deltas after a hydration, and sends the last ETag")
    func changes() async throws {
        let stage = try RulesStage(
            .delta(Wire.hydration(["a": "gold", "b": "gold"]), tag: "\"1\""),
            .delta(
                Wire.updated("a", for: "silver"), #"{"type":"feature-removed","eventId":3,"featureName":"b"}"#,
                tag: "\"3\""),
            .response(304), .delta(Wire.updated("c", for: "gold", event: 4), tag: "\"4\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.usesDelta = true }, for: .gold)
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["a": true, "b": true])
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.validator == "\"3\"" }
        #expect(client.allFlags == ["a": false])
        #expect(client.snapshot(for: .silver).allFlags == ["a": true])
        let confirmed = client.state.flagSet?.confirmedAt
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt != confirmed }
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.validator == "\"4\"" }
        #expect(client.allFlags == ["a": false, "c": true])
        await client.shutdown()
        #expect(stage.fetches.map(\.target) == Array(repeating: "/api/client/delta", count: 4))
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"3\"", "\"3\""])
    }

    @Test("Fetches all rules if the server doesn't support deltas")
    func none() async throws {
        let stage = try RulesStage { request in
            [.send(request.target.hasSuffix("delta") ? .response(404) : .rules(["a": "gold"], tag: "\"f\""))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.usesDelta = true }, for: .gold)
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["a": true] && client.diagnostics.recent.isEmpty)
        let confirmed = client.state.flagSet?.confirmedAt
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt != confirmed }
        await client.shutdown()
        #expect(stage.fetches.map(\.target) == ["/api/client/delta", "/api/client/features", "/api/client/features"])
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, nil, "\"f\""])
    }

    @Test(
        "Rejects a delta with an invalid change, and fetches all rules again",
        arguments: [
            #"{"type":"feature-renamed","eventId":3}"#, #"{"type":"feature-updated","eventId":3}"#,
            #"{"type":"segment-removed","eventId":3}"#, "7",
        ])
    func unreadable(event: String) async throws {
        let stage = try RulesStage(
            .delta(Wire.hydration(["a": "gold"]), tag: "\"1\""),
            .delta(Wire.updated("a", for: "silver"), event, tag: "\"3\""),
            .delta(Wire.hydration(["b": "gold"]), tag: "\"9\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.usesDelta = true }, for: .gold)
        #expect(await client.start() == .ready)
        await stage.stage.pass(.seconds(15))
        await client.until { $0.error?.code == .parseError }
        #expect(client.allFlags == ["a": true])
        await stage.stage.pass(.seconds(15))
        await client.until { $0.error == nil }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", nil])
    }

    @Test("Rejects a delta before any hydration")
    func changesOfNothing() async throws {
        let stage = try RulesStage(
            .delta(Wire.updated("a", for: "gold"), tag: "\"2\""), .delta(Wire.hydration(["a": "gold"]), tag: "\"3\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.usesDelta = true }, for: .gold)
        #expect(await client.start() != .ready)
        #expect(client.state.error?.code == .parseError && client.allFlags == [:])
        await stage.stage.pass(.seconds(15))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": true])
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, nil])
        await client.shutdown()
    }
}
