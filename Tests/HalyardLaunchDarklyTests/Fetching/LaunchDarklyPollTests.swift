// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Polls with ETags and REPORT, over sockets.
@Suite("LaunchDarkly polls")
struct LaunchDarklyPollTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#
    private static let two = #"{"b":{"value":2,"version":1}}"#
    private static let poll = "GET /msdk/evalx/users/eyJrZXkiOiJhIn0"

    private func polling(_ options: inout LaunchDarklyOptions) { options.streamingMode = .polling }

    // MARK: Failures

    @Test("Rejects a context that makes the URL too long, and suggests REPORT", arguments: [true, false])
    func tooLong(isStreaming: Bool) async throws {
        let stage = try LaunchDarklyStage()
        defer { stage.server.stop() }
        let provider = try stage.provider { $0.streamingMode = isStreaming ? .streaming : .polling }
        let long = FlagValue.string(String(repeating: "x", count: 6_000_000))
        let client = stage.client(provider, for: .user("a", ["long": long]))
        _ = await client.start(within: .zero)
        await client.until { $0.error != nil }
        let message = try #require(client.state.error?.message)
        #expect(message.contains("The context makes the URL 8000"))
        #expect(
            message.contains(
                " bytes long, but the limit is 8000000. Set useReport to send the context in the request body."))
        #expect(stage.server.requests.isEmpty)
        await client.shutdown()
    }

    @Test("Polls again at the next interval after a failure", arguments: [400, 403, 404, 408, 429, 500, 503])
    func failing(status: Int) async throws {
        let stage = try LaunchDarklyStage(polls: [
            Step.status(status), Step.status(status), Step.status(status), Step.flags(Self.one),
        ])
        defer { stage.server.stop() }
        let provider = try stage.provider(polling)
        let client = stage.client(provider)
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.message.hasPrefix("\(stage.origin): The service responded with status \(status). ") == true)
        #expect(provider.connection.line == "polling known: - failed: 0s httpError(\(status))")
        let failure = "failed(HalyardLaunchDarkly.LaunchDarklyConnection.Failure.httpError(\(status)))"
        for count in 1...3 {
            await stage.heard.until(failure, count)
            await stage.time.awaitSleepers()
            stage.time.advance(by: .milliseconds(299_999))
            #expect(stage.server.requests.count == count)
            stage.time.advance(by: .milliseconds(1))
        }
        await client.until { $0.status == .ready }
        #expect(provider.connection.line == "polling known: 900s failed: 600s httpError(\(status))")
        await client.shutdown()
    }

    @Test("Stops polling if the service rejects the key")
    func refused() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.status(401)])
        defer { stage.server.stop() }
        let provider = try stage.provider(polling)
        let client = stage.client(provider)
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(
            error
                == FlagError(
                    .providerFatal, "\(stage.origin): The service responded with status 401. Check the mobile key."))
        #expect(provider.connection.line == "offline known: - failed: 0s unauthorized")
        #expect(stage.time.sleeperCount == 0)
        await client.shutdown()
    }

    @Test("Retries a rejected key after 5 minutes if retriesWhenRefused is set")
    func persistent() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.status(401), Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                polling(&options)
                options.retriesWhenRefused = true
                options.pollingInterval = .seconds(30)
            })
        if case .ready = await client.start() { Issue.record("Expected no flags.") }
        #expect(client.status == .error)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(299))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .seconds(1))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test(
        "Reports an unreadable response, keeps flags, and sends no ETag",
        arguments: ["", "<html>", "[]", "7", "null", #"{"a":{"value":1}"#])
    func undecodable(body: String) async throws {
        let stage = try LaunchDarklyStage(polls: [
            Step.flags(Self.one, tag: "\"1\""), Step.flags(body, tag: "\"2\""), Step.flags(Self.two, tag: "\"3\""),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started(polling)
        await stage.pass(.seconds(300))
        await client.until { $0.error?.code == .parseError }
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": 1])
        #expect(client.state.error?.message.hasPrefix("\(stage.origin): sent ") == true)
        await stage.pass(.seconds(300))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": 2])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", nil])
        await client.shutdown()
    }

    @Test("Applies the connection timeout to a poll")
    func timeout() async throws {
        let stage = try LaunchDarklyStage(polls: [[.stall]])
        defer { stage.server.stop() }
        let options = stage.options { options in
            polling(&options)
            options.connectionTimeout = .seconds(3)
        }
        // The provider creates its own transport, which uses the same clock.
        let client = stage.client(
            try LaunchDarklyProvider(options, name: "ld", files: InMemoryFileSystem(), time: stage.time))
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        await stage.pass(.seconds(3))
        guard case .defaults(let error) = await start.value else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.message == "\(stage.origin): No response within 3.0 seconds.")
        await client.shutdown()
    }

    // MARK: REPORT

    @Test("Repeats each unsupported REPORT as a GET with the same ETag", arguments: [400, 405, 501])
    func fallback(status: Int) async throws {
        let stage = try LaunchDarklyStage(polls: [
            Step.status(status), Step.flags(Self.one, tag: "\"1\""), Step.status(status), Step.status(304),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            polling(&options)
            options.usesReport = true
            options.withReasons = true
        }
        #expect(client.status == .ready)
        await stage.pass(.seconds(300))
        await stage.heard.until("unchanged")
        #expect(
            stage.server.requests.map { "\($0.line) \($0.value(of: "If-None-Match") ?? "-") \($0.text)" } == [
                #"REPORT /msdk/evalx/user?withReasons=true - {"key":"a"}"#, Self.poll + "?withReasons=true - ",
                #"REPORT /msdk/evalx/user?withReasons=true "1" {"key":"a"}"#, Self.poll + #"?withReasons=true "1" "#,
            ])
        await client.shutdown()
    }

    @Test("Doesn't repeat a REPORT as a GET after other failures", arguments: [403, 404, 415, 500, 503])
    func noFallback(status: Int) async throws {
        let stage = try LaunchDarklyStage(polls: [Step.status(status)])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            polling(&options)
            options.usesReport = true
        }
        #expect(stage.server.lines == ["REPORT /msdk/evalx/user"])
        await client.shutdown()
    }

    @Test("Doesn't repeat a rejected GET", arguments: [400, 405, 501])
    func noSecondGet(status: Int) async throws {
        let stage = try LaunchDarklyStage(polls: [Step.status(status)])
        defer { stage.server.stop() }
        let client = try await stage.started(polling)
        #expect(stage.server.lines == [Self.poll])
        await client.shutdown()
    }

    // MARK: Flags

    @Test("Polls immediately and at each interval, with the last ETag")
    func interval() async throws {
        let stage = try LaunchDarklyStage(polls: [
            Step.flags(Self.one, tag: "\"1\""), Step.status(304), Step.flags(Self.two, tag: "\"2\""),
            Step.flags(Self.two),
        ])
        defer { stage.server.stop() }
        let provider = try stage.provider(polling)
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        #expect(provider.connection.line == "polling known: 0s failed: - -")
        await stage.pass(.seconds(300))
        await stage.heard.until("unchanged")
        #expect(client.state.flagSet?.confirmedAt == stage.time.now)
        await stage.pass(.seconds(300))
        await stage.heard.until("changed", 2)
        #expect(client.allFlags == ["b": 2])
        await stage.pass(.seconds(300))
        await stage.heard.until("unchanged", 2)
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\"", "\"2\""])
        #expect(
            stage.heard.all == [
                "polling known: - failed: - -", "polling known: 0s failed: - -", "changed",
                "polling known: 300s failed: - -", "unchanged", "polling known: 600s failed: - -", "changed",
                "polling known: 900s failed: - -", "unchanged",
            ])
        await client.shutdown()
    }

    @Test("Raises an interval below the minimum, and reports it")
    func minimum() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            polling(&options)
            options.pollingInterval = .seconds(1)
            options.backgroundPollingInterval = .seconds(2)
            options.shortestIntervals = .init(polling: .seconds(100), backgroundPolling: .seconds(200))
        }
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: flagPollingInterval: 1.0 seconds is shorter than the minimum. "
                    + "Halyard uses 100.0 seconds. Set 100.0 seconds or more.",
                "warning: backgroundFlagPollingInterval: 2.0 seconds is shorter than the minimum. "
                    + "Halyard uses 200.0 seconds. Set 200.0 seconds or more.",
            ])
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(99))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .seconds(1))
        await stage.heard.until("unchanged")
        await client.shutdown()
    }

    @Test("Sends no ETag after the user or the attributes change")
    func tags() async throws {
        let stage = try LaunchDarklyStage(polls: [
            Step.flags(Self.one, tag: "\"1\""), Step.flags(Self.two, tag: "\"2\""),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started(polling)
        for context in [EvaluationContext.user("a", ["plan": "gold"]), .user("b"), .user("a")] {
            #expect(await client.setContext(context) == .completed)
        }
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, nil, nil, nil, "\"2\""])
        await client.shutdown()
    }
}
