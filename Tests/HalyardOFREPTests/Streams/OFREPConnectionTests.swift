// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Connections of event streams: opening, reconnecting, and closing.
@Suite("OFREP event streams")
struct OFREPConnectionTests {
    private static let own = String.endpoint("/events?token=t")

    // MARK: Addresses

    @Test("Sends credentials only to its own origin, and skips invalid entries")
    func addresses() async throws {
        let other = try HostileServer(answering: { _ in [.send(.eventStream), .stall] })
        defer { other.stop() }
        let entries: [String] = [
            .endpoint("/own"), #"{"type":"sse","url":"\#(other.url("/other?token=t"))"}"#,
            #"{"type":"sse","endpoint":{"requestUri":"/third?x=1","origin":"\#(other.url("/path"))"}}"#,
            // Unusable entries have another type, no usable address, or two addresses, or aren't objects.
            #"{"type":"websocket","url":"\#(other.url("/no"))"}"#, #"{"type":"sse"}"#,
            #"{"type":"sse","url":"\#(other.url("/no"))","endpoint":{"requestUri":"/no"}}"#,
            #"{"type":"sse","url":"/no"}"#, #"{"type":"sse","endpoint":{"requestUri":"no"}}"#,
            #"{"type":"sse","endpoint":{"requestUri":"/no","origin":"ftp://x"}}"#, "7", "null",
        ]
        let stage = try OFREPStreamStage(opens: false, flags: [.ofrep("a", streams: entries.joined(separator: ","))])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.headers = ["X-Team": "shop"] }
        let client = await stage.started(provider)
        await until { other.requests.count == 2 }
        await until { await provider.isLive }
        #expect(
            stage.opened.map { $0.transcript() } == [
                [
                    "GET /own", "Accept: text/event-stream", "Authorization: Bearer s3cret", "Cache-Control: no-cache",
                    "X-Team: shop",
                ]
            ])
        #expect(
            other.requests.map { $0.transcript() }.sorted { $0[0] < $1[0] } == [
                ["GET /other?token=t", "Accept: text/event-stream", "Cache-Control: no-cache"],
                ["GET /third?x=1", "Accept: text/event-stream", "Cache-Control: no-cache"],
            ])
        #expect(
            client.diagnostics.recent.map { $0.location?.pointer } == [
                "/eventStreams/4", "/eventStreams/5", "/eventStreams/6", "/eventStreams/7", "/eventStreams/8",
            ])
        await client.shutdown()
    }

    @Test("Closes, keeps, and opens event streams according to a new response")
    func follow() async throws {
        let server = try HostileServer(answering: { _ in [.send(.eventStream), .stall] })
        defer { server.stop() }
        func entry(_ path: String) -> String { #"{"type":"sse","url":"\#(server.url(path))"}"# }
        let stage = try OFREPStreamStage(
            opens: false,
            flags: [
                .ofrep("a", streams: entry("/one"), entry("/two")),
                .ofrep("b", streams: entry("/two"), entry("/three")),
                .response(304), .ofrep("c"),
            ])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider(), streams: 0)
        await until { server.requests.count == 2 }
        #expect(await client.refresh() == .completed)
        await until { server.requests.count == 3 }
        let first = try #require(server.requests.first { $0.target == "/one" }?.connection)
        try await server.untilClosedByClient(first)
        await until { server.openConnectionCount == 2 }
        #expect(server.requests.map(\.target).sorted() == ["/one", "/three", "/two"])
        // A 304 to a request without an ETag is a failure, and changes nothing.
        _ = await client.refresh()
        #expect(server.openConnectionCount == 2)
        #expect(await client.refresh() == .completed)
        await until { server.openConnectionCount == 0 }
        #expect(client.allFlags == ["c": true])
        await client.shutdown()
    }

    // MARK: Losing connections

    @Test("Sends the last event ID and fetches the flags on each reconnect")
    func reconnect() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            opens: false,
            flags: [.ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own), .ofrep("c", streams: Self.own)],
            streams: [
                [
                    .send(.eventStream), .send(.chunk("id: 7\ndata: {\"type\":\"refetchEvaluation\"}\n\n")),
                    .wait(gate), .reset,
                ],
                [.send(.eventStream), .stall],
            ])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        // The opening and the event together cause one request.
        await until { await provider.lastAnnouncement == 2 }
        await stage.untilAsked(2)
        gate.open()
        await stage.untilAsked(3)
        await client.until { $0.flagSet?.table["c"] != nil }
        #expect(stage.opened.map { $0.value(of: "Last-Event-ID") } == [nil, "7"])
        #expect(stage.asked.map(\.target) == Array(repeating: "/base/ofrep/v1/evaluate/flags", count: 3))
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Fetches a change that occurred before the stream opened")
    func changedBeforeOpening() async throws {
        let stage = try OFREPStreamStage(
            opens: false,
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .ofrep("b", tag: "\"2\"", streams: Self.own),
            ])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider())
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        await stage.expectSilence(for: .seconds(60))
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
        #expect(stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags")
        await client.shutdown()
    }

    @Test("Updates the flags when a stream opens after several attempts")
    func openedLate() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own)],
            streams: [[.send(.response(503))], [.send(.response(503))], [.send(.eventStream), .stall]])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.timeout = .seconds(3600) })
        await until(moving: stage.time, by: .milliseconds(50)) { stage.opened.count >= 2 }
        await client.until { $0.status == .stale }
        await stage.untilAsked(2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
    }

    @Test("Retries a failing stream with growing delays, and reports stale flags")
    func outage() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own)],
            streams: [
                [.send(.eventStream), .wait(gate), .reset], [.send(.response(503))],
                [.send(.response(200, body: "no stream"))],
                [.reset], [.send(.eventStream), .stall],
            ])
        defer { stage.server.stop() }
        // The clock moves faster than the network responds, so requests need a long timeout.
        let provider = try stage.provider { $0.timeout = .seconds(3600) }
        let client = await stage.started(provider)
        gate.open()
        await until(moving: stage.time, by: .milliseconds(50)) { stage.opened.count >= 3 }
        await client.until { $0.status == .stale }
        let message =
            "The event stream was lost and couldn't be reopened: http://127.0.0.1:\(stage.server.port): "
            + "The server responded with status 503 instead of a stream."
        #expect(client.state.error == FlagError(.general, message))
        #expect(
            client.diagnostics.recent == [Diagnostic("streamLost", .warning, subject: "ofrep", message)])
        await until(moving: stage.time, by: .milliseconds(50)) { await provider.isLive }
        await stage.untilAsked(2)
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        #expect(stage.opened.count == 5)
        await client.shutdown()
    }

    @Test("Doesn't report stale flags after a lost stream while it polls")
    func outageWhilePolling() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", streams: Self.own)], streams: [[.send(.response(503))]])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.pollInterval = .seconds(60) })
        await until(moving: stage.time, by: .milliseconds(50)) { stage.opened.count >= 4 }
        await until { client.diagnostics.recent.map(\.code) == ["streamLost"] }
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Fetches without an ETag after a rejected address, and uses the new one", arguments: [401, 403, 404, 410])
    func moved(status: Int) async throws {
        let stage = try OFREPStreamStage(
            opens: false,
            flags: [
                .ofrep("a", tag: "\"1\"", streams: .endpoint("/old")),
                .ofrep("b", tag: "\"2\"", streams: .endpoint("/new")),
            ], streams: [[.send(.response(status))], [.send(.eventStream), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        await client.until { $0.flagSet?.table["b"] != nil }
        await until { await provider.isLive }
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, nil])
        #expect(stage.opened.map(\.target) == ["/old", "/new"])
        await client.shutdown()
    }

    @Test("Retries an address with growing delays while it's rejected")
    func refusedForEver() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", tag: "\"1\"", streams: Self.own)],
            streams: [[.send(.response(403))]])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.timeout = .seconds(3600) })
        await until { stage.asked.count == 2 }
        // The delays are 1 to 2 seconds, 2 to 4 seconds, and so on.
        await until(moving: stage.time, by: .seconds(1)) { stage.opened.count >= 4 }
        await until { stage.asked.count == 5 }
        let passed = stage.time.uptime
        #expect(passed >= .seconds(7))
        #expect(stage.asked.count == 5)
        await client.shutdown()
    }

    @Test("Fetches without an ETag after a cached start to find the event streams")
    func fromCache() async throws {
        let stage = try OFREPStreamStage(opens: false, flags: [.ofrep("a", tag: "\"1\"", streams: Self.own)])
        defer { stage.server.stop() }
        let store = InMemoryFlagStore()
        for launch in 1...2 {
            let provider = try stage.provider()
            let persisted = try PersistedProvider(
                provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(), store: store, time: stage.time)
            let client = FlagClient(
                provider: persisted, context: OFREPStreamStage.ann, options: .manual(stage.time))
            await client.start()
            await client.until { $0.status == .ready }
            await until { await provider.isLive }
            #expect(stage.opened.count == launch)
            await client.shutdown()
        }
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, nil])
    }

    @Test("Opens no stream if events are off, and sends the ETag of stored flags")
    func noEvents() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", tag: "\"1\"", streams: Self.own), .response(304)])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.events = false }, streams: 0)
        #expect(await client.refresh() == .completed)
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
        #expect(stage.opened.isEmpty)
        await client.shutdown()
    }

    // MARK: Ending connections

    @Test("Closes the streams on a context change, offline, and at shutdown", arguments: ["context", "offline", "end"])
    func ending(how: String) async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", streams: Self.own), .ofrep("b")])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = await stage.started(provider)
        await until { await provider.isLive }
        let connection = try #require(stage.opened.first?.connection)
        switch how {
        case "context": #expect(await client.setContext(.user("bob")) == .completed)
        case "offline": #expect(await client.setOnline(false) == .completed)
        default: await client.shutdown()
        }
        try await stage.server.untilClosedByClient(connection)
        #expect(await !provider.isLive)
        await client.shutdown()
    }

    @Test("Keeps the shared stream when another client goes offline")
    func sharing() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own), .ofrep("a", streams: Self.own), .ofrep("b", streams: Self.own)],
            streams: [[.send(.eventStream), .wait(gate), .send(.refetch()), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let first = await stage.started(provider)
        let second = await stage.started(provider)
        #expect(await first.setOnline(false) == .completed)
        await first.shutdown()
        gate.open()
        await stage.untilAsked(3)
        await second.until { $0.flagSet?.table["b"] != nil }
        #expect(stage.opened.count == 1)
        await second.shutdown()
    }
}
