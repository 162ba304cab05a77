// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("LineSink")
struct LineSinkTests {
    private let files = InMemoryFileSystem()
    private let diagnostics = Recorder<Diagnostic>()

    private func sink(
        _ other: (any FileSystem)? = nil, maximumSize: Int = 10_000_000, capacity: Int = 1000,
        context: EventRecord.ContextDetail = .none
    ) -> LineSink {
        let sink = LineSink.file(
            path: "a.jsonl", maximumSize: maximumSize, capacity: capacity, context: context, files: other ?? files)
        sink.receive(.attached(EventFeed(report: diagnostics.add)))
        return sink
    }

    private func event(_ name: String, by context: EvaluationContext = .anonymous) -> TrackingEvent {
        TrackingEvent(name: name, context: context, time: Instant(millisecondsSinceEpoch: 0))
    }

    private func lines(_ path: String = "a.jsonl") -> [String] {
        let text = String(decoding: (try? files.contents(of: path)) ?? [], as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns a line of 63 bytes, including its line break.
    private func line(_ name: String) -> String {
        #"{"kind":"custom","name":"\#(name)","time":"1970-01-01T00:00:00.000Z"}"#
    }

    @Test("Keeps events while the disk is full, and writes them later")
    func fullDisk() async {
        let sink = sink()
        files.refuseWrites("No space left on device")
        sink.receive(.tracked(event("a")))
        await sink.flush()
        sink.receive(.tracked(event("b")))
        await sink.flush()
        #expect(lines() == [""])
        files.refuseWrites(nil)
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), ""])
        #expect(sink.droppedCount == 0)
        #expect(
            diagnostics.all == [
                Diagnostic(
                    "eventsNotWritten", .warning, subject: "a.jsonl",
                    "Events couldn't be written: No space left on device. Up to 1000 of them remain in the queue.",
                    suggestion: "Check that the folder exists and is writable, and that the disk isn't full."
                )
            ])
    }

    @Test("Completes a torn line without splitting or repeating it")
    func torn() async {
        let torn = TearingFiles(files)
        let sink = sink(torn)
        sink.receive(.tracked(event("a")))
        await sink.flush()
        torn.room = 100
        for name in ["b", "c", "d"] { sink.receive(.tracked(event(name))) }
        await sink.flush()
        #expect(lines().last != "", "The file ends in the middle of a line.")
        torn.room = 7
        await sink.flush()
        torn.room = .max
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), line("c"), line("d"), ""])
        torn.room = 10
        sink.receive(.tracked(event("e")))
        await sink.flush()
        #expect(lines().last == #"{"kind":"c"#)
        torn.room = .max
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), line("c"), line("d"), line("e"), ""])
    }

    @Test("Completes a torn line before the next one, even after an erasure")
    func tornAndForgotten() async {
        let torn = TearingFiles(files)
        let sink = sink(torn)
        torn.room = 10
        sink.receive(.tracked(event("a", by: .user("ada"))))
        await sink.flush()
        await sink.erase(.user("ada"))
        torn.room = .max
        sink.receive(.tracked(event("b")))
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), ""])
    }

    @Test("Completes a torn line in the full file instead of the next one")
    func tornAtTheEnd() async {
        let torn = TearingFiles(files)
        let sink = sink(torn, maximumSize: 280)
        torn.room = 100
        for name in ["a", "b"] {
            sink.receive(.tracked(event(name)))
            await sink.flush()
        }
        torn.room = .max
        sink.receive(.tracked(event("c")))
        await sink.flush()
        #expect(lines("a.jsonl.1") == [line("a"), line("b"), ""])
        #expect(lines() == [line("c"), ""])
    }

    @Test("Rewrites a torn line completely if the file was replaced")
    func tornAndReplaced() async {
        let torn = TearingFiles(files)
        let sink = sink(torn)
        torn.room = 10
        sink.receive(.tracked(event("a")))
        await sink.flush()
        files.remove("a.jsonl")
        torn.room = .max
        sink.receive(.tracked(event("b")))
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), ""])
    }

    @Test("Replaces the previous rotated file, and keeps both within the limit")
    func rotation() async throws {
        let sink = sink(maximumSize: 280)
        for name in ["a", "b", "c", "d", "e"] {
            sink.receive(.tracked(event(name)))
            await sink.flush()
        }
        #expect(lines("a.jsonl.1") == [line("c"), line("d"), ""])
        #expect(lines() == [line("e"), ""])
        #expect(files.paths == ["a.jsonl", "a.jsonl.1"])
        #expect(try files.stamp(of: "a.jsonl.1").size == 126)
    }

    @Test("Splits a batch when the file becomes full")
    func rotationInABatch() async {
        let sink = sink(maximumSize: 280)
        files.refuseWrites("No space left on device")
        for name in ["a", "b", "c", "d", "e"] { sink.receive(.tracked(event(name))) }
        await sink.flush()
        files.refuseWrites(nil)
        await sink.flush()
        #expect(lines("a.jsonl.1") == [line("c"), line("d"), ""])
        #expect(lines() == [line("e"), ""])
    }

    @Test("Drops, counts, and reports lines larger than half the maximum size")
    func oversized() async {
        let sink = sink(maximumSize: 280)
        sink.receive(.tracked(event("a")))
        await sink.flush()
        sink.receive(.tracked(event(String(repeating: "x", count: 200))))
        sink.receive(.tracked(event("b")))
        await sink.flush()
        #expect(lines() == [line("a"), line("b"), ""])
        #expect(sink.droppedCount == 1)
        #expect(
            diagnostics.all.map(\.description) == [
                "warning: a.jsonl: Events dropped: 1. Their lines are larger than half of the maximum size. "
                    + "Set a larger maximum size, or write fewer details about contexts."
            ])
    }

    @Test("Writes a line that is exactly half the maximum size")
    func half() async {
        let sink = sink(maximumSize: 126)
        sink.receive(.tracked(event("a")))
        await sink.flush()
        #expect(lines() == [line("a"), ""])
        #expect(sink.droppedCount == 0)
    }

    @Test("Drops, counts, and reports the oldest events beyond the capacity")
    func overflow() async {
        let sink = sink(capacity: 2)
        files.refuseWrites("No space left on device")
        sink.receive(.tracked(event("a")))
        await sink.flush()
        for name in ["b", "c", "d"] { sink.receive(.tracked(event(name))) }
        await sink.flush()
        #expect(sink.droppedCount == 2)
        files.refuseWrites(nil)
        await sink.flush()
        #expect(lines() == [line("c"), line("d"), ""])
        #expect(diagnostics.all.map(\.code.rawValue) == ["eventsNotWritten", "eventsDropped"])
        #expect(
            diagnostics.all.last?.message
                == "Events dropped: 2, the oldest first. The queue has room for 2, and nothing could be written: "
                + "No space left on device.")
    }

    @Test("Removes unwritten events about an erased identity")
    func erase() async {
        let sink = sink()
        files.refuseWrites("No space left on device")
        sink.receive(.tracked(event("a", by: .user("ada"))))
        sink.receive(.tracked(event("b", by: .user("bob"))))
        await sink.flush()
        await sink.erase(.user("ada", ["plan": "gold"]))
        files.refuseWrites(nil)
        await sink.flush()
        #expect(lines() == [line("b"), ""])
        #expect(sink.droppedCount == 0)
    }

    @Test("Discards waiting events without consent, and collects again with it")
    func consent() async {
        let sink = LineSink.file(path: "a.jsonl", context: .none, files: files)
        let client = FlagClient(
            provider: InMemoryFlagProvider(), sinks: [sink],
            options: .manual(ManualTime(now: Instant(millisecondsSinceEpoch: 0))))
        files.refuseWrites("No space left on device")
        client.track("before")
        await client.flush()
        client.setEventsEnabled(false)
        client.track("without")
        files.refuseWrites(nil)
        await client.flush()
        #expect(lines() == [""])
        client.setEventsEnabled(true)
        client.track("after")
        await client.flush()
        #expect(lines() == [line("after"), ""])
        #expect(sink.droppedCount == 0)
        #expect(client.diagnostics.recent.map(\.code.rawValue) == ["eventsNotWritten"])
    }

    @Test("Writes a client's events if another client has no consent")
    func sharedConsent() async {
        let sink = LineSink.file(path: "a.jsonl", context: .none, files: files)
        let time = ManualTime(now: Instant(millisecondsSinceEpoch: 0))
        let clients = (0..<2).map { _ in
            FlagClient(provider: InMemoryFlagProvider(), sinks: [sink], options: .manual(time))
        }
        clients[0].setEventsEnabled(false)
        for client in clients { client.track("seen") }
        for client in clients { await client.flush() }
        #expect(lines() == [line("seen"), ""])
    }

    @Test("Allows reads while the disk is stuck, and writes all events later")
    func stuckDisk() async {
        let stuck = StuckFiles(files)
        let sink = LineSink.file(
            path: "a.jsonl", capacity: 5000, context: .none, interest: .every, files: stuck)
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 5]), sinks: [sink])
        await stuck.untilStuck()
        for _ in 0..<2000 { #expect(client[.limit] == 5) }
        #expect(lines() == [""], "The disk hasn't responded yet.")
        stuck.release()
        await client.flush()
        let written = lines().dropLast()
        #expect(written.count { $0.contains(#""kind":"exposure""#) } == 2000)
        #expect(written.last?.contains(#""kind":"summary""#) == true)
        #expect(sink.droppedCount == 0)
    }

    @Test("Writes identify, summary, tracking, alias, and change events as lines")
    func lines() async {
        let sink = sink(context: .keys)
        let time = ManualTime(now: Instant(millisecondsSinceEpoch: 0))
        let provider = InMemoryFlagProvider(["limit": 5])
        let client = await FlagClient.serving(provider, for: .user("a"), at: time, sinks: [sink])
        _ = client[.limit]
        await client.flush()
        client.track("checkout", metric: 9.5)
        client.alias(.user("b"), previous: .user("a"))
        await client.flush()
        let epoch = "1970-01-01T00:00:00.000Z"
        let user = #"{"key":"a","kind":"user"}"#
        let written = lines().filter { !$0.contains(#""kind":"change""#) }
        #expect(
            written == [
                #"{"context":\#(user),"kind":"identify","time":"\#(epoch)"}"#,
                #"{"context":\#(user),"flags":[{"default":10,"flag":"limit","provider":"memory","reads":1,"value":5,"#
                    + #""variant":"default"}],"kind":"summary","start":"\#(epoch)","time":"\#(epoch)"}"#,
                #"{"context":\#(user),"kind":"custom","metric":9.5,"name":"checkout","time":"\#(epoch)"}"#,
                #"{"context":{"key":"b","kind":"user"},"kind":"alias","previous":\#(user),"time":"\#(epoch)"}"#, "",
            ])
        #expect(
            lines().filter { $0.contains(#""kind":"change""#) } == [
                #"{"flags":[{"flag":"limit","new":{"value":5,"variant":"default"}}],"kind":"change","time":"\#(epoch)"}"#
            ])
    }
}
