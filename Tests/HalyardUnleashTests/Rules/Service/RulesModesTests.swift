// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: contexts, modes, and time")
struct RulesModesTests {
    private static let start = Instant(millisecondsSinceEpoch: 1_767_225_600_000)

    @Test("Evaluates new contexts without a request")
    func contexts() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .silver)
        #expect(await client.start() == .ready)
        for number in 0..<100 {
            let context = number.isMultiple(of: 2) ? EvaluationContext.gold : .silver
            #expect(await client.setContext(context) == .completed)
            #expect(client.bool("a", default: number.isMultiple(of: 2) == false) == number.isMultiple(of: 2))
        }
        #expect(stage.fetches.count == 1)
        await client.shutdown()
    }

    @Test("Shares current rules with a second client without a request")
    func secondClient() async throws {
        let stage = try RulesStage(.rules(["a": "gold"], tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let first = stage.client(provider)
        #expect(await first.start() == .ready)
        stage.time.advance(by: .seconds(5))
        let second = stage.client(provider, for: .gold)
        #expect(await second.start() == .ready)
        #expect(second.allFlags == ["a": true])
        #expect(stage.fetches.count == 1)
        await first.shutdown()
        await second.shutdown()
    }

    @Test("Sends no requests while offline, and fetches after going online")
    func offline() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold) { $0.isOnline = false }
        let error = FlagError(
            .providerNotReady,
            "The client is offline and has no rules. Go online, or add a bootstrap with rules.")
        #expect(await client.start() == .defaults(error))
        #expect(stage.server.requests.isEmpty)
        #expect(await client.setOnline(true) == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(await client.setOnline(false) == .completed)
        #expect(await client.setContext(.silver) == .completed)
        #expect(client.allFlags == ["a": false] && client.status == .stale)
        #expect(client.snapshot(for: .gold).allFlags == ["a": true])
        #expect(stage.server.requests.count == 1)
        await client.shutdown()
    }

    @Test("Pauses polling in the background, but still refreshes on request")
    func background() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider(), for: .gold) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .ready)
        await stage.time.awaitSleepers()
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        stage.time.advance(by: .seconds(3600))
        #expect(client.allFlags == ["a": true])
        #expect(await client.setContext(.silver) == .completed)
        #expect(client.allFlags == ["a": false] && stage.fetches.count == 1)
        #expect(await client.refresh() == .completed)
        #expect(stage.fetches.count == 2)
        await client.shutdown()
    }

    @Test("Reevaluates flags at the date in a rule, without a request")
    func date() async throws {
        let document = #"""
            {"version":2,"features":[{"name":"launch","enabled":true,"strategies":[{"name":"default","constraints":[
              {"contextName":"currentTime","operator":"DATE_AFTER","value":"2026-01-01T00:00:07.000Z"}]}]}]}
            """#
        let stage = try RulesStage(.flags(document))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.refreshInterval = .seconds(3600) })
        #expect(await client.start() == .ready)
        let launch = FlagKey("launch", default: false)
        #expect(!client[launch])
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .milliseconds(7000))
        #expect(!client[launch])
        // `DATE_AFTER` excludes the date itself.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .milliseconds(1))
        await client.until { $0.flagSet?.table["launch"]?.value == true }
        #expect(client[launch])
        #expect(stage.fetches.count == 1)
        await client.shutdown()
    }

    @Test("Applies a date that passes during evaluation")
    func dateMeanwhile() async throws {
        /// A clock that advances with every read, like a real clock.
        final class Moving: TimeSource {
            let manual = ManualTime()
            let step: Duration
            init(_ step: Duration) { self.step = step }
            var now: Instant {
                manual.advance(by: step)
                return manual.now
            }
            var uptime: Duration { manual.uptime }
            func sleep(for duration: Duration) async throws { try await manual.sleep(for: duration) }
        }
        for moment in 1...20 {
            let time = Moving(.milliseconds(1))
            let date = Self.start + .milliseconds(Int64(moment))
            let document =
                #"{"features":[{"name":"launch","enabled":true,"strategies":[{"name":"default","constraints":["#
                + #"{"contextName":"currentTime","operator":"DATE_AFTER","value":"\#(date)"}]}]}]}"#
            let stage = try RulesStage(.flags(document))
            defer { stage.server.stop() }
            let provider = try UnleashLocalProvider(
                stage.options { $0.refreshInterval = .zero }, transport: UnleashStage.transport,
                store: InMemoryFlagStore(), time: time)
            let client = FlagClient(provider: provider, options: .manual())
            #expect(await client.start() == .ready)
            // After the clock passes the date, the flag must be on, regardless of when it was evaluated.
            await until {
                _ = time.now
                return client.state.flagSet?.table["launch"]?.value == true
            }
            await client.shutdown()
        }
    }

    @Test("Applies a date in the background, and offline in snapshots")
    func dateWithoutNetwork() async throws {
        let document = #"""
            {"version":2,"features":[{"name":"launch","enabled":true,"strategies":[{"name":"default","constraints":[
              {"contextName":"currentTime","operator":"DATE_AFTER","value":"2026-01-01T00:01:00Z"}]}]}]}
            """#
        let stage = try RulesStage(.flags(document))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider()) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .ready)
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(59))
        #expect(await client.setOnline(false) == .completed)
        #expect(!client.snapshot(for: .gold).bool("launch", default: true))
        stage.time.advance(by: .seconds(2))
        #expect(client.snapshot(for: .gold).bool("launch", default: false))
        #expect(await client.setOnline(true) == .completed)
        await client.until { $0.flagSet?.table["launch"]?.value == true }
        #expect(stage.fetches.count == 1)
        await client.shutdown()
    }

    @Test("Serves old rules as stale until a response arrives after going online")
    func backOnline() async throws {
        let gate = Gate()
        let number = Lock(0)
        let stage = try RulesStage { _ in
            let isFirst = number.withLock {
                $0 += 1
                return $0 == 1
            }
            return isFirst
                ? [.send(.rules(["a": "gold"], tag: "\"1\""))]
                : [.wait(gate), .send(.rules(["a": "silver"], tag: "\"2\""))]
        }
        defer {
            gate.open()
            stage.server.stop()
        }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        #expect(await client.setOnline(false) == .completed)
        stage.time.advance(by: .seconds(7200))
        let back = Task { await client.setOnline(true) }
        await client.until { $0.mode == .online && $0.status == .stale }
        #expect(client.allFlags == ["a": true])
        gate.open()
        #expect(await back.value == .completed)
        #expect(client.status == .ready && client.allFlags == ["a": false])
        await client.shutdown()
    }

    @Test("Accepts newer rules after the clock was set back")
    func clockSetBack() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]), .rules(["a": "silver"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        stage.time.setWallClock(Self.start + .seconds(-3600))
        #expect(await client.refresh() == .completed)
        #expect(client.allFlags == ["a": false])
        #expect(await client.setContext(.silver) == .completed)
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    // MARK: After a launch

    private func persisted(_ provider: any FlagProvider, _ store: InMemoryFlagStore, _ time: ManualTime) throws
        -> PersistedProvider
    {
        try PersistedProvider(
            provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: store, time: time)
    }

    @Test("Restores rules and ETag after a launch, even for a new context")
    func relaunch() async throws {
        let stage = try RulesStage(.rules(["a": "gold"], tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try persisted(try stage.provider(), store, stage.time), for: .silver)
        #expect(await first.start() == .ready)
        #expect(await first.setContext(.user("third")) == .completed)
        await first.shutdown()
        stage.time.advance(by: .seconds(60))
        let second = stage.client(try persisted(try stage.provider(), store, stage.time), for: .gold)
        await second.start()
        await second.until { $0.status == .ready }
        #expect(second.allFlags == ["a": true])
        #expect(second.snapshot(for: .silver).allFlags == ["a": false])
        #expect(
            second.details(of: FlagKey("a", default: false)).description
                == "a = true (TARGETING_MATCH, network: unleash)")
        await second.shutdown()
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
    }

    @Test("Starts with stored rules if the service fails")
    func withoutNetwork() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]), .response(503))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try persisted(try stage.provider(), store, stage.time))
        #expect(await first.start() == .ready)
        await first.shutdown()
        let second = stage.client(try persisted(try stage.provider(), store, stage.time))
        await second.start()
        await second.until { $0.error?.message.contains("503") == true }
        #expect(second.status == .stale)
        let flag = second.snapshot(for: .gold).details(of: FlagKey("a", default: false))
        #expect((flag.value, flag.origin.kind) == (true, .persisted))
        #expect(!second.snapshot(for: .silver).bool("a", default: true))
        await second.shutdown()
    }

    @Test(
        "Stores rules separately for each URL, token, and list of projects",
        arguments: ["url", "token", "projects", "context"])
    func records(change: String) async throws {
        let stage = try RulesStage(.rules(["a": "gold"], tag: "\"1\""), .response(500))
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        let first = stage.client(try persisted(try stage.provider(), store, stage.time))
        #expect(await first.start() == .ready)
        await first.shutdown()
        let provider = try stage.provider { options in
            switch change {
            case "url": options.url += "/edge"
            case "token": options.token = Secret("other")
            case "projects": options.projects = ["shop"]
            default: break
            }
        }
        let second = stage.client(try persisted(provider, store, stage.time), for: .gold)
        await second.start()
        await second.until { $0.error?.message.contains("500") == true }
        #expect(second.allFlags == (change == "context" ? ["a": true] : [:]))
        await second.shutdown()
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, change == "context" ? "\"1\"" : nil])
    }

    // MARK: Bootstrapped rules

    private static let shipped = FileFlagProvider.Source.text(
        #"{"version":2,"features":[\#(Wire.feature("a", for: "gold"))]}"#)

    @Test("Evaluates bootstrapped rules for every context without a service")
    func bootstrap() async throws {
        let provider = FileFlagProvider(Self.shipped, formats: [.unleashLocal])
        let client = await FlagClient.serving(provider, for: .gold)
        #expect(client.allFlags == ["a": true])
        #expect(client.snapshot(for: .silver).allFlags == ["a": false])
        #expect(client.snapshot(for: .gold).details(of: FlagKey("a", default: false)).origin.kind == .bootstrap)
        await client.shutdown()
    }

    @Test("Keeps the previous rules when their file has another shape")
    func otherShape() async {
        let files = InMemoryFileSystem([
            "rules.json": #"{"version":2,"features":[\#(Wire.feature("a", for: "gold"))]}"#
        ])
        let time = ManualTime()
        let provider = FileFlagProvider(
            .file("rules.json"), formats: [.unleashLocal], format: "unleash-local", refreshInterval: .seconds(1),
            files: files, time: time)
        let client = FlagClient(provider: provider, context: .gold, options: .manual(time))
        #expect(await client.start() == .ready)
        await time.awaitSleepers()
        files.write(#"{"message": "unauthorized"}"#, to: "rules.json")
        time.advance(by: .seconds(1))
        await client.until { $0.error != nil }
        #expect(client.allFlags == ["a": true])
        #expect(
            client.diagnostics.recent.map(\.message) == [
                "The document doesn't have the bootstrap format \"unleash-local\"."
            ])
        await client.shutdown()
    }

    @Test("Evaluates bootstrapped rules with its own settings until a response")
    func bootstrapped() async throws {
        let gate = Gate()
        let stage = try RulesStage { _ in [.wait(gate), .send(.rules(["b": "gold"], tag: "\"1\""))] }
        defer {
            gate.open()
            stage.server.stop()
        }
        let text =
            #"{"features":[{"name":"a","enabled":true,"strategies":[{"name":"even","parameters":{"of":"userId"}}]}]}"#
        let inner = try stage.provider {
            $0.strategies = [
                "even": { parameters, context in
                    parameters["of"] == "userId" && (context.userId ?? "").utf8.count.isMultiple(of: 2)
                }
            ]
        }
        let provider = try BootstrappedProvider(inner, with: .text(text), formats: [.unleashLocal], time: stage.time)
        let client = stage.client(provider)
        await client.start(until: .anyFlags)
        #expect(client.snapshot(for: .user("even")).allFlags == ["a": true])
        #expect(client.snapshot(for: .user("odd")).allFlags == ["a": false])
        gate.open()
        await client.until { $0.status == .ready }
        #expect(client.snapshot(for: .gold).allFlags == ["b": true])
        // Bootstrapped rules have no ETag.
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil])
        await client.shutdown()
    }
}
