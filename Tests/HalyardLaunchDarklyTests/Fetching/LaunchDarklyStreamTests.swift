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

    // MARK: Trouble

    @Test(
        "data that cannot be used leaves flags and stream as they are, and is reported",
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

    @Test("a flag that cannot be read is skipped and reported, and the others are kept")
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
                "warning: /c/variation: c: Expected a value of type Int, found a string. It was ignored. "
                    + "Remove \"variation\", or change its value.",
                "warning: /d: d: Expected a flag object, found null. Halyard skipped the flag. "
                    + "Use {\"value\": …, \"version\": …}.",
            ])
        await client.shutdown()
    }

    @Test("a first stream that fails in a way that may pass is opened again", arguments: [400, 408, 429, 500, 503])
    func passing(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.status(status), Step.status(status), Step.stream(.put(Self.one)),
        ])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("there are flags")
            return
        }
        #expect(error.code == .general)
        #expect(error.message.hasPrefix("\(stage.origin): responded with status \(status). "))
        // A first failure waits one to two seconds, a second one two to four.
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
        // The same trouble is reported once.
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }

    @Test(
        "a stream that was lost is opened again after every failure that may pass",
        arguments: [400, 408, 429, 500, 503])
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
        "a first stream that is refused ends the run, and is not asked for again",
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
            Issue.record("there are flags")
            return
        }
        #expect(error == FlagError(.providerFatal, "\(stage.origin): responded with status \(status).\(suggestion)"))
        #expect(client.status == .fatal)
        #expect(provider.connection.line == "offline known: - failed: 0s \(failure)")
        #expect(stage.time.sleeperCount == 0)
        #expect(stage.server.requests.count == 1)
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "error: ld: \(stage.origin): responded with status \(status).\(suggestion) There will be no further attempt."
            ])
        await client.shutdown()
    }

    @Test("a refusal when a stream is opened again ends the run too, and the flags stay", arguments: [401, 403, 405])
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
        // Not for ever: who asks again is served again.
        #expect(await client.refresh() == .completed)
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("a refused stream is tried again after five minutes, where the options say so", arguments: [401, 403, 404])
    func persistent(status: Int) async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(status), Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.retriesWhenRefused = true })
        guard case .defaults(let error) = await client.start() else {
            Issue.record("there are flags")
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

    @Test("a stream that the server ends now and then is no failure: it is opened again, and the flags stay")
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

    @Test("a stream that is silent for five minutes is opened again")
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

    @Test("unknown events are ignored and not reported")
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

    @Test("a connection that breaks is opened again", arguments: [0, 1])
    func broken(count: Int) async throws {
        let breaking: [Step] = count == 0 ? [.reset] : [.send(.eventStream + .put(Self.one)), .reset]
        let stage = try LaunchDarklyStage(streams: [breaking, Step.stream(.put(#"{"b":{"value":2,"version":3}}"#))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = await client.start()
        if count == 0, case .ready = start { Issue.record("there are flags") }
        if count == 1 { await stage.heard.untilPrefix("streaming known: 0s failed: 0s unknownError") }
        await stage.pass(.seconds(2), waits: count + 1)
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("an answer that is no stream is reported")
    func contentType() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("there are flags")
            return
        }
        #expect(
            error.message
                == "\(stage.origin): responded with content type \"\" instead of a stream. Check the service URL.")
        await client.shutdown()
    }

    @Test("a service that does not answer is given ten seconds")
    func stalled() async throws {
        let stage = try LaunchDarklyStage(streams: [[.stall], Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        await stage.pass(.seconds(10))
        guard case .defaults(let error) = await start.value else {
            Issue.record("there are flags")
            return
        }
        #expect(error.message == "\(stage.origin): The server didn't respond in time.")
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("the end of a client ends its stream at once", arguments: [false, true])
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

    @Test("a whole set of flags replaces everything, whatever the versions")
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

    @Test("flags are served with all that the service says about them")
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

    @Test("the last identifier is said when the stream is opened again")
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

    @Test("a mode that changes opens a new stream, and offline there is none")
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

    @Test("another user gets a stream of their own, and nothing of the previous user's")
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
