// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP failures")
struct OFREPFailureTests {
    private static let refusal = "Set a valid \"bearer\" or \"apiKey\"."
    private static let wrongURL = "Check the URL. Use the part before \"/ofrep\"."
    private static let wrongContext = "Check the context. Some servers only accept attributes as \"text\"."

    @Test("Ends all requests after a rejected credential until the app refreshes", arguments: [401, 403])
    func fatal(status: Int) async throws {
        let stage = try OFREPStage(.response(status, body: "secret body"), .on("a"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) }) { $0.lifecycle = lifecycle }
        let error = FlagError(.providerFatal, "\(stage.origin) responded with status \(status). \(Self.refusal)")
        #expect(await client.start() == .defaults(error))
        await client.until { $0.status == .fatal }
        #expect(stage.time.sleeperCount == 0)
        stage.time.advance(by: .seconds(3600))
        #expect(await client.start() == .defaults(error))
        #expect(stage.server.requests.count == 1)
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "fetchFailed", .error, subject: "ofrep", error.message + " There will be no further attempt.",
                    cause: "status \(status)")
            ])
        #expect(await client.refresh() == .completed)
        #expect(client.allFlags == ["a": true])
        #expect(client.status == .ready)
        await client.shutdown()
    }

    @Test("Stops polling and keeps the flags when a credential is rejected later", arguments: [401, 403])
    func refusedLater(status: Int) async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(status), .on("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) })
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(30))
        let error = FlagError(.providerFatal, "\(stage.origin) responded with status \(status). \(Self.refusal)")
        await client.until { $0.error == error && $0.status == .fatal }
        #expect(client.allFlags == ["a": true])
        await until { stage.time.sleeperCount == 0 }
        stage.time.advance(by: .seconds(86_400))
        #expect(stage.server.requests.count == 2)
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    @Test(
        "Keeps the flags, suggests a fix, and retries rarely after a rejection",
        arguments: [
            (400, "", ErrorCode.general, "400. \(wrongContext)"),
            (
                400, #"{"errorCode":"PARSE_ERROR","errorDetails":"secret"}"#, .parseError,
                "400 (PARSE_ERROR). \(wrongContext)"
            ),
            (
                400, #"{"errorCode":"TARGETING_KEY_MISSING"}"#, .targetingKeyMissing,
                "400 (TARGETING_KEY_MISSING). \(wrongContext)"
            ),
            (400, #"{"errorCode":"INVALID_CONTEXT"}"#, .invalidContext, "400 (INVALID_CONTEXT). \(wrongContext)"),
            (400, #"{"errorCode":"GENERAL"}"#, .general, "400 (GENERAL). \(wrongContext)"),
            (400, #"{"errorCode":"FLAG_CONFIG"}"#, .general, "400. \(wrongContext)"),
            (400, #"{"errorCode":["PARSE_ERROR"]}"#, .general, "400. \(wrongContext)"),
            (404, "<html>", .general, "404. \(wrongURL)"), (405, "", .general, "405. \(wrongURL)"),
            (406, "", .general, "406. \(wrongURL)"), (410, "", .general, "410. \(wrongURL)"),
            (413, "{}", .general, "413. The context is too large. Drop attributes with a mapping rule."),
        ])
    func refusals(status: Int, body: String, code: ErrorCode, message: String) async throws {
        let stage = try OFREPStage(
            .on("a", tag: "\"1\""), .response(status, ["ETag: \"bad\""], body: Wire(Array(body.utf8))), .on("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let error = FlagError(code, "\(stage.origin) responded with status \(message)")
        #expect(await client.refresh() == .failed(error))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(149_999))
        #expect(stage.server.requests.count == 2)
        #expect(stage.time.sleeperCount == 1)
        stage.time.advance(by: .milliseconds(150_001))
        await client.until { $0.error == nil }
        #expect(client.allFlags == ["b": true])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        #expect(client.diagnostics.recent.map(\.code) == ["fetchFailed"])
        #expect(
            client.diagnostics.recent.first?.message.hasPrefix("\(error.message) Next attempt in ") == true)
        await client.shutdown()
    }

    @Test("Explains a rejection at the start, and reports it once")
    func refusedAtStart() async throws {
        let stage = try OFREPStage(.response(404))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let error = FlagError(.general, "\(stage.origin) responded with status 404. \(Self.wrongURL)")
        #expect(await client.start() == .defaults(error))
        #expect(client.status == .error)
        #expect(await client.start() == .defaults(error))
        for _ in 1...3 {
            _ = try await stage.server.nextRequest()
            await stage.pass(.seconds(300))
        }
        _ = try await stage.server.nextRequest()
        await stage.time.awaitSleepers()
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }

    // MARK: Pauses

    private static let pauses = ["120", "Thu, 01 Jan 2026 00:02:00 GMT", "2026-01-01T00:02:00Z"]

    @Test("Sends no request of any kind until the Retry-After of a 429 passes", arguments: pauses)
    func pause(text: String) async throws {
        let stage = try OFREPStage(.on("a"), .response(429, ["Retry-After: \(text)"]), .on("b"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle()
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(10) }) { $0.lifecycle = lifecycle }
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .failed(FlagError(.general, "\(stage.origin) responded with status 429.")))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        let waiting = FlagError(
            .general, "\(stage.origin) requested a pause. Next request in 120.0 seconds.")
        #expect(await client.refresh() == .failed(waiting))
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        lifecycle.move(to: .foreground)
        await client.until { $0.mode == .online }
        await stage.time.awaitSleepers()
        #expect(await client.setContext(.user("ann", ["plan": "gold"])) == .failed(waiting))
        #expect(await client.setContext(.user("bob")) == .failed(waiting))
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(119_999))
        #expect(stage.time.sleeperCount == 1)
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .milliseconds(1))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        #expect(stage.server.requests.count == 3)
        #expect(stage.server.requests.last?.text == #"{"context":{"targetingKey":"bob"}}"#)
        await client.shutdown()
    }

    @Test("Waits for a Retry-After that exceeds the polling interval", arguments: [429, 503])
    func pauseWhilePolling(status: Int) async throws {
        let stage = try OFREPStage(.response(status, ["Retry-After: 120"]), .on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(10) })
        #expect(
            await client.start() == .defaults(FlagError(.general, "\(stage.origin) responded with status \(status).")))
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(119_999))
        #expect(stage.time.sleeperCount == 1)
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .milliseconds(1))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Limits Retry-After to an hour, and ignores past and unreadable ones")
    func oddPauses() async throws {
        for text in ["86400", "2026-02-01T00:00:00Z"] {
            let stage = try OFREPStage(.response(429, ["Retry-After: \(text)"]), .on("a"))
            defer { stage.server.stop() }
            let client = stage.client(try stage.provider())
            _ = await client.start()
            await stage.time.awaitSleepers()
            stage.time.advance(by: .milliseconds(3_599_999))
            #expect(stage.server.requests.count == 1)
            stage.time.advance(by: .milliseconds(1))
            await client.until { $0.status == .ready }
            await client.shutdown()
        }
        for text in ["0", "-1", "soon", "2024-02-07T12:00:00Z", "Sun, 06 Nov 1994 08:49:37 GMT"] {
            let stage = try OFREPStage(.response(429, ["Retry-After: \(text)"]), .on("a"))
            defer { stage.server.stop() }
            let client = stage.client(try stage.provider())
            _ = await client.start()
            await stage.time.awaitSleepers()
            stage.time.advance(by: .milliseconds(999))
            #expect(stage.server.requests.count == 1)
            stage.time.advance(by: .milliseconds(1001))
            await client.until { $0.status == .ready }
            await client.shutdown()
        }
    }

    @Test("Serves no other user's flags after a context change during a pause")
    func pauseForAnother() async throws {
        let stage = try OFREPStage(.on("a"), .response(429, ["Retry-After: 60"]), .on("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await client.refresh()
        await client.setContext(.user("bob"))
        #expect(client.status == .error)
        #expect(client.allFlags == [:])
        #expect(client.details(of: FlagKey("a", default: false)).error?.code == .general)
        await stage.pass(.seconds(60))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
    }

    // MARK: Outages

    @Test(
        "Keeps the flags in an outage, retries soon, and recovers",
        arguments: [204, 408, 425, 429, 500, 502, 503, 504, 599])
    func outage(status: Int) async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(status), .on("b"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let error = FlagError(.general, "\(stage.origin) responded with status \(status).")
        #expect(await client.refresh() == .failed(error))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(999))
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .milliseconds(1001))
        await client.until { $0.error == nil }
        #expect(client.status == .ready)
        #expect(client.allFlags == ["b": true])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }

    @Test("Reports flagd's error code of a failed bulk evaluation")
    func outageWithCode() async throws {
        let stage = try OFREPStage(.response(500, body: #"{"errorCode":"PARSE_ERROR","errorDetails":"secret"}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(
            await client.start()
                == .defaults(FlagError(.parseError, "\(stage.origin) responded with status 500 (PARSE_ERROR).")))
        await client.shutdown()
    }

    @Test("Retries after resets with growing delays, and reports them once")
    func reset() async throws {
        let count = Lock(0)
        let stage = try OFREPStage { _ in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            // Each request uses a separate connection, because the error of a reset depends on that.
            return number == 1 || number > 14 ? [.send(.on("a")), .close] : [.reset]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        guard case .failed(let error) = await client.refresh() else {
            Issue.record("The refresh didn't fail.")
            return
        }
        #expect(error.code == .general)
        #expect(error.message.hasPrefix("\(stage.origin): "))
        #expect(client.status == .stale)
        for number in 3...14 {
            // The delay doubles each time, and jitter shortens it by at most half.
            let least = Duration.seconds(min(1 << (number - 3), 150))
            await stage.time.awaitSleepers()
            stage.time.advance(by: least - .milliseconds(1))
            #expect(stage.time.sleeperCount == 1)
            #expect(stage.server.requests.count == number - 1)
            stage.time.advance(by: least + .milliseconds(1))
            await until { stage.server.requests.count == number }
        }
        #expect(client.allFlags == ["a": true])
        await stage.pass(.seconds(300))
        await client.until { $0.status == .ready }
        #expect(client.diagnostics.recent.count == 1)
        await client.shutdown()
    }

    @Test("Schedules a retry if the server is unreachable at the start")
    func unreachable() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let port = try ClosedPort()
        let client = stage.client(try stage.provider { $0.url = port.url("") })
        guard case .defaults(let error) = await client.start() else {
            Issue.record("The client started with flags.")
            return
        }
        #expect(error.code == .general)
        #expect(client.status == .error)
        await stage.time.awaitSleepers()
        #expect(stage.time.sleeperCount == 1)
        await client.shutdown()
        #expect(stage.time.sleeperCount == 0)
    }

    @Test("Treats an incomplete response as a failure, and uses none of it")
    func cutOff() async throws {
        let count = InTurn([0, 1, 2])
        let stage = try OFREPStage { _ in
            count.next() == 1
                ? [.send(.response(200, ["ETag: \"2\""], body: #"{"flags":[]}"#, contentLength: 500)), .close]
                : [.send(.on("a", tag: "\"1\""))]
        }
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        guard case .failed = await client.refresh() else {
            Issue.record("The refresh didn't fail.")
            return
        }
        #expect(client.allFlags == ["a": true])
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }
}
