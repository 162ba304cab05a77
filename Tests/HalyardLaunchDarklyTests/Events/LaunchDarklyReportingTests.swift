// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@Suite("LaunchDarkly provider events")
struct LaunchDarklyReportingTests {
    private static let one = #"{"a":{"value":1,"version":2}}"#

    private func reporting(_ options: inout LaunchDarklyOptions) {
        options.sendsEvents = true
        options.events.sendsDiagnostics = false
    }

    /// Returns the kinds of all sent events, one string for each request.
    private func kinds(_ stage: LaunchDarklyStage) throws -> [String] {
        try stage.server.requests.filter { $0.target.hasSuffix("/bulk") }.map { request in
            guard case .array(let events) = try JSONReader().read(request.body) else { return "?" }
            return events.map { $0["kind"]?.description ?? "?" }.joined(separator: " ")
        }
    }

    @Test("Sends no events if flag requests reject the key")
    func refusedFlags() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(401)])
        defer { stage.server.stop() }
        let client = try await stage.started(reporting)
        client.track("x")
        await client.flush()
        await client.shutdown()
        #expect(stage.server.lines == ["GET /meval/eyJrZXkiOiJhIn0"])
    }

    @Test("Sends events even if flag requests return status 404")
    func wrongAddress() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(404)])
        defer { stage.server.stop() }
        let client = try await stage.started(reporting)
        await client.flush()
        #expect(try kinds(stage) == [#""identify""#])
        await client.shutdown()
    }

    @Test(
        "Reports rejected events in the connection, and keeps flags ready",
        arguments: [(401, "unauthorized"), (413, "httpError(413)")])
    func refusedEvents(status: Int, failure: String) async throws {
        let stage = try LaunchDarklyStage(
            streams: [Step.stream(.put(Self.one))], events: [.send(.response(status))])
        defer { stage.server.stop() }
        let client = try await stage.started(reporting)
        await client.flush()
        await stage.heard.until("streaming known: - failed: 0s \(failure)")
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Sends the identify event first and the summary last")
    func order() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = try await stage.started(reporting)
        #expect(client.int("a", default: 0) == 1)
        client.track("x")
        await client.shutdown()
        #expect(try kinds(stage) == [#""identify" "custom" "summary""#])
        #expect(stage.heard.all.last == "delivered 202")
    }

    @Test("Sends offline identify events when the client goes online")
    func offline() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(reporting))
        _ = await client.setOnline(false)
        _ = await client.start()
        _ = await client.setContext(.user("b"))
        await client.flush()
        #expect(stage.server.connectionCount == 0)
        #expect(await client.setOnline(true) == .completed)
        await client.flush()
        #expect(try kinds(stage) == [#""identify" "identify""#])
        await client.shutdown()
    }

    @Test("Reports stream openings in diagnostic events")
    func streamInits() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(500), Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            options.sendsEvents = true
            options.events.flushInterval = .seconds(3600)
            options.events.diagnosticInterval = .seconds(300)
        }
        // The pause before the second attempt, the flush interval, and the diagnostic interval.
        await stage.time.awaitSleepers(3)
        stage.time.advance(by: .seconds(2))
        await client.until { $0.status == .ready }
        stage.time.advance(by: .seconds(298))
        var reports: [FlagValue] = []
        while reports.count < 2 {
            let request = try await stage.server.nextRequest()
            if request.target.hasSuffix("/diagnostic") { reports.append(try JSONReader().read(request.body)) }
        }
        #expect(reports.map { $0["kind"] } == ["diagnostic-init", "diagnostic"])
        #expect(
            reports[1]["streamInits"] == [
                ["durationMillis": 0, "failed": true, "timestamp": 1_767_225_600_000],
                ["durationMillis": 0, "failed": false, "timestamp": 1_767_225_602_000],
            ])
        await client.shutdown()
    }

    @Test("Keeps sending a client's events after another client shuts down")
    func shared() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let provider = try stage.provider(reporting)
        let (first, second) = (stage.client(provider), stage.client(provider, for: .user("b")))
        _ = await first.start()
        _ = await second.start()
        await first.shutdown()
        second.track("x")
        await second.shutdown()
        #expect(try kinds(stage) == [#""identify""#, #""identify" "custom""#])
    }
}
