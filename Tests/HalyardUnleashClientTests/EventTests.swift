// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing
import TestSupport

@Suite("UnleashClient: events")
struct ClientEventTests {
    private static let impressions = Wire.flags(
        #"{"toggles":[{"name":"seen","enabled":true,"impressionData":true,"variant":{"name":"b","enabled":true,"#
            + #""payload":{"type":"number","value":"7"}}},{"name":"quiet","enabled":true}]}"#)

    @Test("Sends an error event for failed metrics, and sends the metrics later")
    func metrics() async throws {
        let count = Lock(0)
        let stage = try ClientStage { request in
            guard request.isMetrics else { return [.send(.toggles("a"))] }
            let number = count.withLock { count -> Int in
                count += 1
                return count
            }
            return [.send(.response(number == 1 ? 503 : 202))]
        }
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 0, disableMetrics: false)
        let error = await client.startFailure()
        #expect(error == nil)
        let heard = Heard(client, .sent, .error)
        _ = client.isEnabled(name: "a")
        _ = client.isEnabled(name: "unknown")
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(2))
        #expect(await heard.next() == "error network")
        _ = client.getVariant(name: "a")
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(600))
        #expect(await heard.next() == "sent")
        let body = try #require(stage.server.requests.last).text
        #expect(
            body
                == #"{"appName":"test","bucket":{"start":"2026-01-01T00:00:00.000Z","stop":"2026-01-01T00:10:02.000Z","#
                + #""toggles":{"a":{"no":0,"variants":{"disabled":1},"yes":2},"unknown":{"no":1,"yes":0}}},"#
                + #""environment":"default","instanceId":"swift"}"#)
    }

    @Test("Sends no metrics when metrics are disabled")
    func disabledMetrics() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 0, disableMetrics: true)
        let error = await client.startFailure()
        #expect(error == nil)
        _ = client.isEnabled(name: "a")
        await client.halyard.flush()
        stage.time.advance(by: .seconds(600))
        client.stop()
        await client.halyard.flush()
        #expect(stage.server.requests.map(\.method) == ["GET"])
    }

    @Test("Sends counted reads when stopped")
    func metricsAtStop() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(disableMetrics: false)
        let error = await client.startFailure()
        #expect(error == nil)
        _ = try await stage.server.nextRequest()
        _ = client.isEnabled(name: "a")
        client.stop()
        let request = try await stage.server.nextRequest()
        #expect(request.method == "POST")
        #expect(request.target == "/api/frontend/client/metrics")
        #expect(request.text.contains(#""toggles":{"a":{"no":0,"yes":1}}"#))
    }

    @Test("Sends ready once, and update only when a later fetch changes flags")
    func readyAndUpdate() async throws {
        let changed = Wire.flags(#"{"toggles":[{"name":"a","enabled":true,"impressionData":true}]}"#)
        let stage = try ClientStage(
            .toggles("a"), .toggles("a"), changed, .toggles("a", "b"), .flags(#"{"toggles":[]}"#))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard(client, .ready, .update)
        let completions = Heard()
        for _ in 1...5 {
            client.start(completionHandler: completions.completion("start"))
            #expect(await completions.next() == "start nil")
        }
        await client.settle()
        #expect(heard.lines == ["ready", "update", "update", "update"])
    }

    @Test("Sends ready for a response without flags")
    func emptyAnswer() async throws {
        let stage = try ClientStage(.flags(#"{"toggles":[]}"#))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard(client, .ready)
        client.start(completionHandler: nil)
        #expect(await heard.next() == "ready")
    }

    @Test("Sends a late subscriber ready immediately, and nothing else")
    func late() async throws {
        let stage = try ClientStage(.response(500), .toggles("a"), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client()
        let early = Heard(client, .ready)
        #expect(await client.startFailure() == .network)
        for _ in 1...2 { try await client.start() }
        let late = Heard(client, .ready, .update, .error)
        await client.settle()
        #expect(late.lines == ["ready"])
        #expect(early.lines == ["ready"])
    }

    @Test("Delivers events by name and by case, with and without payload")
    func forms() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard()
        client.subscribe(name: "ready") { heard.add("name") }
        client.subscribe(name: "ready") { payload in heard.add("name, \(payload == nil)") }
        client.subscribe(.ready) { heard.add("case") }
        client.subscribe(.ready) { payload in heard.add("case, \(payload == nil)") }
        client.subscribe(name: "Ready") { heard.add("never") }
        #expect(
            UnleashEvent.allCases.map(\.rawValue)
                == ["ready", "update", "sent", "error", "impression"])
        try await client.start()
        await client.settle()
        #expect(heard.lines == ["name", "name, true", "case", "case, true"])
    }

    @Test("Stops calling a handler after unsubscribing by name or by case")
    func unsubscribing() async throws {
        let stage = try ClientStage(.toggles("a"), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard(client, .ready, .update, .error)
        client.unsubscribe(.ready)
        client.unsubscribe(name: "error")
        try await client.start()
        try await client.start()
        await client.settle()
        #expect(heard.lines == ["update"])
    }

    @Test("Sends no events to another client's subscribers")
    func isolation() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let (one, other) = (stage.client(), stage.client())
        let heard = Heard(other, .ready)
        try await one.start()
        one.unsubscribe(.ready)
        await other.settle()
        #expect(heard.lines.isEmpty)
        try await other.start()
        #expect(await heard.next() == "ready")
    }

    @Test("Sends an impression for each read of a flag with impression data")
    func impressions() async throws {
        let stage = try ClientStage(Self.impressions)
        defer { stage.server.stop() }
        let client = stage.client(context: ["userId": "ann", "sessionId": "1", "plan": "gold"])
        try await client.start()
        let events = Lock<[ImpressionEvent]>([])
        client.subscribe(.impression) { payload in
            if let event = payload as? ImpressionEvent { events.withLock { $0.append(event) } }
        }
        #expect(client.isEnabled(name: "seen"))
        _ = client.isEnabled(name: "quiet")
        _ = client.isEnabled(name: "unknown")
        let variant = client.getVariant(name: "seen")
        try await client.updateContext(context: ["userId": "bob"])
        _ = client.isEnabled(name: "seen")
        await client.halyard.flush()
        await client.settle()
        let heard = events.withLock { $0 }
        let ann = Context(
            appName: "test", environment: "default", fields: ["userId": "ann", "sessionId": "1", "plan": "gold"])
        let bob = Context(appName: "test", environment: "default", fields: ["userId": "bob", "sessionId": "1"])
        #expect(heard.map(\.toggleName) == ["seen", "seen", "seen"])
        #expect(heard.map(\.enabled) == [true, true, true])
        #expect(heard.map(\.context) == [ann, ann, bob])
        #expect(heard.map(\.eventType) == ["isEnabled", "getVariant", "isEnabled"])
        #expect(
            heard.map(\.variant) == [
                nil,
                Variant(name: "b", enabled: true, featureEnabled: true, payload: Payload(type: "number", value: "7")),
                nil,
            ])
        #expect(heard[1].variant == variant)
        #expect(Set(heard.map(\.eventId)).count == 3)
        #expect(heard.allSatisfy { $0.eventId.count == 36 })
    }

    @Test("Supports reads, updates, subscriptions, and stop in a handler")
    func reentrancy() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard()
        client.subscribe(.ready) {
            heard.add("\(client.isEnabled(name: "a"))")
            client.subscribe(.ready) { heard.add("inner") }
            client.unsubscribe(.ready)
            client.updateContext(context: ["userId": "ann"], completionHandler: heard.completion("update"))
            client.stop()
        }
        client.start(completionHandler: nil)
        #expect(await heard.next() == "true")
        #expect(await heard.next() == "update noResponse")
    }
}
