// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// The provider's network use in each mode.
@Suite("LaunchDarkly modes")
struct LaunchDarklyModeTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#

    private func stage() throws -> LaunchDarklyStage {
        try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))], polls: [Step.flags(Self.one)])
    }

    @Test("Sends nothing while offline, and reports that flags are missing")
    func offline() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.sendsEvents = true }
        let client = stage.client(provider)
        _ = await client.setOnline(false)
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
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

    @Test("Sends nothing without a mobile key, and reports the missing key")
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

    @Test("Rejects an empty user key without a request")
    func emptyKey() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started(for: .user(""))
        #expect(client.state.error?.code == .targetingKeyMissing)
        #expect(stage.server.connectionCount == 0)
        await client.shutdown()
    }

    @Test("Reports context attributes that a user can't represent")
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

    @Test("Closes the stream in the background, and reopens it in the foreground")
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

    @Test("Sends events at each interval in the background until shutdown")
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
        // Entering the background flushes pending events.
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

    @Test("Streams in the background if streamsInBackground is set")
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

    @Test("Polls at the background interval if streamsInBackground isn't set")
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

    @Test("Isolates environments from each other's failures")
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

    @Test("Starts connection updates with the current connection")
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
