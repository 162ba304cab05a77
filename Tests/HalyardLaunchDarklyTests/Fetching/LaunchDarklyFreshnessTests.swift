// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

/// Polling that continues the schedule of an earlier launch.
@Suite("Polling across launches")
struct LaunchDarklyFreshnessTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#
    private let store = InMemoryFlagStore()

    private func launch(
        _ stage: LaunchDarklyStage, for context: EvaluationContext = .user("a"),
        _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> FlagClient {
        let provider = try stage.contextProvider {
            $0.streamingMode = .polling
            $0.pollingInterval = .seconds(600)
            change(&$0)
        }
        let client = stage.client(try provider.caching(in: store), for: context)
        #expect(await client.start() == .ready)
        return client
    }

    /// Fetches flags in a first launch, at the start of the stage's time.
    private func fetch(_ change: (inout LaunchDarklyOptions) -> Void = { _ in }) async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one, tag: "\"1\"")])
        defer { stage.server.stop() }
        await (try launch(stage, change)).shutdown()
    }

    @Test("Delays the poll until stored flags are as old as the interval")
    func young() async throws {
        try await fetch()
        let stage = try LaunchDarklyStage(polls: [Step.status(304)])
        defer { stage.server.stop() }
        stage.time.advance(by: .seconds(400))
        let client = try await launch(stage)
        #expect(client.int("a", default: 0) == 1)
        #expect(stage.server.requests.isEmpty)
        await stage.pass(.seconds(199))
        #expect(stage.server.requests.isEmpty)
        await stage.pass(.seconds(1))
        #expect(try await stage.server.nextRequest().value(of: "If-None-Match") == "\"1\"")
        await client.shutdown()
    }

    @Test("Doesn't postpone a poll when the app launches repeatedly")
    func notPostponed() async throws {
        try await fetch()
        for launchTime in [200, 400, 599] {
            let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
            defer { stage.server.stop() }
            stage.time.advance(by: .seconds(launchTime))
            await (try launch(stage)).shutdown()
            #expect(stage.server.requests.isEmpty, "\(launchTime)")
        }
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { stage.server.stop() }
        stage.time.advance(by: .seconds(600))
        await (try launch(stage)).shutdown()
        #expect(stage.server.requests.count == 1)
    }

    @Test("Polls immediately on refresh, or at launch with pollsAtStart")
    func asked() async throws {
        try await fetch()
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = try await launch(stage)
        #expect(stage.server.requests.isEmpty)
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 1)
        await client.shutdown()
        await (try launch(stage) { $0.pollsAtStart = true }).shutdown()
        #expect(stage.server.requests.count == 2)
    }

    @Test("Polls at launch for new attributes, the users model, and future flags")
    func otherwise() async throws {
        try await fetch()
        let other = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { other.server.stop() }
        await (try launch(other, for: .user("a", ["plan": "gold"]))).shutdown()
        #expect(other.server.requests.map { $0.value(of: "If-None-Match") } == [nil])
        try await fetch { $0.contextModel = .users }
        let users = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { users.server.stop() }
        await (try launch(users) { $0.contextModel = .users }).shutdown()
        #expect(users.server.requests.count == 1)
        try await fetch()
        let past = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { past.server.stop() }
        past.time.setWallClock(Instant(millisecondsSinceEpoch: 1_700_000_000_000))
        await (try launch(past)).shutdown()
        #expect(past.server.requests.count == 1)
    }
}
