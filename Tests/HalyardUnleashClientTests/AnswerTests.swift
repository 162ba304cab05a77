// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import TestSupport
import Testing

/// A storage provider that keeps its toggles in memory.
private final class Shelf: StorageProvider, Sendable {
    private let toggles = Lock<[String: Toggle]>([:])
    func set(values: [String: Toggle]) { toggles.withLock { $0 = values } }
    func value(key: String) -> Toggle? { toggles.withLock { $0[key] } }
    func clear() {}
}

@Suite("UnleashClient: responses")
struct AnswerTests {
    @Test(
        "Keeps the flags and reports a decoding error for unusable responses",
        arguments: [
            "", "{}", #"{"toggles":[{"name":"a"}]}"#,
            #"{"toggles":[{"enabled":true},{"name":"b","enabled":"yes"},7]}"#,
        ])
    func unreadable(body: String) async throws {
        let stage = try ClientStage(.toggles("a", tag: "\"good\""), .flags(body, tag: "\"bad\""), .toggles("b"))
        defer { stage.server.stop() }
        let client = stage.client()
        #expect(await client.startFailure() == nil)
        #expect(await client.startFailure() == .decoding)
        #expect(client.isEnabled(name: "a"))
        #expect(await client.startFailure() == nil)
        #expect(client.isEnabled(name: "b"))
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"good\"", "\"good\""])
        await stage.stop(client)
    }

    @Test("Removes all flags when a response contains no flags")
    func empty() async throws {
        let stage = try ClientStage(.toggles("a"), .flags(#"{"toggles":[]}"#))
        defer { stage.server.stop() }
        let client = stage.client()
        try await client.start()
        #expect(await client.startFailure() == nil)
        #expect(!client.isEnabled(name: "a"))
        await stage.stop(client)
    }

    @Test("Reports no error and no event for a 304, even without an ETag")
    func notModified() async throws {
        let stage = try ClientStage(.response(304), .toggles("a", tag: "\"1\""), .response(304))
        defer { stage.server.stop() }
        let client = stage.client()
        let heard = Heard(client, .ready, .update, .error)
        #expect(await client.startFailure() == nil)
        await client.settle()
        #expect(heard.lines.isEmpty)
        #expect(await client.startFailure() == nil)
        #expect(await client.startFailure() == nil)
        #expect(client.isEnabled(name: "a"))
        await client.settle()
        #expect(heard.lines == ["ready"])
        await stage.stop(client)
    }

    @Test("Stores toggles as received, even with disabled or missing variants")
    func handedOn() async throws {
        let stage = try ClientStage(
            .flags(
                #"{"toggles":[{"name":"plain","enabled":true},{"name":"off","enabled":false,"variant":{"name":"v","#
                    + #""enabled":true,"feature_enabled":false,"payload":{"type":"csv","value":"1,2"}}},"#
                    + #"{"name":"resting","enabled":true,"impressionData":true,"variant":{"name":"w","enabled":false}}]}"#
            ))
        defer { stage.server.stop() }
        let shelf = Shelf()
        let client = stage.client(storage: shelf)
        try await client.start()
        await until { shelf.value(key: "plain") != nil }
        let payload = Payload(type: "csv", value: "1,2")
        let flags = [
            Toggle(name: "plain", enabled: true),
            Toggle(
                name: "off", enabled: false,
                variant: Variant(name: "v", enabled: true, featureEnabled: false, payload: payload)),
            Toggle(name: "resting", enabled: true, impressionData: true, variant: Variant(name: "w", enabled: false)),
        ]
        for flag in flags { #expect(shelf.value(key: flag.name) == flag) }
        // The client itself never returns an enabled variant of a disabled flag.
        let none = { (isOn: Bool) in Variant(name: "disabled", enabled: false, featureEnabled: isOn) }
        let resting = Variant(name: "w", enabled: false, featureEnabled: true)
        #expect(client.getVariant(name: "plain") == none(true))
        #expect(client.getVariant(name: "off") == none(false))
        #expect(client.getVariant(name: "resting") == resting)
        #expect(client.getVariant(name: "missing") == none(false))
        await stage.stop(client)

        // Before its first fetch, a client serves stored flags in the same way.
        let next = stage.client(storage: shelf)
        #expect(next.getVariant(name: "off") == none(false))
        #expect(next.getVariant(name: "resting") == resting)
    }

    @Test("Returns a poller's features as received")
    func poller() async throws {
        let stage = try ClientStage(
            .flags(#"{"toggles":[{"name":"a","enabled":false,"variant":{"name":"v","enabled":true}}]}"#))
        defer { stage.server.stop() }
        let poller = Poller(unleashUrl: stage.url, apiKey: "key")
        let client = stage.client(poller: poller)
        try await client.start()
        #expect(
            poller.getFeature(name: "a")
                == Toggle(name: "a", enabled: false, variant: Variant(name: "v", enabled: true)))
        await stage.stop(client)
    }
}
