// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Modes in which the provider uses the network.
@Suite("LaunchDarkly modes")
struct LaunchDarklyModeTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#

    private func stage() throws -> LaunchDarklyStage {
        try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))], polls: [Step.flags(Self.one)])
    }

    @Test("offline, nothing is sent, and an error says why there are no flags")
    func offline() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.sendsEvents = true }
        let client = stage.client(provider)
        _ = await client.setOnline(false)
        guard case .defaults(let error) = await client.start() else {
            Issue.record("there are flags")
            return
        }
        #expect(error.code == .providerNotReady)
        #expect(
            error.message
                == "The client is offline and has no flags for this context. Go online, or add bootstrap flags.")
        await client.shutdown()
        #expect(stage.server.connectionCount == 0)
        #expect(stage.heard.all == [])
    }

    @Test("without a mobile key nothing is ever sent, which is reported")
    func noKey() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            options.mobileKey = Secret("")
            options.sendsEvents = true
        }
        client.track("x")
        await client.shutdown()
        #expect(stage.server.connectionCount == 0)
        #expect(client.diagnostics.recent.map(\.code) == ["noMobileKey"])
    }

    @Test("a user without a key is refused before anything is sent")
    func emptyKey() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started(for: .user(""))
        #expect(client.state.error?.code == .targetingKeyMissing)
        #expect(stage.server.connectionCount == 0)
        await client.shutdown()
    }

    @Test("what a user cannot express of the context is reported")
    func losses() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started(for: .user("a", ["deep": ["x": 1], "email": 7]))
        #expect(client.status == .ready)
        #expect(
            client.diagnostics.recent.map { "\($0.code.rawValue) \($0.subject ?? "")" } == [
                "contextLoss deep", "contextLoss email",
            ])
        #expect(stage.server.lines == ["GET /meval/eyJrZXkiOiJhIn0"])
        await client.shutdown()
    }

    @Test("in the background there are no updates unless they are asked for, and the foreground brings a new stream")
    func background() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let provider = try stage.provider()
        let client = stage.client(provider, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        lifecycle.move(to: .background)
        try await stage.server.untilClosedByClient(0)
        await client.until { $0.mode == .background && $0.status == .stale }
        #expect(provider.connection.mode == .offline)
        #expect(client.isOnline)
        #expect(client.allFlags == ["a": 1])
        lifecycle.move(to: .foreground)
        await client.until { $0.mode == .online && $0.status == .ready }
        #expect(provider.connection.mode == .streaming)
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("in the background without updates events are still sent at every interval, until the client is closed")
    func backgroundEvents() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let provider = try stage.provider { options in
            options.sendsEvents = true
            options.events.sendsDiagnostics = false
        }
        let client = stage.client(provider, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background && $0.status == .stale }
        // Going there sends what waits.
        await stage.heard.until("delivered 202")
        for (count, name) in [(2, "first"), (3, "second")] {
            client.track(name)
            await stage.time.awaitSleepers()
            stage.time.advance(by: .seconds(30))
            await stage.heard.until("delivered 202", count)
            let last = try #require(stage.server.requests.last { $0.method == "POST" })
            #expect(last.text.contains(#""key":"\#(name)","kind":"custom""#))
        }
        await client.shutdown()
        await until { stage.time.sleeperCount == 0 }
    }

    @Test("in the background a stream may stay, where that is allowed")
    func backgroundStream() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle(.background)
        let provider = try stage.provider { options in
            options.updatesInBackground = true
            options.streamsInBackground = true
        }
        let client = stage.client(provider, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        #expect(provider.connection.mode == .streaming)
        await client.shutdown()
    }

    @Test("in the background the service is polled at the background's interval, where no stream may stay")
    func backgroundPolls() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle(.background)
        let provider = try stage.provider { options in
            options.updatesInBackground = true
            options.streamsInBackground = false
        }
        let client = stage.client(provider, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        #expect(provider.connection.mode == .polling)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(3599))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .seconds(1))
        await stage.heard.until("unchanged")
        lifecycle.move(to: .foreground)
        await stage.heard.until("streaming known: - failed: - -")
        #expect(
            stage.server.lines == [
                "GET /msdk/evalx/users/eyJrZXkiOiJhIn0", "GET /msdk/evalx/users/eyJrZXkiOiJhIn0",
                "GET /meval/eyJrZXkiOiJhIn0",
            ])
        await client.shutdown()
    }

    @Test("each environment has a provider of its own, and a failure of one does not affect the other")
    func environments() async throws {
        let (first, second) = (try stage(), try LaunchDarklyStage(streams: [Step.status(401)]))
        defer {
            first.server.stop()
            second.server.stop()
        }
        let (one, two) = (try first.provider(), try second.provider { $0.mobileKey = Secret("mob-2") })
        let clients = [first.client(one), second.client(two)]
        for client in clients { _ = await client.start() }
        #expect(clients.map(\.status) == [.ready, .fatal])
        #expect([one, two].map(\.connection.mode) == [.streaming, .offline])
        #expect(one.records != two.records)
        #expect(!one.records.service.contains("mob"))
        for client in clients { await client.shutdown() }
    }

    @Test("a follower of the connection gets the present one first")
    func connections() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        for await connection in provider.connections {
            #expect(connection == provider.connection)
            break
        }
        await client.shutdown()
    }
}
