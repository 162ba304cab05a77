// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP ETags and changes")
struct OFREPTagTests {
    private static let start = Instant(millisecondsSinceEpoch: 1_767_225_600_000)

    private func tags(_ stage: OFREPStage) -> [String?] {
        stage.server.requests.map { $0.value(of: "If-None-Match") }
    }

    @Test("Replaces all flags by a response, and lists only visible changes")
    func replacement() async throws {
        let stage = try OFREPStage(
            .flags(
                #"{"flags":[{"key":"stays","value":1,"reason":"STATIC"},{"key":"goes","value":1},{"key":"moves","value":1}]}"#
            ),
            .flags(
                #"{"flags":[{"key":"moves","value":2},{"key":"new","value":1},{"key":"stays","value":1,"reason":"SPLIT"}]}"#
            ))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        var updates = client.updates.makeAsyncIterator()
        _ = try #require(await updates.next())
        #expect(await client.refresh() == .completed)
        var keys = Set<String>()
        while let update = await updates.next() {
            keys.formUnion(update.changes.keys)
            if update.state.flagSet?.table["new"] != nil { break }
        }
        #expect(keys == ["goes", "moves", "new"])
        #expect(client.allFlags == ["moves": 2, "new": 1, "stays": 1])
        #expect(client.details(of: FlagKey("stays", default: 0)).reason == .split)
        #expect(client.details(of: FlagKey("goes", default: 9)).error?.code == .flagNotFound)
        await client.shutdown()
    }

    @Test("Reuses the object of an unchanged flag only")
    func sameFlags() async throws {
        let stage = try OFREPStage(
            .flags(#"{"flags":[{"key":"a","value":1,"metadata":{"x":1}},{"key":"b","value":1,"metadata":{"x":1}}]}"#),
            .flags(#"{"flags":[{"key":"b","value":1,"metadata":{"x":2}},{"key":"a","value":1,"metadata":{"x":1}}]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let before = try #require(client.state.flagSet?.table)
        #expect(await client.refresh() == .completed)
        let after = try #require(client.state.flagSet?.table)
        #expect(before["a"] != nil && after["a"] === before["a"])
        #expect(after["b"] !== before["b"])
        #expect(after["b"]?.metadata == ["x": 2])
        await client.shutdown()
    }

    @Test(
        "Sends the ETag back byte for byte",
        arguments: [
            #"W/"1""#, #""strong""#, "unquoted", #""body-sha;gzip""#, #"W/"a b, c""#, "*", #""1", "2""#, #""%22""#,
        ])
    func echo(tag: String) async throws {
        let stage = try OFREPStage(.on("a", tag: tag), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        #expect(await client.refresh() == .completed)
        await client.shutdown()
        #expect(tags(stage) == [nil, tag, tag])
    }

    @Test("Reads a lowercase ETag field, and keeps the suffix of its value")
    func fieldName() async throws {
        let stage = try OFREPStage(
            .response(200, ["etag: \"1-gzip\""], body: #"{"flags":[{"key":"a","value":true}]}"#), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        await client.shutdown()
        #expect(tags(stage) == [nil, "\"1-gzip\""])
    }

    @Test("Sends no ETag after a response without an ETag or with an empty ETag", arguments: [nil, ""])
    func noTag(tag: String?) async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .on("b", tag: tag))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(await client.refresh() == .completed)
        #expect(await client.refresh() == .completed)
        await client.shutdown()
        #expect(tags(stage) == [nil, "\"1\"", nil])
    }

    @Test("Drops the ETag while polling when a response has none")
    func noTagWhilePolling() async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .on("b"), .on("c"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) })
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.table["b"] != nil }
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.table["c"] != nil }
        await client.shutdown()
        #expect(tags(stage) == [nil, "\"1\"", nil])
    }

    @Test("Drops the ETag if the context changes, and ignores an equal context")
    func contextChange() async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let ann = EvaluationContext.user("ann", ["plan": "gold"])
        let client = stage.client(try stage.provider(), for: ann)
        #expect(await client.start() == .ready)
        #expect(await client.setContext(.user("ann", ["plan": "gold"])) == .completed)
        #expect(stage.server.requests.count == 1)
        for other in [
            ann.setting("plan", to: "silver"), ann, .user("bob", ["plan": "gold"]), ann,
            ann.adding(.init(.organization, key: "acme")), .anonymous,
        ] {
            #expect(await client.setContext(other) == .completed)
        }
        #expect(await client.refresh() == .completed)
        await client.shutdown()
        #expect(tags(stage) == [nil, nil, nil, nil, nil, nil, nil, "\"1\""])
    }

    @Test(
        "Keeps the flags and ETag after an unreadable response, and retries",
        arguments: [
            (#"{"flags":[{"key":"b""#, "20 bytes that aren't JSON (unexpectedEnd, line 1, column 21)"),
            ("<!DOCTYPE html><title>Log in</title>", "36 bytes that aren't JSON (syntax, line 1, column 1)"),
            ("{\n\"flags\":[{\"key\":\"\\ud800\"}]}", "29 bytes that aren't JSON (encoding, line 2, column 18)"),
            ("", "0 bytes that aren't JSON (unexpectedEnd, line 1, column 1)"),
            (#"{"metadata":{}}"#, "15 bytes without an array \"flags\""),
            ("null", "4 bytes without an array \"flags\""),
            ("[]", "2 bytes without an array \"flags\""), (#""flags""#, "7 bytes without an array \"flags\""),
            (#"{"flags":{"b":true}}"#, "20 bytes without an array \"flags\""),
        ])
    func undecodable(body: String, what: String) async throws {
        let stage = try OFREPStage(
            .on("a", tag: "\"good\""), .flags(body, tag: "\"bad\""), .on("b", tag: "\"better\""), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) })
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(30))
        let message = "\(stage.origin) sent \(what). Check the URL."
        await client.until { $0.error != nil }
        #expect(client.state.error == FlagError(.parseError, message))
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": true])
        await stage.pass(.seconds(30))
        await client.until { $0.flagSet?.table["b"] != nil }
        #expect(client.status == .ready)
        #expect(await client.refresh() == .completed)
        #expect(tags(stage) == [nil, "\"good\"", "\"good\"", "\"better\""])
        #expect(
            client.diagnostics.recent == [
                Diagnostic("fetchFailed", .warning, subject: "ofrep", message, cause: "unreadable")
            ])
        await client.shutdown()
    }

    @Test("Accepts a response without flags and with an unusable event stream")
    func noFlags() async throws {
        let stage = try OFREPStage(.flags(#"{"flags":[],"eventStreams":[{"type":"sse"}]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.events = true })
        #expect(await client.start() == .ready)
        #expect(client.status == .ready)
        #expect(client.allFlags == [:])
        #expect(client.diagnostics.recent.map { $0.location?.pointer } == ["/eventStreams/0"])
        await client.shutdown()
    }

    @Test("Keeps the flags and ETag, and reports an error if no flag is readable")
    func unreadable() async throws {
        let stage = try OFREPStage(
            .on("a", tag: "\"1\""), .flags(#"{"flags":[{"value":true},7]}"#, tag: "\"2\""), .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        let error = FlagError(
            .parseError,
            "\(stage.origin) sent only flags that can't be read. The first: /flags/0: The item has no key, so it was skipped."
        )
        #expect(await client.refresh() == .failed(error))
        #expect(client.allFlags == ["a": true])
        #expect(await client.refresh() == .completed)
        #expect(tags(stage) == [nil, "\"1\"", "\"1\""])
        await client.shutdown()
    }

    @Test("Retries an unreadable first response even if it doesn't poll", arguments: ["<html>", ""])
    func firstUndecodable(body: String) async throws {
        let stage = try OFREPStage(.flags(body), .flags(body), .on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        guard case .defaults(let error) = await client.start() else {
            Issue.record("The client started with flags.")
            return
        }
        #expect(error.code == .parseError)
        await stage.pass(.seconds(300))
        _ = try await stage.server.nextRequest()
        _ = try await stage.server.nextRequest()
        await stage.pass(.seconds(300))
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.count == 3)
        await client.shutdown()
    }

    @Test("Updates only the confirmation date after a 304")
    func notModified() async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""), .response(304), .response(304, ["ETag: \"9\""]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider { $0.pollInterval = .seconds(30) })
        #expect(await client.start() == .ready)
        let before = try #require(client.state.flagSet)
        #expect(before.confirmedAt == Self.start)
        var updates = client.updates.makeAsyncIterator()
        _ = try #require(await updates.next())
        for count in 1...3 {
            await stage.pass(.seconds(30))
            await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(30) * count }
            let update = try #require(await updates.next())
            #expect(update.changes.isEmpty)
            #expect(update.state.status == .ready)
            #expect(client.state.flagSet?.table["a"] === before.table["a"])
            #expect(client.state.flagSet?.validator == "\"1\"")
        }
        #expect(client.details(of: FlagKey("a", default: false)).description == "a = true (on, STATIC, network: ofrep)")
        await client.shutdown()
        #expect(tags(stage) == [nil, "\"1\"", "\"1\"", "\"1\""])
    }

    @Test("Treats a 304 to a request without an ETag as a failure")
    func unasked() async throws {
        let stage = try OFREPStage(.response(304), .on("a"))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .defaults(FlagError(.general, "\(stage.origin) responded with status 304.")))
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }
}
