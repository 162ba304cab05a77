// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("Sinks that come along")
struct SinkTests {
    private let epoch = Instant(millisecondsSinceEpoch: 0)

    private func event(_ name: String, by context: EvaluationContext = .anonymous) -> TrackedEvent {
        TrackedEvent(name: name, context: context, time: epoch)
    }

    private func evaluation(_ key: String, _ reporting: Flag.Reporting = []) -> Evaluation {
        Evaluation(
            flag: Flag(key, 1, origin: Origin(.memory, provider: "memory"), reporting: reporting), key: key, value: 1,
            fallback: 0, context: .anonymous, time: epoch)
    }

    // MARK: In memory

    @Test("a sink in memory keeps the newest events and counts those that had to go")
    func memory() {
        let sink = InMemorySink(capacity: 2)
        for name in ["a", "b", "c", "d", "e"] { sink.tracked(event(name)) }
        #expect(sink.records.map { $0.json["name"] } == ["d", "e"])
        #expect(sink.droppedCount == 3)
        sink.removeAll()
        #expect(sink.records.isEmpty)
        sink.tracked(event("f"))
        #expect(sink.records.map { $0.json["name"] } == ["f"])
    }

    @Test("a capacity below one is one")
    func noCapacity() {
        let sink = InMemorySink(capacity: 0)
        for name in ["a", "b"] { sink.tracked(event(name)) }
        #expect(sink.records.map { $0.json["name"] } == ["b"])
    }

    @Test("a sink in memory forgets an identity, and everything without consent")
    func memoryForgets() async {
        let sink = InMemorySink()
        let client = FlagClient(provider: InMemoryProvider(), context: .user("ada"), sinks: [sink], options: .manual())
        client.track("a")
        await client.setContext(.user("bob"))
        client.track("b")
        await client.erase(.user("ada"))
        #expect(sink.records.map { $0.json["name"] } == ["b"])
        client.setEventsEnabled(false)
        #expect(sink.records.isEmpty)
    }

    // MARK: Console

    @Test("each event is one readable line, changes at the sink's time")
    func console() async {
        let texts = Lock<[String]>([])
        let sink = ConsoleSink(context: .attributes, time: ManualTime()) { text in
            texts.withLock { $0.append(text) }
        }
        sink.tracked(event("a\nb", by: .user("ada", ["plan": "gold"]).keepingPrivate("plan")))
        sink.evaluated(evaluation("limit"))
        sink.changed(ChangeSet([FlagChange(key: "x", old: nil, new: nil)]))
        await sink.flush()
        #expect(
            texts.withLock { $0.joined() } == """
                1970-01-01T00:00:00.000Z custom a\\nb for {"key":"ada","kind":"user"}
                1970-01-01T00:00:00.000Z exposure limit = 1 (STATIC, memory: memory) for {"anonymous":true,"kind":"user"}
                2026-01-01T00:00:00.000Z change\u{20}

                """)
        #expect(sink.droppedCount == 0)
    }

    @Test("without a place of the app's own, lines go to standard error")
    func standardError() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sink = ConsoleSink(context: .none)
            sink.tracked(
                TrackedEvent(name: "a", context: .anonymous, time: Instant(millisecondsSinceEpoch: 0)))
            await sink.flush()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("1970-01-01T00:00:00.000Z custom a\n"))
    }

    // MARK: Fan-out

    @Test("of several sinks each gets what it wants")
    func fanOut() async {
        let sinks = [RecordingSink(interest: .counts), RecordingSink(), RecordingSink(interest: .every)]
        let sink = FanOutSink(sinks)
        #expect(sink.interest == .every)
        #expect(FanOutSink([sinks[0], sinks[1]]).interest == .flagged)
        #expect(FanOutSink([]).interest == .counts)
        sink.evaluated(evaluation("loud", .each))
        sink.evaluated(evaluation("quiet"))
        #expect(
            sinks.map(\.lines) == [
                [], ["evaluated loud = 1 value ok"],
                ["evaluated loud = 1 value ok", "evaluated quiet = 1 value ok"],
            ])
    }

    @Test("everything else reaches all of them")
    func fanOutOfTheRest() async {
        let sinks = [RecordingSink(), RecordingSink()]
        let memory = InMemorySink()
        let closed = Lock(0)
        let sink = FanOutSink([FanOutSink(sinks), memory])
        sink.attach(EventFeed(closeWindow: { closed.withLock { $0 += 1 } }))
        for sink in sinks { sink.closeWindow() }
        #expect(closed.withLock { $0 } == 2)
        sink.counted(EvaluationSummary(context: .user("a"), start: epoch, end: epoch, entries: []))
        sink.tracked(event("t"))
        sink.identified(IdentifiedEvent(context: .user("a"), time: epoch))
        sink.changed(ChangeSet())
        await sink.flush()
        await sink.erase(.user("a"))
        for sink in sinks {
            #expect(
                sink.lines == [
                    "counted for user:a: ", "tracked t null - by user:anonymous", "identified user:a after nobody",
                    "changed ", "flush", "erase user:a",
                ])
        }
        #expect(memory.records.map(\.kind) == [.custom, .change])
        sink.collecting(false)
        #expect(memory.records.isEmpty)
    }
}
