// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
@testable import HalyardOFREP
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Event streams of an app in the background.
@Suite("OFREP event streams in the background")
struct OFREPInactivityTests {
    private static func own(_ delay: Int?) -> String {
        .endpoint("/events", delay.map { ",\"inactivityDelaySec\":\($0)" } ?? "")
    }

    @Test(
        "Closes the stream after the background delay, and fetches on return",
        arguments: [(40, 90, 40), (nil, 90, 90), (nil, nil, 120), (nil, 0, 120)] as [(Int?, Int?, Int)])
    func inactive(own: Int?, server: Int?, delay: Int) async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", tag: "\"1\"", streams: Self.own(server))])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.inactivityDelay = own.map { .seconds($0) } }
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider) { $0.lifecycle = lifecycle }
        await until { await provider.isLive }
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background && $0.status == .ready }
        let connection = try #require(stage.opened.first?.connection)
        // One sleeper is for the delay, and the other is for a silent stream.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(delay) - .milliseconds(1))
        #expect(await provider.isLive)
        stage.time.advance(by: .milliseconds(1))
        await until(moving: stage.time, by: .milliseconds(100)) { await !provider.isLive }
        try await stage.server.untilClosedByClient(connection)
        #expect(client.allFlags == ["a": true])
        lifecycle.move(to: .foreground)
        await client.until { $0.mode == .online && $0.status == .ready }
        await until { stage.opened.count == 2 }
        #expect(stage.asked.map { $0.value(of: "If-None-Match") } == [nil, nil])
        #expect(stage.asked.map(\.target) == Array(repeating: "/base/ofrep/v1/evaluate/flags", count: 2))
        await client.shutdown()
    }

    @Test("Keeps a foreground client's stream when another client's delay ends")
    func anotherClient() async throws {
        let gate = Gate()
        let server = try HostileServer { request in
            if request.method == "GET" {
                return [.send(.eventStream), .wait(gate), .send(.refetch(#","etag":"2""#)), .stall]
            }
            return [.send(.ofrep(request.target.contains("flagConfigEtag") ? "b" : "a", streams: Self.own(nil)))]
        }
        defer { server.stop() }
        let stage = try OFREPStreamStage(opens: false, flags: [""])
        defer { stage.server.stop() }
        let provider = try stage.provider { ($0.url, $0.inactivityDelay) = (server.url(""), .seconds(30)) }
        let lifecycle = ManualLifecycle()
        let hidden = await stage.started(provider, streams: 0) { $0.lifecycle = lifecycle }
        let shown = await stage.started(provider, streams: 0)
        // Each client sends a request when the stream opens.
        await until(moving: stage.time, by: .milliseconds(50)) {
            [hidden, shown].allSatisfy { $0.state.flagSet?.announcement == 1 }
        }
        lifecycle.move(to: .background)
        await hidden.until { $0.mode == .background && $0.status == .ready }
        // One sleeper is for the delay, and the other is for a silent stream.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(30))
        await hidden.shutdown()
        #expect(await provider.isLive)
        gate.open()
        await until(moving: stage.time, by: .milliseconds(50)) { shown.allFlags == ["b": true] }
        #expect(server.requests.count { $0.method == "GET" } == 1)
        await shown.shutdown()
    }

    @Test("Keeps the connection without a request on a return before the delay")
    func shortVisit() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own(nil)), .ofrep("b", streams: Self.own(nil))],
            streams: [[.send(.eventStream), .wait(gate), .send(.refetch()), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider) { $0.lifecycle = lifecycle }
        await until { await provider.isLive }
        // The total is less than the 5 minutes after which a silent stream is closed.
        for _ in 1...4 {
            lifecycle.move(to: .background)
            await client.until { $0.mode == .background && $0.status == .ready }
            stage.time.advance(by: .seconds(60))
            lifecycle.move(to: .foreground)
            await client.until { $0.mode == .online && $0.status == .ready }
        }
        #expect(stage.asked.count == 1)
        #expect(stage.opened.count == 1)
        gate.open()
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Fetches announced changes in the background before the delay ends")
    func announcedMeanwhile() async throws {
        let gate = Gate()
        let stage = try OFREPStreamStage(
            flags: [.ofrep("a", streams: Self.own(nil)), .ofrep("b", streams: Self.own(nil))],
            streams: [[.send(.eventStream), .wait(gate), .send(.refetch()), .stall]])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider) { $0.lifecycle = lifecycle }
        await until { await provider.isLive }
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background && $0.status == .ready }
        gate.open()
        await stage.untilAsked(2)
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Retries a request for an announcement after a mode change cancels it")
    func cutOff() async throws {
        let (gate, answer) = (Gate(), Gate())
        let count = InTurn([1, 2, 3])
        let server = try HostileServer { request in
            if request.method == "GET" { return [.send(.eventStream), .wait(gate), .send(.refetch()), .stall] }
            return switch count.next() {
            case 1: [.send(.ofrep("a", streams: Self.own(nil)))]
            case 2: [.wait(answer), .reset]
            default: [.send(.ofrep("b", streams: Self.own(nil)))]
            }
        }
        defer {
            answer.open()
            server.stop()
        }
        let stage = try OFREPStreamStage(opens: false, flags: [""])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.url = server.url("/base") }
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider, streams: 0) { $0.lifecycle = lifecycle }
        await until { await provider.isLive }
        gate.open()
        await until { await provider.lastAnnouncement == 2 }
        await until(moving: stage.time, by: .milliseconds(50)) { server.requests.count { $0.method == "POST" } == 2 }
        lifecycle.move(to: .background)
        lifecycle.move(to: .foreground)
        await until(moving: stage.time, by: .milliseconds(50)) { server.requests.count { $0.method == "POST" } == 3 }
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Closes the stream after a refresh in the background")
    func refreshed() async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", tag: "\"1\"", streams: Self.own(nil))])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider) { $0.lifecycle = lifecycle }
        let connection = try #require(stage.opened.first?.connection)
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background && $0.status == .ready }
        // No run remains that could close the stream after the delay.
        #expect(await client.refresh() == .completed)
        await until(moving: stage.time, by: .milliseconds(100)) { await !provider.isLive }
        try await stage.server.untilClosedByClient(connection)
        #expect(stage.asked.count == 2)
        lifecycle.move(to: .foreground)
        await until { await provider.isLive }
        #expect(stage.opened.count == 2)
        await client.shutdown()
    }

    @Test("Keeps the stream in the background if pausesInBackground is false")
    func noPause() async throws {
        let stage = try OFREPStreamStage(flags: [.ofrep("a", streams: Self.own(1))])
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.pausesInBackground = false }
        let lifecycle = ManualLifecycle()
        let client = await stage.started(provider) { $0.lifecycle = lifecycle }
        await until { await provider.isLive }
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background && $0.status == .ready }
        await stage.expectSilence(for: .seconds(200))
        #expect(await provider.isLive)
        await client.shutdown()
    }
}
