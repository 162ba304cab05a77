// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import TestSupport
import Testing

struct AnalyticsSink: EventSink {
    let queue: AsyncStream<EventRecord>.Continuation

    func receive(_ event: FlagEvent) {
        if let record = EventRecord(event), record.kind == .custom { queue.yield(record) }
    }
}

struct PurchaseSink: EventSink {
    let purchases: AsyncStream<Double>.Continuation

    func receive(_ event: FlagEvent) {
        switch event {
        case .tracked(let event) where event.name == "purchase": purchases.yield(event.metric ?? 0)
        default: break
        }
    }
}

@Suite("Guide samples: events")
struct EventsTests {
    private let provider = InMemoryFlagProvider(["new-nav": true])

    @Test("Records events in memory and in a file")
    func sinks() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID()).jsonl").path()
        defer { for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) } }
        let recent = InMemorySink(capacity: 200, interest: .every)
        let file = LineSink.file(path: path, maximumSize: 1_000_000)
        let flags = FlagClient(provider: provider, context: .user("ada"), sinks: [recent, file])
        await flags.start()
        _ = flags[.newNav]

        flags.track("checkout", metric: 49.90)
        await flags.flush()
        for record in recent.records { print(record) }
        let checkouts = recent.records.filter { $0.kind == .custom }

        #expect(checkouts.map { $0.json["name"] } == ["checkout"])
        #expect(recent.records.contains { $0.kind == .exposure })
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.contains(#""kind":"custom","metric":49.9,"name":"checkout""#) })

        let lost = flags.diagnostics.recent.filter { $0.code == "eventsDropped" }
        #expect(lost.isEmpty)
    }

    @Test("Omits private attributes")
    func privacy() {
        let ada = EvaluationContext.user("ada", ["plan": "gold", "email": "ada@example.com"]).keepingPrivate("email")
        let written = EventRecord.ContextDetail.attributes.json(ada)
        // {"attributes":{"plan":"gold"},"key":"ada","kind":"user"}
        #expect(written?.description == #"{"attributes":{"plan":"gold"},"key":"ada","kind":"user"}"#)
    }

    @Test("Sends events to a custom sink only with consent")
    func consent() async {
        let (records, queue) = AsyncStream.makeStream(of: EventRecord.self)
        let flags = FlagClient(provider: provider, sinks: [AnalyticsSink(queue: queue)])
        flags.setEventsEnabled(false)
        flags.track("unseen")
        flags.setEventsEnabled(true)
        flags.track("seen")
        await flags.flush()
        queue.finish()
        var names: [FlagValue?] = []
        for await record in records { names.append(record.json["name"]) }
        #expect(names == ["seen"])
    }

    @Test("Logs and traces evaluations with hooks")
    func hooks() async {
        let log = Recorder<String>()
        let flags = FlagClient(provider: provider)
        await flags.start()
        let logging = LoggingHook { entry in log.add("\(entry.severity): \(entry)") }
        let telemetry = TelemetryHook { event in log.add(event.name) }
        flags.addHooks(logging, telemetry)
        #expect(flags[.newNav])
        #expect(
            log.all == [
                #"info: stage="before" provider_name="memory" flag_key="new-nav" default_value=false"#,
                #"info: stage="after" provider_name="memory" flag_key="new-nav" default_value=false reason="STATIC" "#
                    + #"variant="default" value=true"#,
                "feature_flag.evaluation",
            ])
    }
}
