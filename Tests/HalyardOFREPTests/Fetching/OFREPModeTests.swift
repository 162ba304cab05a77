// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP polling and modes")
struct OFREPModeTests {
    @Test("Polls only if the app sets an interval")
    func noPolling() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(stage.time.sleeperCount == 0)
        stage.time.advance(by: .seconds(86_400))
        #expect(stage.server.requests.count == 1)
        await client.shutdown()
    }

    @Test("Polls one interval after each response")
    func polling() async throws {
        let stage = try OFREPStage(.on("a"), .on("b"), .on("c"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(20) })
        #expect(await client.start() == .ready)
        for key in ["b", "c"] {
            await stage.time.awaitSleepers()
            stage.time.advance(by: .milliseconds(19_999))
            #expect(stage.time.sleeperCount == 1)
            stage.time.advance(by: .milliseconds(1))
            await client.until { $0.flagSet?.table[key] != nil }
        }
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
        #expect(stage.time.sleeperCount == 0)
    }

    @Test("Sends one request with the ETag on the return to the foreground", arguments: [0, 30])
    func foreground(interval: Int) async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(304), .on("b"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(interval) }) {
            $0.lifecycle = lifecycle
        }
        #expect(await client.start() == .ready)
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        await until { stage.time.sleeperCount == 0 }
        stage.time.advance(by: .seconds(5))
        lifecycle.move(to: .foreground)
        let returned = stage.time.now
        await client.until { $0.mode == .online && $0.flagSet?.confirmedAt == returned }
        #expect(client.status == .ready)
        if interval > 0 { await stage.time.awaitSleepers() }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
        await client.shutdown()
    }

    @Test("Pauses polling in the background, and allows a refresh")
    func background() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) }) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .ready)
        await stage.time.awaitSleepers()
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        await until { stage.time.sleeperCount == 0 }
        stage.time.advance(by: .seconds(3600))
        #expect(client.allFlags == ["a": true])
        #expect(stage.server.requests.count == 1)
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 2)
        #expect(await client.setContext(.user("bob")) == .completed)
        #expect(stage.server.requests.count == 3)
        await until { stage.time.sleeperCount == 0 }
        await client.shutdown()
    }

    @Test("Sends one request without retries when it starts in the background")
    func startInBackground() async throws {
        let stage = try OFREPStage(.response(503), .on("a"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle(.background)
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) }) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .defaults(FlagError(.general, "\(stage.origin) responded with status 503.")))
        #expect(stage.time.sleeperCount == 0)
        lifecycle.move(to: .foreground)
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Polls in the background if the options allow it")
    func pollingInBackground() async throws {
        let stage = try OFREPStage(.on("a"), .on("b"))
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider {
                $0.pollInterval = .seconds(30)
                $0.pausesInBackground = false
            }
        ) { $0.lifecycle = ManualLifecycle(.background) }
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Cancels the previous context's request, and ignores its late response")
    func lateAnswer() async throws {
        let gate = Gate()
        let stage = try OFREPStage { request in
            guard request.text.contains("ann") else { return [.send(.on("for-bob"))] }
            return [.wait(gate), .send(.on("for-ann"))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        #expect(await client.setContext(.user("bob")) == .completed)
        gate.open()
        #expect(await start.value == .ready)
        #expect(client.allFlags == ["for-bob": true])
        try await stage.server.untilClosedByClient(0)
        #expect(client.allFlags == ["for-bob": true])
        await client.shutdown()
    }

    @Test("Serves the last of many contexts, and requests its flags once")
    func manyContexts() async throws {
        let stage = try OFREPStage { request in
            let key = request.text.split(separator: "\"").dropLast().last.map(String.init) ?? ""
            return [.send(.on(key))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 { group.addTask { await client.setContext(.user("user\(number)")) } }
        }
        #expect(await client.setContext(.user("last")) == .completed)
        #expect(client.allFlags == ["last": true])
        #expect(stage.server.requests.filter { $0.text == #"{"context":{"targetingKey":"last"}}"# }.count == 1)
        await client.shutdown()
    }

    @Test("Reports PROVIDER_NOT_READY before the first response")
    func beforeAnswer() async throws {
        let gate = Gate()
        let stage = try OFREPStage { _ in [.wait(gate), .send(.on("a"))] }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        let key = FlagKey("unlisted", default: true)
        #expect(client.details(of: key).error?.code == .providerNotReady)
        gate.open()
        #expect(await start.value == .ready)
        #expect(client.details(of: key).error?.code == .flagNotFound)
        await client.shutdown()
    }

    @Test("Sends nothing offline, gives that as the reason, and recovers online")
    func offline() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) }) { $0.isOnline = false }
        let error = FlagError(
            .providerNotReady,
            "The client is offline and has no flags for this context. Go online, or add bootstrap flags."
        )
        #expect(await client.start() == .defaults(error))
        #expect(stage.time.sleeperCount == 0)
        #expect(stage.server.connectionCount == 0)
        #expect(await client.setOnline(true) == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(await client.setOnline(false) == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(client.status == .stale)
        await until { stage.time.sleeperCount == 0 }
        stage.time.advance(by: .seconds(3600))
        #expect(stage.server.requests.count == 1)
        await client.shutdown()
    }

    @Test("Opens no event stream if events are off, and sends the ETag")
    func noEvents() async throws {
        let stage = try OFREPStage(
            .on("a", tag: "\"1\"", streams: #"{"type":"sse","endpoint":{"requestUri":"/events"}},{"type":"sse"}"#),
            .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.events = false })
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        #expect(client.diagnostics.recent == [])
        await client.shutdown()
        #expect(stage.server.requests.map(\.method) == ["POST", "POST"])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
    }
}
