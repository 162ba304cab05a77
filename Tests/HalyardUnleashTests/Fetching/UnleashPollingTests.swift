// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash polling")
struct UnleashPollingTests {
    private static let start = Instant(millisecondsSinceEpoch: 1_767_225_600_000)

    @Test("Polls at each interval with the last ETag, and accepts a 304")
    func tags() async throws {
        let stage = try UnleashStage(
            .toggles("a", tag: #"W/"1""#), .response(304), .toggles("b", tag: #""strong""#), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(client.state.flagSet?.confirmedAt == Self.start)
        await stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(15) }
        #expect(client.bool("a", default: false))
        await stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(30) }
        #expect(client.allFlags == ["b": true])
        await stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(45) }
        await client.shutdown()
        #expect(
            stage.server.requests.map { $0.value(of: "If-None-Match") }
                == [nil, #"W/"1""#, #"W/"1""#, #""strong""#])
    }

    @Test("Fetches only for a new context or a refresh if the interval is zero")
    func once() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.refreshInterval = .zero })
        #expect(await client.start() == .ready)
        #expect(stage.time.sleeperCount == 0)
        #expect(stage.server.requests.count == 1)
        #expect(await client.setContext(.user("bob")) == .completed)
        #expect(stage.server.requests.count == 2)
        // The provider already has flags for this context, so going online again sends no request.
        #expect(await client.setOnline(false) == .completed)
        #expect(client.status == .stale)
        #expect(await client.setOnline(true) == .completed)
        #expect(client.status == .ready)
        #expect(stage.server.requests.count == 2)
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Reuses the object of an unchanged flag, so that its counts continue")
    func sameFlags() async throws {
        let stage = try UnleashStage(.toggles("a", "b"), .toggles("a", "c"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let before = client.state.flagSet?.table["a"]
        await stage.pass(.seconds(15))
        await client.until { $0.flagSet?.table["c"] != nil }
        #expect(before != nil)
        #expect(client.state.flagSet?.table["a"] === before)
        #expect(client.state.flagSet?.table["b"] == nil)
        await client.shutdown()
    }

    @Test(
        "Keeps flags and backs off when the status is neither 200 nor 304",
        arguments: [
            (204, 30, "Check the service."), (400, 30, "Check the context and the URL."),
            (401, 300, UnleashStage.frontendTokenAdvice), (403, 300, UnleashStage.frontendTokenAdvice),
            (404, 300, "Check the URL, and check that the Frontend API is turned on."),
            (429, 30, "Poll less often."), (500, 30, "Check the service."), (503, 30, "Check the service."),
        ])
    func statuses(status: Int, delay: Int, suggestion: String) async throws {
        let stage = try UnleashStage(.toggles("a", tag: "\"1\""), .response(status), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(15))
        let error = FlagError(.general, "\(stage.origin) responded with status \(status). \(suggestion)")
        await client.until { $0.error == error }
        #expect(client.status == .stale)
        #expect(client.bool("a", default: false))
        await stage.time.awaitSleepers()
        // With jitter, the delay is at least half as long, and never shorter than the interval.
        stage.time.advance(by: .seconds(delay / 2) - .milliseconds(1))
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .seconds(delay))
        await client.until { $0.error == nil }
        #expect(client.allFlags == ["b": true])
        // The failed response doesn't replace the flags, so their ETag remains valid.
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        let diagnostics = client.diagnostics.recent
        #expect(diagnostics.map(\.code) == ["fetchFailed"])
        #expect(diagnostics.map(\.subject) == ["unleash"])
        #expect(diagnostics.first?.message.hasPrefix("\(error.message) Next attempt in ") == true)
        await client.shutdown()
    }

    @Test("Waits for the time in a Retry-After header")
    func retryAfter() async throws {
        let stage = try UnleashStage(.response(429, ["Retry-After: 120"]), .toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults = await client.start() else {
            Issue.record("The client has flags.")
            return
        }
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(119_999))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .milliseconds(1))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test(
        "Reports an invalid response, keeps the flags, and ignores its ETag",
        arguments: ["", "<html>", "[]", "{}", #"{"toggles":{}}"#, #"{"toggles":[{"name":"b""#, "null"])
    func undecodable(body: String) async throws {
        let stage = try UnleashStage(
            .toggles("a", tag: "\"good\""), .flags(body, tag: "\"bad\""), .toggles("b", tag: "\"better\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(15))
        let message =
            "\(stage.origin) sent \(body.utf8.count) bytes that aren't a Frontend API response. "
            + "Expected an object with a list \"toggles\". Check the URL."
        await client.until { $0.error != nil }
        #expect(client.state.error == FlagError(.parseError, message))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        await stage.pass(.seconds(15))
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"good\"", "\"good\""])
        #expect(
            client.diagnostics.recent == [
                Diagnostic("fetchFailed", .warning, subject: "unleash", message, cause: "unreadable")
            ])
        await client.shutdown()
    }

    @Test("Keeps flags and reports the first problem if no flag is readable")
    func unreadable() async throws {
        let stage = try UnleashStage(.toggles("a"), .flags(#"{"toggles":[{"name":"b"},{"enabled":true}]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(15))
        let message =
            "\(stage.origin) sent only flags that can't be read. The first: /toggles/0: The toggle has no Boolean "
            + "\"enabled\", so it was skipped."
        await client.until { $0.error != nil }
        #expect(client.state.error == FlagError(.parseError, message))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    @Test("Reports an unreachable server once")
    func unreachable() async throws {
        let stage = try UnleashStage { _ in [.reset] }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("The client has flags.")
            return
        }
        #expect(error.message.hasPrefix(stage.origin))
        #expect(client.status == .error)
        for _ in 1...3 {
            _ = try await stage.server.nextRequest()
            await stage.pass(.seconds(300))
        }
        _ = try await stage.server.nextRequest()
        await stage.time.awaitSleepers()
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }
}
