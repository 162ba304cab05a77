// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for the counts of reads of views.
///
/// Threads keep them next to the counts of the client's own reads.
@Suite("Counted reads of views")
struct ViewCountsTests {
    private let sink = RecordingSink()
    private let provider = ScriptedProvider()
    private let limit = FlagKey("limit", default: 0)

    private func startedClient(_ change: (inout FlagClient.Options) -> Void = { _ in }) async -> FlagClient {
        var options = FlagClient.Options.readingSlots
        change(&options)
        let client = FlagClient(provider: provider, context: .user("a"), sinks: [sink], options: options)
        await provider.start(client, ["limit": 1])
        return client
    }

    private var counts: [String] { sink.lines.filter { $0.hasPrefix("counted") } }

    @Test("Adds up reads of a client and its views")
    func both() async {
        let client = await startedClient { $0.overrides = OverrideOptions(allowedInRelease: true) }
        let thread = ReadingThread()
        let view = client.snapshot()
        await thread.run { [limit] in
            for _ in 0..<3 { _ = (client[limit], view[limit]) }
        }
        client.overrides.set("limit", 2)
        let read = await thread.run { [limit] in (client[limit], view[limit], client[limit], view[limit]) }
        #expect(read == (2, 1, 2, 1))
        await client.flush()
        #expect(counts == ["counted for user:a: limit=1/0 x8+0, limit=2/0 x2+0"])
        await thread.end()
        await client.shutdown()
    }

    @Test("Reports a view's first default value in each window with consent")
    func windows() async {
        let client = await startedClient { $0.eventsEnabled = false }
        let view = client.snapshot()
        let thread = ReadingThread()
        await thread.run { for _ in 0..<3 { _ = view.int("limit", default: 6) } }
        client.setEventsEnabled(true)
        await thread.run { _ = (view.int("limit", default: 7), view.int("limit", default: 8)) }
        await client.flush()
        await thread.run { _ = (view.int("limit", default: 8), view.int("limit", default: 7)) }
        await client.flush()
        client.setEventsEnabled(false)
        await thread.run { for _ in 0..<3 { _ = view.int("limit", default: 9) } }
        await client.flush()
        #expect(counts == ["counted for user:a: limit=1/7 x2+0", "counted for user:a: limit=1/8 x2+0"])
        await thread.end()
        await client.shutdown()
    }

    @Test("Counts each read of many contexts' views once while windows close")
    func manyContexts() async {
        let names = (0..<50).map { "flag-\($0)" }
        let provider = InMemoryFlagProvider { context in
            Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.bool(context.key?.hasSuffix("1") == true)) })
        }
        let client = FlagClient(provider: provider, context: .user("a"), sinks: [sink], options: .readingSlots)
        await client.start()
        let isDone = Lock(false)
        async let closed: Void = {
            while !isDone.withLock({ $0 }) { await client.flush() }
        }()
        let threads = (0..<4).map { _ in ReadingThread() }
        await withTaskGroup(of: Void.self) { group in
            for thread in threads {
                group.addTask {
                    await thread.run {
                        for person in 0..<100 {
                            let view = client.snapshot(for: .user("\(person)"))
                            for name in names { _ = (view.bool(name, default: false), view.bool(name, default: true)) }
                        }
                    }
                }
            }
        }
        isDone.withLock { $0 = true }
        await closed
        await client.flush()
        #expect(sink.readCounts == Dictionary(uniqueKeysWithValues: names.map { ($0, 800) }))
        for thread in threads { await thread.end() }
        await client.shutdown()
    }

    @Test("Counts reads of a view that is older than the client's flags")
    func oldViews() async {
        let client = await startedClient()
        let view = client.snapshot()
        async let outcome = client.refresh(within: .seconds(600))
        await provider.nextRun().answer(["limit": 5])
        #expect(await outcome == .completed)
        let thread = ReadingThread()
        await thread.run { [limit] in for _ in 0..<4 { _ = (view[limit], client[limit]) } }
        await client.flush()
        #expect(counts == ["counted for user:a: limit=1/0 x4+0, limit=5/0 x4+0"])
        await thread.end()
        await client.shutdown()
    }

    @Test("Releases flags and contexts of earlier views, but keeps their counts")
    func outdated() async {
        let windows = CountingWindows(start: Instant(millisecondsSinceEpoch: 0))
        let slots = ReadSlots(windows, ScopeGate())
        let released = Recorder<Void>()
        let read: @Sendable (Int) -> Void = { number in
            let flag = EvaluatedFlag("flag-\(number)", true, origin: .default)
            let attachment = OnEnd { released.add() }
            let context = ServedContext(.user("a").attaching(attachment))
            let identity = FlagIdentity(flag, context)
            let served = ServedFlag(flag: flag, context: context, defaultValue: false, order: number, consent: 1)
            _ = slots.fill(served, as: identity, slots.currentGeneration)
            #expect(slots.countRead(identity))
        }
        let thread = ReadingThread()
        var reads = 0
        func takeWindow() {
            _ = slots.collect()
            let now = Instant(millisecondsSinceEpoch: 1)
            let entries = windows.drain(at: now, next: 1).close(at: now).flatMap(\.entries)
            reads += entries.reduce(0) { $0 + $1.valueReads }
        }
        for round in 0..<20 {
            await thread.run { for number in 0..<200 { read(200 * round + number) } }
            takeWindow()
            slots.raise()
        }
        // The last generation's flags remain until the thread reads a view again.
        #expect(released.count == 19 * 200)
        await thread.run { read(4000) }
        #expect(released.count == 20 * 200)
        takeWindow()
        #expect(reads == 2 * 4001)
        await thread.end()
    }

    @Test("Finds slots again after another client takes the thread's entry")
    func takenEntry() async {
        let windows = CountingWindows(start: Instant(millisecondsSinceEpoch: 0))
        let clients = (0..<40).map { _ in ReadSlots(windows, ScopeGate()) }
        let flag = EvaluatedFlag("limit", 1, origin: .default)
        let context = ServedContext(.user("a"))
        let identity = FlagIdentity(flag, context)
        let served = ServedFlag(flag: flag, context: context, defaultValue: 0, order: 1, consent: 1)
        let thread = ReadingThread()
        let found = await thread.run {
            for slots in clients { _ = slots.fill(served, as: identity, slots.currentGeneration) }
            let isTaken = !clients[0].countRead(identity)
            _ = clients[0].fill(served, as: identity, clients[0].currentGeneration)
            return (isTaken, clients[0].countRead(identity))
        }
        #expect(found == (true, true))
        await thread.end()
    }
}
