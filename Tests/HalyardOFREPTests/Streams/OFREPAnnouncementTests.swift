// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Requests that an event stream's announcements cause.
@Suite("OFREP announcements")
struct OFREPAnnouncementTests {
    private static let own = String.endpoint("/events?token=t")

    private static func stream(_ pieces: Wire..., then gate: Gate) -> [Step] {
        [.send(.eventStream), .wait(gate)] + pieces.map(Step.send) + [.stall]
    }

    @Test("Sends the announcement's values as a percent-encoded query")
    func query() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", tag: "\"1\"", streams: Self.own), .ofrep("b", tag: "\"2\"", streams: Self.own)],
            streams: [Self.stream(.refetch(#","etag":"W/\"v 2\"","lastModified":1700000000"#), then: gate)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.url += "?env=eu" })
        gate.open()
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(client.allFlags == ["b": true])
        #expect(
            stage.asked.map(\.target) == [
                "/base/ofrep/v1/evaluate/flags?env=eu",
                "/base/ofrep/v1/evaluate/flags?env=eu&flagConfigEtag=W%2F%22v%202%22&flagConfigLastModified=1700000000",
            ])
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
        await client.shutdown()
    }

    @Test("Sends one request for announcements close together")
    func burst() async throws {
        let gate = Gate()
        let events = (1...20).map { Step.send(.refetch(#","etag":"\#($0)""#)) }
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own)],
            streams: [[.send(.eventStream), .wait(gate)] + events + [.stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        gate.open()
        // All announcements must arrive before the clock moves.
        await until { await provider.lastAnnouncement == 21 }
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        await stage.expectSilence(for: .seconds(10))
        #expect(stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=20")
        await client.shutdown()
    }

    @Test("Sends a query only in requests that an announcement causes")
    func noQuery() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own), .ofrep("c", streams: Self.own)],
            streams: [Self.stream(.refetch(#","etag":"2""#), then: gate)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider())
        gate.open()
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(await client.refresh() == .completed)
        #expect(await client.setContext(.user("bob")) == .completed)
        #expect(
            stage.asked.map(\.target).map { $0.split(separator: "?").dropFirst().joined() }
                == ["", "flagConfigEtag=2", "", ""])
        await client.shutdown()
    }

    @Test("Retries with growing delays until the server catches up")
    func lagging() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .ofrep("a", tag: "\"1\"", streams: Self.own),
                .response(503), .ofrep("a", tag: "\"1\"", streams: Self.own),
                .ofrep("b", tag: "\"2\"", streams: Self.own),
            ], streams: [Self.stream(.refetch(#","etag":"v2""#), then: gate)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider())
        gate.open()
        await stage.untilAsked(5)
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.until { $0.status == .ready }
        await stage.expectSilence(for: .seconds(60))
        #expect(
            stage.asked.map(\.target).map { $0.split(separator: "?").dropFirst().joined() }
                == ["", "flagConfigEtag=v2", "flagConfigEtag=v2", "flagConfigEtag=v2", "flagConfigEtag=v2"])
        await client.shutdown()
    }

    @Test("Stops after six requests to a server that never catches up")
    func laggingForEver() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", tag: "\"1\"", streams: Self.own)],
            streams: [Self.stream(.refetch(#","etag":"v2""#), then: gate)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider())
        gate.open()
        await stage.untilAsked(7)
        await stage.expectSilence(for: .seconds(60))
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test(
        "Ignores unknown types and unreadable data, and accepts any event name",
        arguments: [
            (#"data: {"type":"error","etag":"2"}"#, false), (#"data: {"type":7}"#, false), ("data: {", false),
            ("data: refetchEvaluation", false), ("data: []", false), (": refetchEvaluation", false),
            (#"event: changed\#ndata: {"type":"refetchEvaluation"}"#, true),
            (#"id: 7\#ndata: {"type":"refetchEvaluation","etag":null,"more":[1]}"#, true),
        ])
    func others(event: String, isAnnouncement: Bool) async throws {
        let (gate, end) = (Gate(), Gate())
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own)],
            streams: [
                [
                    .send(.eventStream), .wait(gate), .send(.chunk(Wire(Array((event + "\n\n").utf8)))), .wait(end),
                    .send(.refetch(#","etag":"end""#)), .stall,
                ]
            ])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        gate.open()
        if isAnnouncement {
            await stage.untilAsked(2)
            #expect(stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags")
        }
        end.open()
        // This event follows the tested event on the same connection.
        await until(moving: stage.time, by: .milliseconds(50)) {
            stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=end"
        }
        #expect(stage.asked.count == (isAnnouncement ? 3 : 2))
        #expect(stage.opened.count == 1)
        await client.shutdown()
    }

    @Test("Retries an unreadable response with growing delays")
    func unreadable() async throws {
        let page = Wire.response(200, ["ETag: \"9\""], body: "<html>Welcome</html>")
        let stage = try OFREPStreamStage(
            opens: false, flags: [page, page, page, .ofrep("a", tag: "\"1\"", streams: Self.own)])
        defer { stage.server.stop() }
        let client = FlagClient(
            provider: try stage.provider(), context: OFREPStreamStage.ann, options: .manual(ManualTime()))
        await client.start()
        #expect(client.status == .error)
        await stage.untilAsked(4)
        await client.until { $0.status == .ready }
        #expect(stage.time.uptime >= .seconds(7))
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, nil, nil, nil])
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    @Test("Sends one request after a pause for all announcements during it")
    func pause() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .response(429, ["Retry-After: 100"]),
                .ofrep("b", tag: "\"2\"", streams: Self.own),
            ],
            streams: [Self.stream(.refetch(#","etag":"2""#), .refetch(#","etag":"3""#), then: gate)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        async let refresh = client.refresh()
        await client.until { $0.status == .stale }
        _ = await refresh
        gate.open()
        await until { await provider.lastAnnouncement == 3 }
        await stage.expectSilence(for: .seconds(90))
        #expect(client.allFlags == ["a": true])
        await stage.untilAsked(3, by: .seconds(1))
        await client.until { $0.flagSet?.table["b"] != nil }
        await stage.expectSilence(for: .seconds(60))
        #expect(stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=3")
        await client.shutdown()
    }

    @Test("Reports stale flags after an announcement during a pause")
    func pauseOfAnother() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .response(429, ["Retry-After: 100"]),
                .ofrep("b", tag: "\"2\"", streams: Self.own),
            ],
            streams: [Self.stream(.refetch(#","etag":"2""#), then: gate)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider())
        _ = await client.snapshot(for: .user("bob"), within: .seconds(60))
        #expect(client.status == .ready)
        gate.open()
        await until(moving: stage.time, by: .milliseconds(1)) { client.status == .stale }
        #expect(client.state.error?.message.contains("requested a pause") == true)
        #expect(client.allFlags == ["a": true])
        await stage.untilAsked(3, by: .seconds(1))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
    }
}
