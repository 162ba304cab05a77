// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Relay Proxy streams, which only announce changes.
@Suite("LaunchDarkly pings")
struct LaunchDarklyPingTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#
    private static let two = #"{"a":{"value":2,"version":1}}"#

    @Test("Polls again after a ping's poll fails")
    func failing() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping)], polls: [Step.status(503), Step.status(404), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.message == "\(stage.origin): The service responded with status 503. Halyard will retry.")
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(2))
        await stage.heard.untilPrefix("failed(HalyardLaunchDarkly.LaunchDarklyConnection.Failure.httpError(404))")
        #expect(client.status == .error)
        // A 404 status indicates a wrong request, so the retry waits 150 to 300 seconds unless another ping arrives.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(149))
        await client.until { $0.status == .error }
        await stage.pass(.seconds(152), waits: 2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("Polls again after a ping's poll returns unreadable data")
    func unreadable() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping)], polls: [Step.flags(#"{"a":{"val"#), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        if case .ready = await client.start() { Issue.record("Expected no flags.") }
        await stage.pass(.seconds(2), waits: 2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("Polls immediately if another ping arrives before the retry")
    func pingDuringPause() async throws {
        let gate = Gate()
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping, then: gate, .ping)], polls: [Step.status(404), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        if case .ready = await client.start() { Issue.record("Expected no flags.") }
        gate.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("Closes the stream if the service rejects a poll's key")
    func refused() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.ping)], polls: [Step.status(401)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        if case .ready = await client.start() { Issue.record("Expected no flags.") }
        await client.until { $0.status == .fatal }
        #expect(provider.connection.line == "offline known: - failed: 0s unauthorized")
        try await stage.server.untilClosedByClient(0)
        await client.shutdown()
    }

    @Test("Polls once per ping with the last ETag, and replaces all flags")
    func pings() async throws {
        let (first, second) = (Gate(), Gate())
        let stage = try LaunchDarklyStage(
            streams: [
                [
                    .send(.eventStream + .ping), .wait(first), .send(.ping), .wait(second), .send(.event("ping", "{}")),
                    .stall,
                ]
            ],
            polls: [Step.flags(Self.one, tag: "\"1\""), Step.status(304), Step.flags(Self.two)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        #expect(provider.connection.line == "streaming known: - failed: - -")
        first.open()
        await stage.heard.until("unchanged")
        second.open()
        await client.until { $0.flagSet?.table["a"]?.value == 2 }
        #expect(
            stage.server.lines == [
                "GET /meval/eyJrZXkiOiJhIn0", "GET /msdk/evalx/users/eyJrZXkiOiJhIn0",
                "GET /msdk/evalx/users/eyJrZXkiOiJhIn0", "GET /msdk/evalx/users/eyJrZXkiOiJhIn0",
            ])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }

    @Test("Polls for all flags if a single flag arrives first")
    func patchFirst() async throws {
        let poll = Gate()
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.patch(#"{"key":"b","value":true,"version":9}"#))],
            polls: [[.wait(poll), .send(.flags(Self.one))]])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        _ = try await stage.server.nextRequest()
        #expect(client.state.flagSet == nil && client.status == .notReady)
        poll.open()
        #expect(await start.value == .ready)
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("Serves a changed flag, but remains stale, after a ping's poll fails")
    func patchAfterFailure() async throws {
        let (ping, patch, poll) = (Gate(), Gate(), Gate())
        let stage = try LaunchDarklyStage(
            streams: [
                [
                    .send(.eventStream + .ping), .wait(ping), .send(.ping), .wait(patch),
                    .send(.patch(#"{"key":"a","value":7,"version":9}"#)), .stall,
                ]
            ],
            polls: [
                Step.flags(Self.one), Step.status(503),
                [.wait(poll), .send(.flags(#"{"a":{"value":8,"version":10}}"#))],
            ])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        ping.open()
        await client.until { $0.status == .stale }
        patch.open()
        await client.until { $0.flagSet?.table["a"]?.value == 7 }
        #expect(client.status == .stale)
        poll.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 8])
        await client.shutdown()
    }

    @Test("Requests all flags if a flag changes during a poll that returns 304")
    func changedDuringPoll() async throws {
        let (ping, patch, poll) = (Gate(), Gate(), Gate())
        let stage = try LaunchDarklyStage(
            streams: [
                [
                    .send(.eventStream + .ping), .wait(ping), .send(.ping), .wait(patch),
                    .send(.patch(#"{"key":"a","value":7,"version":9}"#)), .stall,
                ]
            ],
            polls: [
                Step.flags(Self.one, tag: "\"1\""), [.wait(poll), .send(.response(304))],
                Step.flags(#"{"a":{"value":8,"version":10}}"#),
            ])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        ping.open()
        // The requests are the stream and two polls.
        await until { stage.server.requests.count == 3 }
        patch.open()
        await client.until { $0.flagSet?.table["a"]?.value == 7 }
        poll.open()
        await client.until { $0.flagSet?.table["a"]?.value == 8 }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil, "\"1\"", nil])
        await client.shutdown()
    }

    @Test("Polls once more for a burst of pings during a poll")
    func burst() async throws {
        let (poll, more) = (Gate(), Gate())
        let stage = try LaunchDarklyStage(
            streams: [
                [.send(.eventStream + .ping), .wait(more), .send(.ping + .ping + .ping + .put(Self.one)), .stall]
            ],
            polls: [[.wait(poll), .send(.flags(Self.one))], Step.flags(Self.two)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        // The poll is in progress when the burst arrives. The put event proves that the pings before it were received.
        _ = try await stage.server.nextRequest()
        _ = try await stage.server.nextRequest()
        more.open()
        await stage.heard.until("changed")
        poll.open()
        #expect(await start.value == .ready)
        await client.until { $0.flagSet?.table["a"]?.value == 2 }
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Repeats a rejected REPORT poll as a GET, and keeps the REPORT stream")
    func report() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping)], polls: [Step.status(501), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.usesReport = true })
        #expect(await client.start() == .ready)
        #expect(
            stage.server.lines
                == ["REPORT /meval", "REPORT /msdk/evalx/user", "GET /msdk/evalx/users/eyJrZXkiOiJhIn0"])
        await client.shutdown()
    }
}
