// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@Suite("LaunchDarkly snapshots for other contexts")
struct LaunchDarklyOnDemandTests {
    private static let own = Step.stream(.put(#"{"limit":{"value":1,"version":1,"variation":0}}"#))

    private func flags(_ value: Int, tag: String) -> [Step] {
        Step.flags(#"{"limit":{"value":\#(value),"version":1,"variation":0}}"#, tag: tag)
    }

    @Test("Polls another context once, and later revalidates it by ETag")
    func answers() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Self.own],
            polls: [flags(2, tag: "\"b\""), [.send(.response(304))]])
        defer { stage.server.stop() }
        let client = FlagClient(
            provider: try stage.contextProvider(), context: .user("a"), options: .manual(stage.time))
        #expect(await client.start() == .ready)
        for _ in 1...2 {
            #expect(await client.snapshot(for: .user("b"), within: .seconds(60)).int("limit", default: 0) == 2)
        }
        stage.time.advance(by: .seconds(60))
        let view = await client.snapshot(for: .user("b"), within: .seconds(60))
        #expect(view.int("limit", default: 0) == 2 && view.state.status == .ready)
        #expect(client.int("limit", default: 0) == 1)
        await client.shutdown()
        let polls = stage.server.requests.filter { !$0.target.contains("/meval") && !$0.target.contains("events") }
        #expect(polls.map { $0.value(of: "If-None-Match") } == [nil, "\"b\""])
    }

    @Test("Reports a rejected key, and keeps the client's own flags")
    func refused() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Self.own],
            polls: [[.send(.response(401))]])
        defer { stage.server.stop() }
        let client = FlagClient(provider: try stage.provider(), context: .user("a"), options: .manual(stage.time))
        #expect(await client.start() == .ready)
        let view = await client.snapshot(for: .user("b"), within: .seconds(60))
        #expect(view.int("limit", default: 0) == 0)
        #expect(view.state.error?.message.contains("401") == true)
        #expect(client.status == .ready && client.int("limit", default: 0) == 1)
        await client.shutdown()
    }
}
