// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash session ID")
struct UnleashSessionTests {
    private func sessionId(_ request: RecordedRequest) -> String? {
        request.target.split(separator: "&").first { $0.hasPrefix("sessionId=") }.map { String($0.dropFirst(10)) }
    }

    private func provider(
        _ stage: UnleashStage, _ store: any FlagStore, seed: UInt64, _ sessionId: String? = nil
    ) throws -> UnleashProvider {
        try UnleashProvider(
            stage.options { $0.sessionId = sessionId }, store: store, time: stage.time,
            random: SeededRandom(seed: seed))
    }

    @Test("Persists across launches and contexts until a user is erased")
    func lifetime() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try provider(stage, store, seed: 1))
        await first.start()
        await first.setContext(.user("bob"))
        await first.shutdown()
        let second = stage.client(try provider(stage, store, seed: 2))
        await second.start()
        await second.erase(.user("bob"))
        await second.refresh()
        await second.shutdown()
        let third = stage.client(try provider(stage, store, seed: 3))
        await third.start()
        await third.shutdown()
        let ids = stage.server.requests.map(sessionId)
        #expect(ids.prefix(3) == ["282890590", "282890590", "282890590"])
        #expect(ids.count == 5)
        #expect(ids[3] != ids[2])
        #expect(ids[3] == ids[4])
    }

    @Test("Replaces an erased ID in later polls and in the provider data")
    func forgottenWhilePolling() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .response(304), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try provider(stage, InMemoryFlagStore(), seed: 1))
        await client.start()
        #expect(client.state.flagSet?.providerData == ["sessionId": "282890590"])
        await client.erase(.user("bob"))
        let confirmed = client.state.flagSet?.confirmedAt
        await stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt != confirmed }
        let ids = stage.server.requests.map(sessionId)
        #expect(ids.count == 2)
        #expect(ids[0] == "282890590")
        #expect(ids[1] != nil && ids[1] != ids[0])
        #expect(client.state.flagSet?.providerData == ["sessionId": ids[1].map(FlagValue.string) ?? .null])
        await client.shutdown()
    }

    @Test("Prefers the context's session ID to the configured session ID")
    func precedence() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            try provider(stage, InMemoryFlagStore(), seed: 1, "given"), for: .user("ann", ["sessionId": "own"]))
        await client.start()
        await client.setContext(.user("ann"))
        await client.shutdown()
        #expect(stage.server.requests.map(sessionId) == ["own", "given"])
    }

    @Test("Uses a different ID for each service URL")
    func services() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        for (seed, path) in [(1, "/api/frontend"), (2, "/api/proxy"), (3, "/api/frontend")] as [(UInt64, String)] {
            var options = stage.options()
            options.sessionId = nil
            options.url = stage.server.url(path)
            let client = stage.client(
                try UnleashProvider(options, store: store, time: stage.time, random: SeededRandom(seed: seed)))
            await client.start()
            await client.shutdown()
        }
        let ids = stage.server.requests.map(sessionId)
        #expect(ids[0] == ids[2])
        #expect(ids[0] != ids[1])
    }

    @Test("Reports a failing store, and keeps the ID in memory")
    func failingStore() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try provider(stage, FailingStore(.full), seed: 1))
        #expect(await client.start() == .ready)
        await client.refresh()
        await client.shutdown()
        #expect(stage.server.requests.map(sessionId) == ["282890590", "282890590"])
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "sessionNotStored", .warning,
                    "The session ID couldn't be stored: the disk is full. "
                        + "Anonymous users might get other flags at the next launch.",
                    suggestion: "Fix the store, or set a session ID.")
            ])
    }

    @Test("Waits 1 second for an unresponsive store")
    func hangingStore() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try provider(stage, FailingStore(.silent), seed: 1))
        let start = Task { await client.start() }
        await stage.time.awaitSleepers()
        #expect(stage.server.requests.isEmpty)
        stage.time.advance(by: .seconds(1))
        #expect(await start.value == .ready)
        #expect(stage.server.requests.map(sessionId) == ["282890590"])
        await client.shutdown()
    }

    @Test("Restores a lost ID from the stored flags")
    func resumedId() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let flags = InMemoryFlagStore()
        for seed in [1, 2] as [UInt64] {
            let client = stage.client(
                try PersistedProvider(
                    try provider(stage, InMemoryFlagStore(), seed: seed),
                    policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: flags, time: stage.time))
            await client.start()
            await client.until { $0.status == .ready }
            await client.shutdown()
        }
        #expect(stage.server.requests.map(sessionId) == ["282890590", "282890590"])
    }
}
