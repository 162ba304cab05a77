// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash offline mode, background, and relaunch")
struct UnleashModesTests {
    @Test("Sends no requests while offline, and fetches after going online")
    func offline() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider()) { $0.isOnline = false }
        let error = FlagError(
            .providerNotReady,
            "The client is offline and has no flags for this context. Go online, or add bootstrap flags."
        )
        #expect(await client.start() == .defaults(error))
        #expect(stage.server.requests.isEmpty)
        #expect(await client.setOnline(true) == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(await client.setOnline(false) == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(client.status == .stale)
        await client.shutdown()
    }

    @Test("Fetches after going online only if flags are older than the interval")
    func backOnline() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await client.setOnline(false)
        stage.time.advance(by: .seconds(5))
        #expect(await client.setOnline(true) == .completed)
        #expect(stage.server.requests.count == 1)
        #expect(client.status == .ready)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(9999))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .milliseconds(1))
        await client.until { $0.flagSet?.table["b"] != nil }
        // The flags are as old as the interval, so the provider fetches immediately.
        await client.setOnline(false)
        stage.time.advance(by: .seconds(15))
        #expect(await client.setOnline(true) == .completed)
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Pauses polling in the background, but still refreshes on request")
    func background() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider()) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .ready)
        await stage.time.awaitSleepers()
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        stage.time.advance(by: .seconds(3600))
        #expect(client.allFlags == ["a": true])
        #expect(stage.server.requests.count == 1)
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 2)
        #expect(await client.setContext(.user("bob")) == .completed)
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Fetches after going online if the clock was set back")
    func clockSetBack() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await client.setOnline(false)
        stage.time.setWallClock(Instant(millisecondsSinceEpoch: 0))
        #expect(await client.setOnline(true) == .completed)
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    // MARK: After a launch

    private func persisted(_ provider: any FlagProvider, _ store: InMemoryFlagStore, _ time: ManualTime) throws
        -> PersistedProvider
    {
        try PersistedProvider(
            provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: store, time: time)
    }

    @Test("Restores flags and ETag after a launch, and confirms them with a 304")
    func relaunch() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try persisted(try stage.provider(), store, stage.time), at: stage.time)
        #expect(await first.start() == .ready)
        await first.shutdown()
        stage.time.advance(by: .seconds(60))
        let second = stage.client(try persisted(try stage.provider(), store, stage.time), at: stage.time)
        await second.start()
        await second.until { $0.status == .ready }
        #expect(second.details(of: FlagKey("a", default: false)).description == "a = true (UNKNOWN, network: unleash)")
        await second.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
    }

    @Test(
        "Stores flags separately for each URL, key, and context",
        arguments: ["url", "key", "attribute", "user", "nothing"])
    func recordScope(change: String) async throws {
        let gate = Gate()
        let count = Lock(0)
        let stage = try UnleashStage { _ in
            let isFirst = count.withLock {
                $0 += 1; return $0 == 1
            }
            return isFirst ? [.send(.toggles("a", tag: "\"1\""))] : [.wait(gate), .reset]
        }
        defer {
            gate.open()
            stage.server.stop()
        }
        let store = InMemoryFlagStore()
        let context = EvaluationContext.user("ann", ["plan": "gold"])
        let first = stage.client(try persisted(try stage.provider(), store, stage.time), for: context, at: stage.time)
        #expect(await first.start() == .ready)
        await first.shutdown()
        let provider = try stage.provider { options in
            if change == "url" { options.url += "?project=shop" }
            if change == "key" { options.clientKey = Secret("other") }
        }
        let other =
            switch change {
            case "attribute": context.setting("plan", to: "silver")
            case "user": EvaluationContext.user("bob", ["plan": "gold"])
            default: context
            }
        let second = stage.client(try persisted(provider, store, stage.time), for: other, at: stage.time)
        let start = Task { await second.start(until: .anyFlags) }
        _ = try await stage.server.nextRequest()
        let request = try await stage.server.nextRequest()
        #expect(request.value(of: "If-None-Match") == (change == "nothing" ? "\"1\"" : nil))
        #expect(second.allFlags == (change == "nothing" ? ["a": true] : [:]))
        gate.open()
        _ = await start.value
        await second.shutdown()
    }

    @Test("Confirms stored flags, not bootstrapped flags, with a 304")
    func bootstrapBesideTag() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        for _ in 1...2 {
            let provider = try BootstrappedProvider(
                try persisted(try stage.provider(), store, stage.time), with: .text(#"{"flags":{"shipped":true}}"#),
                time: stage.time)
            let client = stage.client(provider, at: stage.time)
            await client.start()
            await client.until { $0.status == .ready }
            #expect(client.allFlags == ["a": true])
            await client.shutdown()
        }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
    }

    @Test("Serves stored flags without a request until freshFor expires")
    func freshFor() async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .toggles("b"))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try persisted(try stage.provider(), store, stage.time), at: stage.time)
        #expect(await first.start() == .ready)
        await first.shutdown()
        stage.time.advance(by: .seconds(20))
        let provider = try stage.provider { $0.freshFor = .seconds(60) }
        let second = stage.client(try persisted(provider, store, stage.time))
        await second.start()
        await second.until { $0.status == .ready }
        #expect(second.allFlags == ["a": true])
        #expect(stage.server.requests.count == 1)
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(40))
        await second.until { $0.flagSet?.table["b"] != nil }
        #expect(stage.server.requests.count == 2)
        await second.shutdown()
    }
}
