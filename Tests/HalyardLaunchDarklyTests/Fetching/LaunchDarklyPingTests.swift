// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Streams of a Relay Proxy, which only announce changes.
@Suite("LaunchDarkly pings")
struct LaunchDarklyPingTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#
    private static let two = #"{"a":{"value":2,"version":1}}"#

    @Test("a ping whose poll fails is answered by another one, and a stream by itself is no answer")
    func failing() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping)], polls: [Step.status(503), Step.status(404), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("there are flags")
            return
        }
        #expect(error.message == "\(stage.origin): responded with status 503. Halyard will retry.")
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(2))
        await stage.heard.untilPrefix("failed(HalyardLaunchDarkly.LaunchDarklyConnection.Failure.httpError(404))")
        #expect(client.status == .error)
        // What blames the request is tried again far later, unless there is another ping: after 150 to 300 seconds.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(149))
        await client.until { $0.status == .error }
        await stage.pass(.seconds(152), waits: 2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("a ping whose poll cannot be read is answered by another one")
    func unreadable() async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping)], polls: [Step.flags(#"{"a":{"val"#), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        if case .ready = await client.start() { Issue.record("there are flags") }
        await stage.pass(.seconds(2), waits: 2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("a ping that comes before a failed poll is tried again causes the next poll at once")
    func pingDuringPause() async throws {
        let gate = Gate()
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.ping, then: gate, .ping)], polls: [Step.status(404), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        if case .ready = await client.start() { Issue.record("there are flags") }
        gate.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 1])
        await client.shutdown()
    }

    @Test("a key that is refused for a poll ends the stream too")
    func refused() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.ping)], polls: [Step.status(401)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        if case .ready = await client.start() { Issue.record("there are flags") }
        await client.until { $0.status == .fatal }
        #expect(provider.connection.line == "offline known: - failed: 0s unauthorized")
        try await stage.server.untilClosedByClient(0)
        await client.shutdown()
    }

    @Test("each ping causes one poll, which replaces all flags, and the tag of the last one is sent")
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

    @Test("a single flag before all flags have come is no answer: all are asked for")
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

    @Test("where a ping's poll has failed, a single flag behind it is served, and says nothing about the others")
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

    @Test("Asks for everything if a change arrives during a poll that is answered 304")
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
        // The stream, and two polls.
        await until { stage.server.requests.count == 3 }
        patch.open()
        await client.until { $0.flagSet?.table["a"]?.value == 7 }
        poll.open()
        await client.until { $0.flagSet?.table["a"]?.value == 8 }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil, "\"1\"", nil])
        await client.shutdown()
    }

    @Test("a burst of pings that come during a poll causes one more, and no news is lost")
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
        // The poll is under way when the burst arrives, which the set of flags behind it proves.
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

    @Test("a poll that a proxy does not take as a REPORT is sent as a GET; the stream stays a REPORT")
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
