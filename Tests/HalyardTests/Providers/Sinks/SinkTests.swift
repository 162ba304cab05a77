// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Built-in sinks")
struct SinkTests {
    private let epoch = Instant(millisecondsSinceEpoch: 0)

    private func event(_ name: String, by context: EvaluationContext = .anonymous) -> TrackingEvent {
        TrackingEvent(name: name, context: context, time: epoch)
    }

    private func evaluation(_ key: String, _ reporting: EvaluatedFlag.Reporting = []) -> Evaluation {
        Evaluation(
            flag: EvaluatedFlag(key, 1, origin: Origin(.memory, provider: "memory"), reporting: reporting), key: key,
            value: 1,
            defaultValue: 0, context: .anonymous, time: epoch)
    }

    // MARK: In memory

    @Test("Keeps the newest events in memory, and counts dropped events")
    func memory() {
        let sink = InMemorySink(capacity: 2)
        for name in ["a", "b", "c", "d", "e"] { sink.receive(.tracked(event(name))) }
        #expect(sink.records.map { $0.json["name"] } == ["d", "e"])
        #expect(sink.droppedCount == 3)
        sink.removeAll()
        #expect(sink.records.isEmpty)
        sink.receive(.tracked(event("f")))
        #expect(sink.records.map { $0.json["name"] } == ["f"])
    }

    @Test("Treats a capacity below 1 as 1")
    func noCapacity() {
        let sink = InMemorySink(capacity: 0)
        for name in ["a", "b"] { sink.receive(.tracked(event(name))) }
        #expect(sink.records.map { $0.json["name"] } == ["b"])
    }

    @Test("Removes an erased identity's events, and all events without consent")
    func memoryForgets() async {
        let sink = InMemorySink()
        let client = FlagClient(
            provider: InMemoryFlagProvider(), context: .user("ada"), sinks: [sink], options: .manual())
        client.track("a")
        await client.setContext(.user("bob"))
        client.track("b")
        await client.erase(.user("ada"))
        #expect(sink.records.map { $0.json["name"] } == ["b"])
        client.setEventsEnabled(false)
        await client.flush()
        #expect(sink.records.isEmpty)
    }

    // MARK: Console

    @Test("Writes each event as one readable line")
    func console() async {
        let texts = Lock<[String]>([])
        let sink = LineSink.console(context: .attributes) { text in
            texts.withLock { $0.append(text) }
        }
        sink.receive(.tracked(event("a\nb", by: .user("ada", ["plan": "gold"]).keepingPrivate("plan"))))
        sink.receive(.evaluated(evaluation("limit")))
        sink.receive(.changed(ChangeSet([FlagChange(key: "x", old: nil, new: nil)]), at: ManualTime().now))
        await sink.flush()
        #expect(
            texts.withLock { $0.joined() } == """
                1970-01-01T00:00:00.000Z custom a\\nb for {"key":"ada","kind":"user"}
                1970-01-01T00:00:00.000Z exposure limit = 1 (STATIC, memory: memory) for {"anonymous":true,"kind":"user"}
                2026-01-01T00:00:00.000Z change\u{20}

                """)
        #expect(sink.droppedCount == 0)
    }

    @Test("Writes to standard error by default")
    func standardError() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sink = LineSink.console(context: .none)
            sink.receive(
                .tracked(
                    TrackingEvent(name: "a", context: .anonymous, time: Instant(millisecondsSinceEpoch: 0))))
            await sink.flush()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("1970-01-01T00:00:00.000Z custom a\n"))
    }
}
