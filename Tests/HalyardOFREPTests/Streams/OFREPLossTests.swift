// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
@testable import HalyardOFREP
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// Event streams of a server or an app that behaves unexpectedly for a long time.
@Suite("OFREP lost event streams")
struct OFREPLossTests {
    private static let own = String.endpoint("/events?token=t")

    private func message(_ stage: OFREPStreamStage, _ what: String) -> String {
        "The event stream was lost and couldn't be reopened: http://127.0.0.1:\(stage.server.port): \(what)"
    }

    @Test("Retries with growing delays if each response changes the address", arguments: [200, 404])
    func otherEachTime(status: Int) async throws {
        let count = Lock(0)
        let server = try HostileServer { request in
            if request.method == "GET" {
                return status == 200 ? [.send(.eventStream), .stall] : [.send(.response(status))]
            }
            let number = count.withLock {
                $0 += 1
                return $0
            }
            return [.send(.ofrep("a", streams: .endpoint("/events?token=\(number)")))]
        }
        defer { server.stop() }
        let stage = try OFREPStreamStage(opens: false, flags: [""])
        defer { stage.server.stop() }
        let client = FlagClient(
            provider: try stage.provider { ($0.url, $0.timeout) = (server.url(""), .seconds(3600)) },
            context: OFREPStreamStage.ann, options: .manual(ManualTime()))
        #expect(await client.start() == .ready)
        await until(moving: stage.time, by: .milliseconds(50)) { count.withLock { $0 } >= 8 }
        // The delays are 0, 2, 4, … seconds. Without delays, eight requests would take less than a second.
        #expect(stage.time.uptime >= .seconds(60))
        await client.shutdown()
    }

    @Test("Reports stale flags after a rejected stream, even after a refresh")
    func refused() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", tag: "\"1\"", streams: Self.own)], streams: [[.send(.response(404))]])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.timeout = .seconds(3600) }
        let client = await stage.started(provider)
        await until(moving: stage.time, by: .milliseconds(50)) { client.status == .stale }
        let message = message(stage, "The server responded with status 404 instead of a stream.")
        await until { client.diagnostics.recent == [Diagnostic("streamLost", .warning, subject: "ofrep", message)] }
        #expect(await client.refresh() == .completed)
        #expect(client.status == .stale)
        #expect(client.state.error == FlagError(.general, message))
        #expect(client.allFlags == ["a": true])
        // Another client of the provider reports the same error.
        let second = FlagClient(
            provider: provider, context: OFREPStreamStage.ann, options: .manual(ManualTime()))
        #expect(await second.start() == .cached(FlagError(.general, message)))
        #expect(second.status == .stale)
        #expect(second.state.error == FlagError(.general, message))
        await second.shutdown()
        await client.shutdown()
    }

    @Test("Retries a failed request for an announcement before the next poll")
    func failedBetweenPolls() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .response(503), .response(503),
                .ofrep("b", tag: "\"2\"", streams: Self.own),
            ],
            streams: [[.send(.eventStream), .wait(gate), .send(.refetch(#","etag":"2""#)), .stall]])
        defer { stage.server.stop() }
        let client = await stage.started(try stage.provider { $0.pollInterval = .seconds(86_400) })
        gate.open()
        await stage.untilAsked(4)
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(stage.time.uptime < .seconds(60))
        #expect(stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=2")
        await client.shutdown()
    }

    @Test("Applies a response's Retry-After to event streams")
    func pause() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [
                .ofrep("a", tag: "\"1\"", streams: Self.own), .response(429, ["Retry-After: 600"]),
                .ofrep("a", tag: "\"1\"", streams: Self.own),
            ],
            streams: [[.send(.eventStream), .wait(gate), .reset], [.send(.eventStream), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.timeout = .seconds(3600) }
        let client = await stage.started(provider)
        async let refresh = client.refresh()
        await client.until { $0.status == .stale }
        _ = await refresh
        let end = stage.time.uptime + .seconds(600)
        gate.open()
        await until { await !provider.isLive }
        await until(moving: stage.time, by: .milliseconds(500)) { stage.time.uptime > end - .seconds(60) }
        #expect(stage.opened.count == 1)
        await until(moving: stage.time, by: .milliseconds(500)) { stage.opened.count == 2 }
        #expect(stage.time.uptime >= end)
        await client.shutdown()
    }

    @Test("Applies an event stream's Retry-After to requests")
    func pauseOfStream() async throws {
        let stage = try OFREPStreamStage(
            opens: false, flags: [.ofrep("a", tag: "\"1\"", streams: Self.own)],
            streams: [[.send(.response(429, ["Retry-After: 600"]))], [.send(.eventStream), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.timeout = .seconds(3600) }
        let client = await stage.started(provider)
        let pause = try #require(provider.polling.pause)
        await until { pause.rest > .zero }
        async let refresh = client.refresh()
        await client.until { $0.error?.message.contains("requested a pause") == true }
        await stage.expectSilence(for: .seconds(500))
        #expect(stage.opened.count == 1)
        await client.shutdown()
        _ = await refresh
    }

    @Test("Handles an announcement that arrives while the app creates headers")
    func announcedWhilePreparing() async throws {
        let gate = Gate()
        let asked = Lock(0)
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own)],
            streams: [
                [
                    .send(.eventStream), .wait(gate), .send(.refetch(#","etag":"2""#)),
                    .send(.refetch(#","etag":"3""#)), .stall,
                ]
            ])
        defer { stage.server.stop() }
        let isMade = Lock(false)
        let provider = try stage.provider {
            $0.headersProvider = {
                let number = asked.withLock {
                    $0 += 1
                    return $0
                }
                // The first three calls are for the flags, the stream, and the flags again.
                if number == 4 { await until { isMade.withLock { $0 } } }
                return [:]
            }
        }
        let client = await stage.started(provider)
        gate.open()
        await until(moving: stage.time, by: .milliseconds(50)) { asked.withLock { $0 } >= 4 }
        await until { await provider.lastAnnouncement == 3 }
        isMade.withLock { $0 = true }
        await until(moving: stage.time, by: .milliseconds(50)) {
            stage.asked.last?.target == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=3"
        }
        await client.shutdown()
    }

    @Test("Closes the stream of an earlier context offline")
    func skipped() async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", streams: Self.own)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let channel = FlagChannel { _ in true }
        let run = Task { try? await provider.run(FlagRequest(context: OFREPStreamStage.ann), into: channel) }
        await until { await provider.isLive }
        run.cancel()
        await run.value
        let bob = EvaluationContext.user("bob")
        try await provider.run(FlagRequest(context: bob, mode: .offline, cause: .modeChanged), into: channel)
        #expect(await !provider.isLive)
    }

    @Test("Closes a stream after its last run ends")
    func left() async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", streams: Self.own)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let channel = FlagChannel { _ in true }
        let run = Task { try? await provider.run(FlagRequest(context: OFREPStreamStage.ann), into: channel) }
        await until { await provider.isLive }
        let connection = try #require(stage.opened.first?.connection)
        run.cancel()
        await run.value
        await until(moving: stage.time, by: .milliseconds(100)) { await !provider.isLive }
        try await stage.server.untilClosedByClient(connection)
    }
}
