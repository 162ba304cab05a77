// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly rules by polling")
struct LocalPollingTests {
    private static func answer(_ rules: String, tag: String = "") -> [Step] {
        [.send(.response(200, tag.isEmpty ? [] : ["ETag: \(tag)"], body: Wire(Array(rules.utf8))))]
    }

    private static let one = answer(LocalStage.rules("1", version: 2), tag: "\"1\"")

    @Test("Polls every 30 seconds with the ETag, and accepts a status 304 as a confirmation")
    func tags() async throws {
        let stage = try LocalStage(polls: [
            Self.one, Step.status(304), Self.answer(LocalStage.rules("2", version: 1)),
        ])
        let client = try await stage.started { $0.streamingMode = .polling }
        #expect(client.status == .ready && client.allFlags == ["a": 1])
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.confirmedAt == stage.time.now }
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.table["a"]?.value == 2 }
        #expect(stage.server.lines == Array(repeating: "GET /sdk/latest-all", count: 3))
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }

    @Test(
        "Keeps the rules after a failed poll, and polls again as usual",
        arguments: [
            (answer("<html>"), "sent 6 bytes that aren't rules."),
            (
                answer(#"{"flags":{"a":{"on":1}}}"#),
                "sent only flags that can't be read. The first: /flags/a/on: Expected true or false, found a number."
            ),
            (Step.status(503), "The service responded with status 503."),
        ])
    func failure(answer: [Step], message: String) async throws {
        let stage = try LocalStage(polls: [Self.one, answer, Self.answer(LocalStage.rules("2", version: 3))])
        let client = try await stage.started { $0.streamingMode = .polling }
        await stage.pass(.seconds(30))
        await client.until { $0.status == .stale }
        #expect(client.allFlags == ["a": 1])
        #expect(client.state.error?.message.contains(message) == true)
        await stage.pass(.seconds(30))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 2])
        await client.shutdown()
    }

    @Test("Lengthens an interval that is too short, and reports that")
    func interval() async throws {
        let stage = try LocalStage(polls: [Self.one])
        let client = try await stage.started {
            ($0.streamingMode, $0.pollingInterval) = (.polling, .seconds(5))
        }
        #expect(client.diagnostics.recent.map(\.code) == ["intervalLengthened"])
        await stage.pass(.seconds(30))
        await until { stage.server.requests.count >= 2 }
        await client.shutdown()
    }

    @Test("Polls again after up to 5 minutes, and then up to 10 minutes, when the service rejects the key")
    func rejection() async throws {
        let stage = try LocalStage(polls: [Self.one, Step.status(403), Step.status(403), Self.one])
        let client = try await stage.started { $0.streamingMode = .polling }
        await stage.pass(.seconds(30))
        await client.until { $0.error?.message.contains("status 403. Check the SDK key.") == true }
        #expect(client.allFlags == ["a": 1])
        await stage.pass(.seconds(300))
        await until { stage.server.requests.count >= 3 }
        await stage.pass(.seconds(600))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Serves a new context and a second client from the rules in memory")
    func shared() async throws {
        let stage = try LocalStage(polls: [Self.one])
        let provider = try stage.provider { $0.streamingMode = .polling }
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        await client.setContext(.user("b"))
        #expect(client.status == .ready && client.context == .user("b"))
        let second = stage.client(provider, for: .user("c"))
        #expect(await second.start() == .ready)
        #expect(second.allFlags == ["a": 1] && stage.server.requests.count == 1)
        await client.shutdown()
        await second.shutdown()
    }

    @Test("Sends nothing offline, and requests the rules when the client is online again")
    func offline() async throws {
        let stage = try LocalStage(streams: [Step.stream(.all(LocalStage.rules("1", version: 2)))])
        let client = try await stage.started()
        #expect(await client.setOnline(false) == .completed)
        #expect(client.status == .stale && client.allFlags == ["a": 1])
        #expect(await client.setOnline(true) == .completed)
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Doesn't serve old rules as ready for a new context after the client was offline")
    func unconfirmed() async throws {
        let gate = Gate()
        let stage = try LocalStage(polls: [Self.one, [.wait(gate)] + Self.one])
        defer { gate.open() }
        let client = try await stage.started { $0.streamingMode = .polling }
        #expect(await client.setOnline(false) == .completed)
        stage.time.advance(by: .seconds(3600))
        let back = Task { await client.setOnline(true) }
        await until { stage.server.requests.count >= 2 }
        let change = Task { await client.setContext(.user("b")) }
        await until { stage.server.requests.count >= 3 }
        #expect(client.status == .stale && client.context == .user("b"))
        gate.open()
        #expect(await change.value == .completed)
        #expect(client.status == .ready)
        _ = await back.value
        await client.shutdown()
    }
}
