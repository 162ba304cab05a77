// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing
import TestSupport

@Suite("UnleashClient: start and stop")
struct StartTests {
    @Test(
        "Reports an invalid URL at each start and context update",
        arguments: [
            "", "no url", "flags.example.com", "ftp://flags.example.com", "https://", "https://a b/", "https://a#b",
        ])
    func badURL(url: String) async throws {
        var dependencies = UnleashClientDependencies()
        dependencies.store = InMemoryFlagStore()
        let client = UnleashClient(
            unleashUrl: url, clientKey: "key", bootstrap: .toggles([Toggle(name: "Foo", enabled: true)]),
            dependencies: dependencies)
        let heard = Heard(client, .ready, .error)
        client.start(completionHandler: heard.completion("start"))
        #expect(await heard.next() == "start url")
        #expect(client.isEnabled(name: "Foo"))
        let error = await client.updateFailure(context: ["userId": "ann"])
        #expect(error == .url)
        #expect(client.context.userId == "ann")
        #expect(!client.isEnabled(name: "Foo"))
        await client.settle()
        #expect(heard.lines == ["start url"])
        client.stop()
        #expect(client.halyard.diagnostics.recent.map(\.code) == ["invalidSetting", "readBeforeStart"])
    }

    @Test("Reports a client key that can't be sent as a URL error")
    func badKey() async {
        var dependencies = UnleashClientDependencies()
        dependencies.store = InMemoryFlagStore()
        let client = UnleashClient(
            unleashUrl: "http://127.0.0.1:1/", clientKey: "a\r\nX: b", dependencies: dependencies)
        let error = await client.startFailure()
        #expect(error == .url)
    }

    @Test("Reports a failed fetch to the waiting start, and continues polling")
    func failures() async throws {
        let stage = try ClientStage(
            .response(500), .response(403), .response(204), .flags("{"), .toggles("a"), .toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 1)
        let heard = Heard(client, .ready, .error, .update)
        client.start(completionHandler: heard.completion("start"))
        #expect(await heard.next() == "start network")
        #expect(!client.isEnabled(name: "a"))
        await until(moving: stage.time, by: .seconds(600)) { heard.lines.count > 1 }
        #expect(client.isEnabled(name: "a"))
        await client.settle()
        #expect(heard.lines == ["start network", "ready"])
        // The clock moves until the app has received the event, so there can be another request.
        #expect(stage.server.requests.count >= 5)
        client.stop()
    }

    @Test("Reports noResponse if no server listens")
    func unreachable() async throws {
        let port = try ClosedPort()
        var dependencies = UnleashClientDependencies()
        dependencies.store = InMemoryFlagStore()
        let client = UnleashClient(
            unleashUrl: port.url(), clientKey: "key", context: ["sessionId": "1"], dependencies: dependencies)
        let error = await client.startFailure()
        #expect(error == .noResponse)
    }

    @Test("Ends every wait once when stopped or deallocated")
    func givenUp() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let heard = Heard()
        let client = stage.client()
        client.start(completionHandler: heard.completion("start"))
        client.updateContext(context: ["userId": "ann"], completionHandler: heard.completion("update"))
        client.stop()
        client.stop()
        #expect(await heard.next() == "start noResponse")
        #expect(await heard.next() == "update noResponse")
        await client.settle()
        #expect(heard.lines.count == 2)

        do {
            let shortLived = stage.client()
            shortLived.start(completionHandler: heard.completion("start"))
        }
        #expect(await heard.next() == "start noResponse")
    }

    @Test("Ends every wait when the Halyard client goes offline or shuts down")
    func endedBelow() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let heard = Heard()
        let client = stage.client()
        client.start(completionHandler: heard.completion("start"))
        _ = try await stage.server.nextRequest()
        await client.halyard.setOnline(false)
        #expect(await heard.next() == "start noResponse")
        #expect(await client.startFailure() == .noResponse)
        await client.halyard.setOnline(true, within: .zero)
        client.updateContext(context: ["userId": "ann"], completionHandler: heard.completion("update"))
        await client.halyard.shutdown()
        #expect(await heard.next() == "update noResponse")
        #expect(await client.startFailure() == .noResponse)
    }

    @Test("Fetches at each start and interval, with only one poller")
    func polling() async throws {
        let stage = try ClientStage(.toggles("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client()
        for _ in 1...3 {
            let error = await client.startFailure()
            #expect(error == nil)
            _ = try await stage.server.nextRequest()
        }
        #expect(client.isEnabled(name: "a"))
        await stage.untilOnePoller()
        await stage.stop(client)
        try await client.start()
        _ = try await stage.server.nextRequest()
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(15))
        let request = try await stage.server.nextRequest()
        #expect(request.target == "/api/frontend?appName=test&environment=default&sessionId=4711")
        #expect(request.value(of: "If-None-Match") == "\"1\"")
        #expect(stage.server.requests.count == 5)
        client.stop()
    }

    @Test("Doesn't poll if the interval is 0")
    func once() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(refreshInterval: 0)
        let error = await client.startFailure()
        #expect(error == nil)
        #expect(client.isEnabled(name: "a"))
        stage.time.advance(by: .seconds(100_000))
        let other = await client.updateFailure(context: ["userId": "ann"])
        #expect(other == nil)
        #expect(stage.server.requests.count == 2)
    }

    @Test("Keeps flags and removes subscribers when stopped, and can restart")
    func stopAndRestart() async throws {
        let stage = try ClientStage(.toggles("a"), .toggles("b"), .toggles("c"))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard(client, .ready, .update)
        let first = await client.startFailure()
        #expect(first == nil)
        #expect(await heard.next() == "ready")
        await stage.stop(client)
        #expect(client.isEnabled(name: "a"))
        let second = await client.startFailure()
        #expect(second == nil)
        #expect(client.isEnabled(name: "b"))
        await client.settle()
        #expect(heard.lines == ["ready"])
        let late = Heard(client, .ready, .update)
        #expect(await late.next() == "ready")
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(15))
        #expect(await late.next() == "update")
    }

    @Test("Completes concurrent starts with a single poller")
    func manyStarts() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client()
        await withTaskGroup(of: PollerError?.self) { group in
            for _ in 0..<8 { group.addTask { await client.startFailure() } }
            for await error in group { #expect(error == nil) }
        }
        await stage.untilOnePoller()
        #expect(client.isEnabled(name: "a"))
    }
}
