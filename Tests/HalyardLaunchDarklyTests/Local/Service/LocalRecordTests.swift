// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("Stored LaunchDarkly rules")
struct LocalRecordTests {
    private static let one = Step.flags(LocalStage.rules("1", version: 2), tag: "\"1\"")

    @Test("Serves stored rules for any context as stale until the service confirms them")
    func confirmation() async throws {
        let gate = Gate()
        let stage = try LocalStage(polls: [Self.one, [.wait(gate)] + Step.status(304)])
        defer { gate.open() }
        let store = InMemoryFlagStore()
        let first = try stage.storedClient(try stage.provider { $0.streamingMode = .polling }, store)
        #expect(await first.start() == .ready)
        await first.shutdown()
        let second = try stage.storedClient(
            try stage.provider { $0.streamingMode = .polling }, store, for: .user("b"))
        let start = Task { await second.start() }
        await second.until { $0.flagSet != nil }
        #expect(second.status == .stale && second.allFlags == ["a": 1])
        let flag = FlagKey("a", default: 0)
        #expect(second.snapshot(for: .user("c")).details(of: flag).origin.kind == .persisted)
        await until { stage.server.requests.count >= 2 }
        #expect(stage.server.requests.last?.value(of: "If-None-Match") == "\"1\"")
        gate.open()
        await second.until { $0.status == .ready }
        #expect(second.snapshot(for: .user("c")).details(of: flag).origin.kind == .network)
        #expect(second.allFlags == ["a": 1])
        await second.shutdown()
        _ = await start.value
    }

    @Test("Reads stored rules only until the service has sent rules, which are newer")
    func newerRules() async throws {
        let stage = try LocalStage(polls: [Self.one])
        let provider = try PersistedProvider(
            try stage.provider { $0.streamingMode = .polling }, policy: VariantLookupPolicy.networkFirst(),
            store: FailingStore(.broken), time: stage.time)
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        #expect(await client.setContext(.user("b")) == .completed)
        #expect(client.status == .ready && client.allFlags == ["a": 1])
        let unreadable = client.diagnostics.recent.filter { $0.message.contains("can't be read") }
        #expect(unreadable.map(\.code) == ["storeUnreadable"])
        await client.shutdown()
    }

    @Test("Stores rules separately for each SDK key and payload filter", arguments: ["key", "filter", "context"])
    func records(change: String) async throws {
        let stage = try LocalStage(polls: [Self.one, Step.status(500)])
        let store = InMemoryFlagStore()
        let first = try stage.storedClient(try stage.provider { $0.streamingMode = .polling }, store)
        #expect(await first.start() == .ready)
        await first.shutdown()
        let provider = try stage.provider { options in
            options.streamingMode = .polling
            switch change {
            case "key": options.sdkKey = Secret("sdk-2")
            case "filter": options.filter = "checkout"
            default: break
            }
        }
        let second = try stage.storedClient(provider, store, for: .user("b"))
        await second.start()
        await second.until { $0.error?.message.contains("500") == true }
        #expect(second.allFlags == (change == "context" ? ["a": 1] : [:]))
        #expect(stage.server.requests.last?.value(of: "If-None-Match") == (change == "context" ? "\"1\"" : nil))
        await second.shutdown()
    }

    @Test("Requests all rules after a launch if a stored flag can't be read, and reports the flag again")
    func unreadable() async throws {
        let stage = try LocalStage(polls: [Step.flags(LocalStage.partlyReadable, tag: "\"1\"")])
        let store = InMemoryFlagStore()
        for _ in 0..<2 {
            let client = try stage.storedClient(try stage.provider { $0.streamingMode = .polling }, store)
            await client.start()
            await client.until { $0.status == .ready }
            #expect(client.allFlags == ["a": 1])
            #expect(client.diagnostics.recent.map(\.message) == LocalStage.unreadableMessages)
            await client.shutdown()
        }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil])
    }

    @Test("Keeps the name of the environment for new contexts and after a launch")
    func environment() async throws {
        let rules = Wire(Array(LocalStage.rules("1", version: 2).utf8))
        let stage = try LocalStage(polls: [
            [.send(.response(200, ["ETag: \"1\"", "X-LD-EnvID: env-1"], body: rules))], Step.status(304),
        ])
        let store = InMemoryFlagStore()
        for _ in 0..<3 {
            let provider = try stage.provider { $0.streamingMode = .polling }
            let client = try stage.storedClient(provider, store)
            await client.start()
            await client.until { $0.status == .ready }
            #expect(provider.environmentID == "env-1")
            await client.setContext(.user("b"))
            #expect(client.state.flagSet?.providerData["environmentID"] == "env-1")
            await client.shutdown()
        }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
    }
}
