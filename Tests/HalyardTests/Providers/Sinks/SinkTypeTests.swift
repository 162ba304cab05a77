// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@testable import Halyard

@Suite("Sink and hook configuration")
struct SinkTypeTests {
    private let files = InMemoryFileSystem()

    /// Creates a component from a JSON object, and returns it with the diagnostics.
    private func make<Product>(
        _ type: ComponentFactory<Product>, _ json: FlagValue
    ) throws -> (product: Product, diagnostics: [String]) {
        let builder = ConfigurationBuilder(
            host: .files(files) { $0.time = ManualTime(now: Instant(millisecondsSinceEpoch: 0)) }, directory: "app")
        let settings = SettingsReader(json, name: "sink", builder: builder)
        let product = try #require(settings.make(type))
        settings.finish()
        return (product, builder.diagnostics.map(\.description))
    }

    @Test("Reports invalid settings with suggestions")
    func faults() throws {
        #expect(
            try make(.jsonLines, [:]).diagnostics == [
                "error: Missing setting \"path\". Add it: the path of a file."
            ])
        #expect(
            try make(.jsonLines, ["path": 1, "maximumSize": 10, "context": "all", "interest": "some", "pth": 1])
                .diagnostics
                == [
                    "error: /path: Expected a string, found a number. Use \"…\" or {\"$env\": \"NAME\"}.",
                    "error: /maximumSize: 10 is outside the range 1000 to 2000000000. Use a number in that range.",
                    "error: /context: Expected one of \"none\", \"keys\", \"attributes\", found \"all\".",
                    "error: /interest: Expected one of \"counts\", \"flagged\", \"every\", found \"some\".",
                    "error: /pth: Unknown setting \"pth\". Did you mean \"path\"?",
                ])
        #expect(
            try make(.console, ["path": "x"]).diagnostics == [
                "error: /path: Unknown setting \"path\". Known settings: context, interest."
            ])
        #expect(
            try make(.logging, ["includesContext": "x"]).diagnostics == [
                "error: /includesContext: Expected true or false, found the string \"x\". Use true or false."
            ])
    }

    @Test("Applies the settings of a jsonLines sink and resolves its path")
    func jsonLines() async throws {
        let (sink, diagnostics) = try make(
            .jsonLines, ["path": "events.jsonl", "maximumSize": 1000, "context": "attributes", "interest": "every"])
        #expect(diagnostics == [])
        #expect(sink.capabilities.interest == .every)
        sink.receive(
            .tracked(
                TrackingEvent(
                    name: "a", context: .user("ada", ["plan": "gold"]), time: Instant(millisecondsSinceEpoch: 0))))
        sink.receive(.changed(ChangeSet(), at: Instant(millisecondsSinceEpoch: 0)))
        await sink.flush()
        #expect(
            String(decoding: try files.contents(of: "app/events.jsonl"), as: UTF8.self) == """
                {"context":{"attributes":{"plan":"gold"},"key":"ada","kind":"user"},"kind":"custom","name":"a",\
                "time":"1970-01-01T00:00:00.000Z"}
                {"flags":[],"kind":"change","time":"1970-01-01T00:00:00.000Z"}

                """)
        sink.receive(
            .tracked(
                TrackingEvent(
                    name: String(repeating: "x", count: 500), context: .anonymous,
                    time: Instant(millisecondsSinceEpoch: 0)
                )))
        await sink.flush()
        #expect((sink as? LineSink)?.droppedCount == 1)
    }

    @Test("Uses keys and flagged evaluations by default")
    func defaults() throws {
        let (sink, diagnostics) = try make(.jsonLines, ["path": "/events.jsonl"])
        #expect(diagnostics == [])
        #expect(sink.capabilities.interest == .flagged)
        #expect((sink as? LineSink)?.contextDetail == .keys)
        let console = try make(.console, ["interest": "counts", "context": "none"])
        #expect(console.diagnostics == [])
        #expect(console.product.capabilities.interest == .counts)
        #expect((console.product as? LineSink)?.contextDetail == EventRecord.ContextDetail.none)
    }

    @Test("Registers the sink and hook types of the core module")
    func names() throws {
        #expect(ProviderModule.core.sinks.map(\.name) == ["jsonLines", "console", "replay"])
        #expect(ProviderModule.core.hooks.map(\.name) == ["logging"])
    }
}
