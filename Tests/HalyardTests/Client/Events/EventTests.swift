// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

@Suite("Events and counting")
struct EventTests {
    private let provider = ScriptedProvider()
    private let values: [String: FlagValue] = ["limit": 1, "new-nav": true]

    private func counts(_ sink: RecordingSink) -> [String] { sink.lines.filter { $0.hasPrefix("counted") } }

    @Test("Returns from flush and erase at the deadline, and completes them later")
    func deadlines() async {
        let (mayFlush, mayErase, calls, time) = (Signal(), Signal(), Recorder<String>(), ManualTime())
        let sink = CallbackSink(
            onFlush: {
                await mayFlush.wait()
                calls.add("flushed")
            },
            onErase: {
                await mayErase.wait()
                calls.add("erased")
            })
        let client = await FlagClient.serving(
            InMemoryFlagProvider(["limit": 1]), for: .user("a"), at: time, sinks: [sink])
        async let flushed = client.flush(within: .seconds(2))
        async let erased = client.erase(.user("b"), within: .seconds(2))
        await time.awaitSleepers(2)
        time.advance(by: .seconds(2))
        #expect(await flushed == false)
        #expect(await erased == false)
        #expect(calls.all == [])
        mayFlush.give()
        mayErase.give()
        await until { calls.count == 2 }
        #expect(await client.flush())
        #expect(await client.erase(.user("b")))
    }

    @Test("Counts reads of each flag, and reports no window without reads")
    func counting() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        for _ in 0..<3 { _ = client[.limit] }
        _ = client.int("limit", default: 99)
        _ = client.details(of: .newNav)
        await client.flush()
        await client.flush()
        #expect(counts(sink) == ["counted for user:a: limit=1/10 x4+0, new-nav=true/false x1+0"])
    }

    @Test("Counts unknown keys and type mismatches with their errors")
    func irregular() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        _ = client.bool("missing", default: true)
        _ = client.bool("missing", default: true)
        _ = client.string("limit", default: "x")
        await client.flush()
        #expect(
            counts(sink) == [
                "counted for user:a: limit=1/\"x\" x1+0 TYPE_MISMATCH, missing=null/true x2+0 FLAG_NOT_FOUND"
            ])
    }

    @Test("Counts a replaced flag separately")
    func replacedFlag() async {
        let sink = RecordingSink()
        let (client, run) = await provider.startedClient(values, sinks: [sink])
        _ = client[.limit]
        run.answer(["limit": 2])
        _ = client[.limit]
        _ = client[.limit]
        await client.flush()
        #expect(counts(sink) == ["counted for user:a: limit=1/10 x1+0, limit=2/10 x2+0"])
    }

    @Test("Counts reads for the flags' context while the context changes")
    func contextChange() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        _ = client[.limit]
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        _ = client[.limit]
        run.answer(["limit": 2])
        _ = await outcome
        _ = client[.limit]
        await client.flush()
        #expect(
            sink.lines.filter { !$0.hasPrefix("changed") } == [
                "identified user:a after nobody",
                "counted for user:a: limit=1/10 x1+0",
                "identified user:b after user:a",
                "counted for user:a: limit=1/10 x1+0",
                "counted for user:b: limit=2/10 x1+0",
                "flush",
            ])
    }

    @Test("Delivers tracking, alias, and identify events in order")
    func order() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        client.track("checkout", data: ["items": 3], metric: 49.9)
        client.alias(.user("a"), previous: .anonymous)
        client.track("viewed")
        await client.flush()
        #expect(
            sink.lines.filter { !$0.hasPrefix("changed") && $0 != "flush" } == [
                "identified user:a after nobody", "tracked checkout {\"items\":3} 49.9 by user:a",
                "aliased user:a after user:anonymous", "tracked viewed null - by user:a",
            ])
    }

    @Test("Sends evaluation events for flags and sinks that request them")
    func singleEvents() async {
        let flagged = RecordingSink()
        let every = RecordingSink(interest: .every)
        let none = RecordingSink(interest: .counts)
        let client = FlagClient(provider: provider, sinks: [flagged, every, none], options: .manual())
        async let start = client.start()
        let origin = Origin(.network, provider: "scripted")
        await provider.nextRun().answer([
            EvaluatedFlag("loud", true, origin: origin, reporting: .each), EvaluatedFlag("quiet", true, origin: origin),
        ])
        _ = await start
        _ = client.bool("loud", default: false)
        _ = client.bool("quiet", default: false)
        _ = client.bool("missing", default: false)
        await client.flush()
        let events = { (sink: RecordingSink) in sink.lines.filter { $0.hasPrefix("evaluated") } }
        #expect(events(flagged) == ["evaluated loud = true value ok"])
        #expect(
            events(every) == [
                "evaluated loud = true value ok", "evaluated quiet = true value ok",
                "evaluated missing = false value FLAG_NOT_FOUND",
            ])
        #expect(events(none) == [])
    }

    @Test("Routes reads to the flag's provider, and tracking events to all sinks")
    func routing() async {
        let own = RecordingSink()
        let other = RecordingSink()
        let app = RecordingSink()
        let provider = ScriptedProvider(name: "both", sinks: ["one": own, "two": other])
        let client = FlagClient(provider: provider, sinks: [app], options: .manual())
        async let start = client.start()
        await provider.nextRun().answer([
            EvaluatedFlag("a", 1, origin: Origin(.network, provider: "one")),
            EvaluatedFlag("b", 2, origin: Origin(.network, provider: "two")),
        ])
        _ = await start
        for key in ["a", "b", "c"] { _ = client.int(key, default: 0) }
        client.track("t")
        await client.flush()
        #expect(own.readCounts == ["a": 1, "c": 1])
        #expect(other.readCounts == ["b": 1, "c": 1])
        #expect(app.readCounts == ["a": 1, "b": 1, "c": 1])
        for sink in [own, other, app] { #expect(sink.lines.contains("tracked t null - by user:anonymous")) }
    }

    @Test("Sends no tracking events to a sink that doesn't accept them")
    func acceptsTrackingEvents() async {
        let (counts, other) = (RecordingSink(interest: .counts, acceptsTrackingEvents: false), RecordingSink())
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), sinks: [counts, other])
        _ = client[.limit]
        client.track("t")
        await client.flush()
        #expect(counts.trackingEvents == [])
        #expect(counts.summaries.count == 1)
        #expect(other.lines.contains("tracked t null - by user:anonymous"))
    }

    @Test("Collects nothing without consent, and discards earlier counts")
    func consent() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        _ = client[.limit]
        client.setEventsEnabled(false)
        _ = client[.limit]
        client.track("secret")
        await client.flush()
        client.setEventsEnabled(true)
        _ = client[.newNav]
        await client.flush()
        #expect(client.eventsEnabled)
        #expect(sink.readCounts == ["new-nav": 1])
        #expect(!sink.lines.contains { $0.contains("secret") })
    }

    @Test("Discards pending events when consent is withdrawn")
    func consentWhileDelivering() async {
        let held = Lock<FlagClient?>(nil)
        let sink = CallbackSink(onReceive: { event in
            guard case .tracked = event, let client = held.withLock({ $0 }) else { return }
            client.track("second")
            client.setEventsEnabled(false)
        })
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        held.withLock { $0 = client }
        client.track("first")
        await client.flush()
        #expect(sink.record.trackingEvents.map(\.name) == ["first"])
        held.withLock { $0 = nil }
    }

    @Test("Reports counts when a sink closes the window")
    func feed() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(values, sinks: [sink])
        // No other thread is delivering events, so the counts are available when the call returns.
        await client.flush()
        _ = client[.limit]
        sink.closeWindow()
        #expect(sink.readCounts == ["limit": 1])
    }

    @Test("Summarizes unknown flag keys after the first 1,000")
    func manyUnknownNames() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        for number in 0..<1200 { _ = client.bool("made-up-\(number)", default: false) }
        await client.flush()
        #expect(sink.summaries.reduce(0) { $0 + $1.entries.count } == 1000)
        #expect(sink.summaries.reduce(0) { $0 + $1.omittedCount } == 200)
    }

    @Test("Counts every read during concurrent updates and flushes")
    func sumsUnderLoad() async {
        let sink = RecordingSink()
        let provider = InMemoryFlagProvider(["limit": 0, "greeting": "ahoy"])
        let client = FlagClient(provider: provider, sinks: [sink], options: .readingSlots)
        await client.start()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<5000 {
                        _ = client[.limit]
                        _ = client[.greeting]
                        if task == 0, number % 50 == 0 { provider.set(.limit, number) }
                        if task == 1, number % 500 == 0 { await client.flush() }
                    }
                }
            }
        }
        await client.flush()
        #expect(sink.readCounts == ["limit": 40_000, "greeting": 40_000])
    }

    @Test("Counts separately for two clients of one provider")
    func sharedProvider() async {
        let provider = InMemoryFlagProvider(["limit": 1])
        let sinks = [RecordingSink(), RecordingSink()]
        let clients = sinks.map { FlagClient(provider: provider, sinks: [$0], options: .manual()) }
        for client in clients { await client.start() }
        _ = clients[0][.limit]
        for _ in 0..<2 { _ = clients[1][.limit] }
        for client in clients { await client.flush() }
        #expect(sinks.map(\.readCounts) == [["limit": 1], ["limit": 2]])
    }

    @Test("Lets a sink call the client")
    func reentrancy() async {
        let held = Lock<FlagClient?>(nil)
        let seen = Recorder<Int>()
        let sink = CallbackSink(onReceive: { event in
            guard case .tracked(let event) = event, event.name == "first" else { return }
            guard let client = held.withLock({ $0 }) else { return }
            client.track("second")
            seen.add(client[.limit])
        })
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 5]), sinks: [sink])
        held.withLock { $0 = client }
        client.track("first")
        await client.flush()
        #expect(seen.all == [5])
        #expect(sink.record.trackingEvents.map(\.name) == ["first", "second"])
        held.withLock { $0 = nil }
    }
}
