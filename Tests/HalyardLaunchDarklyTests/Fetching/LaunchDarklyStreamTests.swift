// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import TestSupport
import Testing

/// Flags and changes from an event stream, over sockets.
@Suite("LaunchDarkly streams")
struct LaunchDarklyStreamTests {
    private static let one = #"{"a":{"value":1,"version":2,"flagVersion":7,"variation":0}}"#

    // MARK: Failures

    @Test(
        "Reports unusable data, and keeps the flags and the stream",
        arguments: [
            ("put", "{", "isn't JSON"), ("put", "[]", "put"),
            ("patch", "null", "expected an object, found null"),
            ("patch", #"{"value":1,"version":9}"#, "the key is missing"),
            ("patch", #"{"key":1,"version":9}"#, "the key is missing"),
            ("patch", #"{"key":"a","value":9,"version":"9"}"#, "the version is a string instead of an integer"),
            ("delete", #"{"version":9}"#, "the key is missing"),
            ("delete", #"{"key":"a","version":9.5}"#, "the version is a number instead of an integer"),
            ("delete", "a", "isn't JSON"),
        ])
    func malformed(event: String, data: String, why: String) async throws {
        let gate = Gate()
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(.put(Self.one), .event(event, data), then: gate, .patch(#"{"key":"a","value":3,"version":3}"#))
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        await client.until { $0.error != nil }
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": 1])
        #expect(client.state.error?.code == .parseError)
        #expect(client.state.error?.message.hasPrefix("\(stage.origin): sent ") == true)
        if why != "put" { #expect(client.state.error?.message.contains(why) == true) }
        #expect(client.diagnostics.recent.map(\.code) == ["fetchFailed"])
        await stage.heard.untilPrefix("failed(")
        gate.open()
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["a": 3])
        #expect(stage.server.connectionCount == 1)
        await client.shutdown()
    }

    @Test("Skips and reports an unreadable flag, and keeps the other flags")
    func tolerance() async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(
                .put(#"{"a":{"value":1,"version":2},"b":7,"c":{"value":true,"version":2,"variation":"x"},"d":null}"#))
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        #expect(client.status == .ready)
        #expect(client.allFlags == ["a": 1, "c": true])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: /b: b: Expected a flag object, found a number. Halyard skipped the flag. "
                    + "Use {\"value\": …, \"version\": …}.",
                "warning: /c/variation: c: Expected an integer (Int), found a string. It was ignored. "
                    + "Remove \"variation\", or change its value.",
                "warning: /d: d: Expected a flag object, found null. Halyard skipped the flag. "
                    + "Use {\"value\": …, \"version\": …}.",
            ])
        await client.shutdown()
    }

    @Test("Reopens the first stream after a temporary failure", arguments: [400, 408, 429, 500, 503])
    func passing(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.status(status), Step.status(status), Step.stream(.put(Self.one)),
        ])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.code == .general)
        #expect(error.message.hasPrefix("\(stage.origin): The service responded with status \(status). "))
        // The delay is 1 to 2 seconds after the first failure, and 2 to 4 seconds after the second failure.
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(999))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .milliseconds(1001))
        await stage.heard.until("failed(HalyardLaunchDarkly.LaunchDarklyConnection.Failure.httpError(\(status)))", 2)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(1999))
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .milliseconds(2001))
        await client.until { $0.status == .ready }
        #expect(client.state.error == nil)
        // A repeated failure is reported only once.
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }

    @Test("Reopens a lost stream after each temporary failure", arguments: [400, 408, 429, 500, 503])
    func passingLater(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [
            [.send(.eventStream + .put(Self.one) + .lastChunk), .close], Step.status(status),
            Step.status(503), Step.status(status), Step.stream(.put(#"{"b":{"value":2,"version":1}}"#)),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        await stage.heard.until("streaming known: 0s failed: - -")
        let failure = "failed(HalyardLaunchDarkly.LaunchDarklyConnection.Failure.httpError("
        for (count, halfDelay) in [500, 1000, 2000, 4000].enumerated() {
            await stage.pass(.milliseconds(halfDelay - 1), waits: count == 0 ? 2 : 1)
            #expect(stage.server.requests.count == count + 1)
            #expect(client.status == (count == 0 ? .ready : .stale) && client.allFlags == ["a": 1])
            stage.time.advance(by: .milliseconds(halfDelay + 1))
            if count < 3 { await stage.heard.untilPrefix(failure, count + 1) }
        }
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(client.allFlags == ["b": 2])
        await client.shutdown()
    }

    @Test(
        "Ends the run without a retry if the first stream is rejected",
        arguments: [
            (401, "unauthorized", " Check the mobile key."), (403, "httpError(403)", " Check the mobile key."),
            (404, "httpError(404)", " Check the service URL."), (405, "httpError(405)", " Check the service URL."),
            (
                414, "httpError(414)",
                " The context is too long for a URL. Set useReport to send it in the request body."
            ), (410, "httpError(410)", ""),
            (204, "httpError(204)", " This status means that clients must not reconnect."),
        ])
    func refused(status: Int, failure: String, suggestion: String) async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(status)])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(
            error
                == FlagError(
                    .providerFatal, "\(stage.origin): The service responded with status \(status).\(suggestion)"))
        #expect(client.status == .fatal)
        #expect(provider.connection.line == "offline known: - failed: 0s \(failure)")
        #expect(stage.time.sleeperCount == 0)
        #expect(stage.server.requests.count == 1)
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "error: ld: \(stage.origin): The service responded with status \(status).\(suggestion) There will be no further attempt."
            ])
        await client.shutdown()
    }

    @Test("Ends the run, but keeps flags, if a reopened stream is rejected", arguments: [401, 403, 405])
    func refusedLater(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [
            [.send(.eventStream + .put(Self.one) + .lastChunk), .close], Step.status(status),
            Step.stream(.put(Self.one)),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        #expect(client.status == .ready)
        await stage.heard.until("streaming known: 0s failed: - -")
        await stage.pass(.seconds(1), waits: 2)
        await client.until { $0.status == .fatal }
        #expect(client.allFlags == ["a": 1])
        #expect(stage.server.requests.count == 2)
        // The end isn't permanent: a refresh starts a new run.
        #expect(await client.refresh() == .completed)
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Retries a rejected stream after 5 minutes if retriesWhenRefused is set", arguments: [401, 403, 404])
    func persistent(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(status), Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.retriesWhenRefused = true })
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.code == .general)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(300))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .seconds(2))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Reopens a stream that the server ends, without reporting a failure")
    func ended() async throws {
        let end: [Step] = [.send(.eventStream + .put(Self.one) + .lastChunk), .close]
        let stage = try LaunchDarklyStage(streams: [
            end, Step.stream(.put(#"{"a":{"value":2,"version":3},"b":{"value":true,"version":1}}"#)),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        await stage.heard.until("streaming known: 0s failed: - -")
        #expect(client.status == .ready)
        await stage.pass(.milliseconds(999), waits: 2)
        await client.until { $0.flagSet?.table["b"] != nil }
        await stage.heard.until("changed", 2)
        #expect(client.allFlags == ["a": 2, "b": true])
        #expect(
            stage.heard.all == [
                "establishingStreamingConnection known: - failed: - -", "streaming known: - failed: - -", "changed",
                "streaming known: 0s failed: - -", "streaming known: - failed: - -", "changed",
            ])
        #expect(client.diagnostics.recent == [])
        await client.shutdown()
    }

    @Test("Reopens a stream after 5 minutes of silence")
    func silent() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = try await stage.started()
        await stage.pass(.seconds(300))
        await stage.heard.until(
            #"streaming known: 300s failed: 300s unknownError("Received nothing over the stream for 300.0 seconds.")"#)
        #expect(client.status == .ready)
        await stage.pass(.milliseconds(999), waits: 2)
        await stage.heard.until("unchanged")
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Ignores unknown events without reporting them")
    func unknown() async throws {
        let gate = Gate()
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(
                .put(Self.one), .heartbeat, .event("news", "{}"), .event("message", "x"), then: gate, .put("{}"))
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        gate.open()
        await stage.heard.until("changed", 2)
        #expect(
            stage.heard.all == [
                "establishingStreamingConnection known: - failed: - -", "streaming known: - failed: - -", "changed",
                "changed",
            ])
        #expect(client.diagnostics.recent == [])
        await client.shutdown()
    }

    @Test("Reopens the stream after its connection breaks", arguments: [0, 1])
    func broken(count: Int) async throws {
        let breaking: [Step] = count == 0 ? [.reset] : [.send(.eventStream + .put(Self.one)), .reset]
        let stage = try LaunchDarklyStage(streams: [breaking, Step.stream(.put(#"{"b":{"value":2,"version":3}}"#))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = await client.start()
        if count == 0, case .ready = start { Issue.record("Expected no flags.") }
        if count == 1 { await stage.heard.untilPrefix("streaming known: 0s failed: 0s unknownError") }
        await stage.pass(.seconds(2), waits: count + 1)
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Reports a response that isn't an event stream")
    func contentType() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(
            error.message
                == "\(stage.origin): The service responded with content type \"\" instead of a stream. Check the service URL."
        )
        await client.shutdown()
    }

    @Test("Retries if the service doesn't respond within 10 seconds")
    func stalled() async throws {
        let stage = try LaunchDarklyStage(streams: [[.stall], Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        await stage.pass(.seconds(10))
        guard case .defaults(let error) = await start.value else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.message == "\(stage.origin): The server didn't respond in time.")
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Closes the stream immediately when the client shuts down", arguments: [false, true])
    func closing(isOpen: Bool) async throws {
        let stage = try LaunchDarklyStage(streams: [isOpen ? Step.stream(.put(Self.one)) : [.stall]])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        if isOpen { _ = await start.value }
        await client.shutdown()
        try await stage.server.untilClosedByClient()
        _ = await start.value
    }

    // MARK: Flags

    @Test("Replaces all flags on a put event, regardless of versions")
    func put() async throws {
        let gate = Gate()
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(
                .put(#"{"a":{"value":1,"version":9},"b":{"value":1,"version":9}}"#),
                .delete(#"{"key":"c","version":9}"#), then: gate,
                .put(#"{"a":{"value":2,"version":3}}"#), .patch(#"{"key":"c","value":"back","version":1}"#))
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        #expect(client.allFlags == ["a": 1, "b": 1])
        gate.open()
        await client.until { $0.flagSet?.table["c"] != nil }
        #expect(client.allFlags == ["a": 2, "c": "back"])
        await client.shutdown()
    }

    @Test("Serves flags with all properties from the service")
    func facts() async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(
                .put(
                    #"{"a":{"value":"x","version":2,"flagVersion":7,"variation":3,"trackEvents":true,"trackReason":true,"#
                        + #""debugEventsUntilDate":99,"prerequisites":["b"],"#
                        + #""reason":{"kind":"RULE_MATCH","ruleId":"r"},"more":[1]},"none":{"value":null,"version":1}}"#
                ))
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        let flag = client.state.flagSet?.table["a"]
        #expect(flag?.description == "a = \"x\" (3, TARGETING_MATCH, network: ld)")
        #expect(flag?.version == 7)
        #expect(flag?.reporting == .each)
        #expect(flag?.vendor["debugEventsUntilDate"] == 99)
        #expect(flag?.vendor["prerequisites"] == ["b"])
        #expect(flag?.metadata == ["vendorReason": ["kind": "RULE_MATCH", "ruleId": "r"]])
        #expect(client.allFlags == ["a": "x"])
        #expect(client.int("none", default: 5) == 5)
        await client.shutdown()
    }

    @Test("Sends the last event ID when it reopens the stream")
    func lastEventID() async throws {
        let stage = try LaunchDarklyStage(streams: [
            [.send(.eventStream + .chunk("id: 42\nevent: put\ndata: {}\n\n") + .lastChunk), .close],
            Step.stream(.put(Self.one)),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        await stage.heard.until("streaming known: 0s failed: - -")
        await stage.pass(.milliseconds(999), waits: 2)
        await client.until { $0.flagSet?.table["a"] != nil }
        #expect(stage.server.requests.map { $0.value(of: "Last-Event-ID") } == [nil, "42"])
        await client.shutdown()
    }

    @Test("Closes the stream when offline, and opens a new one when online")
    func offline() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        #expect(await client.setOnline(false) == .completed)
        try await stage.server.untilClosedByClient(0)
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": 1])
        #expect(provider.connection.line == "offline known: 0s failed: - -")
        #expect(await client.setOnline(true) == .completed)
        #expect(client.status == .ready)
        #expect(stage.server.requests.count == 2)
        await client.shutdown()
    }

    @Test("Opens a new stream for a new user, and drops the old user's flags")
    func identify() async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(.put(Self.one)), Step.stream(.put(#"{"b":{"value":2,"version":1}}"#)),
        ])
        defer { stage.server.stop() }
        let client = try await stage.started()
        #expect(await client.setContext(.user("b")) == .completed)
        #expect(client.allFlags == ["b": 2])
        #expect(stage.server.lines == ["GET /meval/eyJrZXkiOiJhIn0", "GET /meval/eyJrZXkiOiJiIn0"])
        try await stage.server.untilClosedByClient(0)
        await client.shutdown()
    }
}
