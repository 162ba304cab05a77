// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CHalyardThread
import Foundation
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for slots: the reads that they serve, their generations, and their release.
@Suite("Read slots")
struct ReadSlotsTests {
    private let provider = ScriptedProvider()

    /// Returns a started client that uses slots, with flags for the user "a", and the run that responded.
    private func startedClient(
        _ values: [String: FlagValue] = ["limit": 1], sinks: [any EventSink] = [],
        change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> (FlagClient, ScriptedProvider.Run) {
        var options = FlagClient.Options.readingSlots
        change(&options)
        let client = FlagClient(provider: provider, context: .user("a"), sinks: sinks, options: options)
        let run = await provider.start(client, values)
        return (client, run)
    }

    // MARK: Layout

    @Test("Counts reads in slots of at most 144 bytes")
    func layout() {
        let slot = UnsafeMutablePointer<ReadSlot>.allocate(capacity: 2)
        for index in 0..<2 { (slot + index).initialize(to: ReadSlot()) }
        slot.pointee.name = "nav"
        slot.countRead()
        slot.countRead()
        #expect((slot + 1).takeReads() == 0)
        #expect(slot.hasReads)
        #expect(slot.takeReads() == 2)
        #expect(!slot.hasReads)
        #expect(slot.takeReads() == 0, "reads are taken only once")
        #expect(slot.pointee.name == "nav")
        slot.deinitialize(count: 2)
        slot.deallocate()
        #expect(MemoryLayout<ReadSlot>.stride <= 144)
        #expect(SlotTable.largest * MemoryLayout<ReadSlot>.stride <= 288 * 1024)
    }

    @Test("Distinguishes names with equal hashes in small and larger tables")
    func equalHashes() {
        var table = SlotTable()
        let names = (0..<8).map { "flag-\($0)" }
        for name in names {
            #expect(table.hasRoom(for: name, 7))
            table.slot(of: name, 7).pointee.value = .string(name)
        }
        #expect(!table.hasRoom(for: "flag-8", 7))
        #expect(table.hasRoom(for: "flag-3", 7), "it has a slot")
        let larger = table.withRoom()
        table.free()
        table = larger
        #expect(table.capacity == 32)
        for name in names { #expect(table.slot(of: name, 7).pointee.value == .string(name)) }
        #expect(table.hasRoom(for: "flag-8", 7))
        table.free()
    }

    // MARK: Reads that slots serve

    @Test("Serves only scalars, and only to reads of their type")
    func types() async {
        let thread = ReadingThread()
        let long = FlagValue.string(String(repeating: "é", count: 512))
        let (client, _) = await startedClient([
            "bool": true, "int": -7, "double": 2.5, "text": long, "long": .string(String(repeating: "x", count: 1025)),
            "list": [1], "null": .null,
        ])
        /// Returns whether slots serve later reads of a flag as a Boolean, an integer, a double, and a string.
        let isServed: @Sendable (String) async -> [Bool] = { name in
            await thread.run {
                let (bool, int) = (FlagKey(name, default: false), FlagKey(name, default: 0))
                let (double, text) = (FlagKey(name, default: 0.5), FlagKey(name, default: ""))
                _ = (client[bool], client[int], client[double], client[text])
                return [client.isInSlot(bool), client.isInSlot(int), client.isInSlot(double), client.isInSlot(text)]
            }
        }
        #expect(await isServed("bool") == [true, false, false, false])
        #expect(await isServed("int") == [false, true, true, false])
        #expect(await isServed("double") == [false, false, true, false])
        #expect(await isServed("text") == [false, false, false, true])
        for name in ["long", "list", "null", "missing"] {
            #expect(await isServed(name) == [false, false, false, false])
        }
        await thread.end()
    }

    @Test("Bypasses slots if a hook, sink, or kill switch must process each read")
    func irregular() async {
        struct Watching: EvaluationHook {}
        let key = FlagKey("limit", default: 0)
        let hooked = await startedClient(change: { $0.hooks = [Watching()] }).0
        let watched = await startedClient(sinks: [RecordingSink(interest: .every)]).0
        let files = InMemoryFileSystem()
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"other": 0}}"#, to: "kill.json")
        let forced = await startedClient(change: { options in
            options.time = ManualTime()  // 2026-01-01T00:00:00Z
            options.killSwitch = .file("kill.json", refresh: .seconds(30), files: files)
        }).0
        for client in [hooked, watched, forced] {
            #expect(client[key] == 1)
            #expect(!client.isInSlot(key))
            await client.shutdown()
        }
    }

    @Test("Serves nothing after a test in the process declares flags")
    func scopes() async {
        let scopes = ScopeGate()
        let (client, _) = await startedClient(change: { $0.scopeGate = scopes })
        let thread = ReadingThread()
        let key = FlagKey("limit", default: 0)
        let isServed = await thread.run {
            _ = client[key]
            return client.isInSlot(key)
        }
        #expect(isServed)
        scopes.open()
        let value = await thread.run { (client.slots.value(of: key), client[key]) }
        #expect(value == (nil, 1))
        await thread.end()
    }

    @Test("Serves no name with the hash 0, which marks a free slot")
    func noHash() {
        let slots = ReadSlots(CountingWindows(start: Instant(millisecondsSinceEpoch: 0)), ScopeGate())
        #expect(!slots.mayServe(0))
        #expect(slots.mayServe(1))
    }

    // MARK: Generations

    @Test("Begins a generation for each change, but not for a confirmation")
    func generations() async {
        let (client, run) = await startedClient(["limit": 1, "other": 2]) { options in
            options.overrides = OverrideOptions(allowedInRelease: true)
        }
        let flagSet = client.state.flagSet
        var generation = client.slots.currentGeneration
        /// Returns whether a change begins a generation.
        func hasRisen(_ change: () -> Void) -> Bool {
            change()
            defer { generation = client.slots.currentGeneration }
            return client.slots.currentGeneration != generation
        }
        let publish: (FlagTable, Int64) -> Void = { table, moment in
            run.channel.publish(
                .ready(FlagSet(table, for: .user("a"), confirmedAt: Instant(millisecondsSinceEpoch: moment))))
        }
        let table = flagSet?.table ?? .empty
        #expect(!hasRisen { publish(table, 1000) }, "confirmed")
        #expect(!hasRisen { publish(table, 2000) })
        #expect(
            hasRisen {
                var table = table
                table.set(EvaluatedFlag("limit", 3, origin: Origin(.network, provider: "scripted")))
                publish(table, 3000)
            })
        #expect(client.int("limit", default: 0) == 3)
        #expect(hasRisen { publish(table, 4000) }, "back to the earlier flags")
        #expect(client.int("limit", default: 0) == 1)
        #expect(hasRisen { client.overrides.set("limit", 9) })
        #expect(client.int("limit", default: 0) == 9)
        #expect(hasRisen { client.overrides.set("limit", nil) })
        #expect(client.int("limit", default: 0) == 1)
        #expect(
            hasRisen {
                var table = table
                table.remove("limit")
                publish(table, 5000)
            })
        #expect(client.int("limit", default: 0) == 0)
    }

    @Test("Begins a generation when a sink is added or removed")
    func sinks() async {
        let router = EventRouter(ScopeGate(), time: ManualTime(), hasConsent: true, report: { _ in })
        var generations = [router.slots.currentGeneration]
        router.exchange(nil, for: [EventDestination(.added(1), RecordingSink())])
        generations.append(router.slots.currentGeneration)
        router.exchange(.added(1), for: [])
        generations.append(router.slots.currentGeneration)
        #expect(generations == generations.sorted() && Set(generations).count == 3)
    }

    @Test("Drops reads between two sinks")
    func betweenSinks() async {
        let router = EventRouter(ScopeGate(), time: ManualTime(), hasConsent: true, report: { _ in })
        let (first, second) = (RecordingSink(), RecordingSink())
        router.exchange(nil, for: [EventDestination(.added(1), first)])
        let flag = EvaluatedFlag("limit", 1, origin: .default)
        let served = ServedFlag(flag: flag, context: ServedContext(.user("a")), defaultValue: 0, order: 1, consent: 1)
        _ = router.slots.fill(served, router.slots.currentGeneration)
        router.exchange(.added(1), for: [])
        await router.dismiss(.added(1))
        // A read that was in progress when the first sink was removed.
        _ = router.slots.fill(served, router.slots.currentGeneration)
        router.exchange(nil, for: [EventDestination(.added(2), second)])
        router.closeWindow()
        await router.settle()
        #expect(first.readCounts == ["limit": 1])
        #expect(second.readCounts == [:])
    }

    // MARK: Threads

    @Test("Serves every flag after the slots have grown")
    func growth() async {
        let names = (0..<900).map { "flag-\($0)" }
        let (client, _) = await startedClient(Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.int(1)) }))
        let thread = ReadingThread()
        let served = await thread.run {
            for name in names { _ = client.int(name, default: 0) }
            return names.count { client.isInSlot(FlagKey($0, default: 0)) }
        }
        #expect(served == 900)
        await thread.end()
    }

    @Test("Releases an ended thread's slots without losing counts")
    func endedThreads() async {
        let sink = RecordingSink()
        let (client, _) = await startedClient(sinks: [sink])
        let sum = Recorder<Int>()
        for number in 0..<1000 {
            let thread = ReadingThread()
            await thread.run { for _ in 0..<(number % 3 + 1) { sum.add(client[.limit]) } }
            await thread.end()
        }
        // A thread ends shortly after its last step. No window closes in the meantime, so only a new thread's first
        // read finds the ended threads.
        await until {
            let thread = ReadingThread()
            await thread.run { sum.add(client[.limit]) }
            await thread.end()
            return client.slots.threadCount <= 2
        }
        await client.flush()
        #expect(sum.all.allSatisfy { $0 == 1 })
        #expect(sink.readCounts == ["limit": sum.count])
    }

    @Test("Adds an ended thread's counts to the window before removing its slots")
    func flushAtRemoval() async {
        let windows = CountingWindows(start: Instant(millisecondsSinceEpoch: 0))
        let flag = EvaluatedFlag("limit", 1, origin: .default)
        let served = ServedFlag(
            flag: flag, context: ServedContext(.user("a")), defaultValue: 0, order: 1, consent: 1)
        let reads = Recorder<Int>()
        let slots = ReadSlots(windows, ScopeGate()) {
            // Like another thread's flush between the two steps, this closure finds the slots or the window's counts.
            let window = windows.drain(at: Instant(millisecondsSinceEpoch: 1), next: 1)
            let summaries = window.close(at: Instant(millisecondsSinceEpoch: 1))
            reads.add(summaries.flatMap(\.entries).reduce(0) { $0 + $1.valueReads })
        }
        let thread = ReadingThread()
        await thread.run { _ = slots.fill(served, slots.currentGeneration) }
        await thread.run { for _ in 0..<4 { _ = slots.find("limit", flag.hash, .int) } }
        await thread.end()
        await until {
            _ = slots.collect()
            return slots.threadCount == 0
        }
        #expect(reads.all.filter { $0 > 0 } == [5])
    }

    // MARK: Identities

    @Test("Releases an erased identity, and drops a read in progress")
    func forgetting() async {
        let windows = CountingWindows(start: Instant(millisecondsSinceEpoch: 0))
        let slots = ReadSlots(windows, ScopeGate())
        let flag = EvaluatedFlag("limit", 1, origin: .default)
        let isReleased = Recorder<Void>()
        let serve: @Sendable (EvaluationContext) -> Void = { context in
            let served = ServedFlag(flag: flag, context: ServedContext(context), defaultValue: 0, order: 1, consent: 1)
            _ = slots.fill(served, slots.currentGeneration)
        }
        let read: @Sendable () -> Void = { _ = slots.find("limit", flag.hash, .int) }
        let thread = ReadingThread()
        await thread.run {
            serve(.user("a").attaching(OnEnd { isReleased.add() }))
            read()
        }
        #expect(isReleased.count == 0)
        // A read that checked the generation, and counts after the identity is erased.
        let late = await thread.run { slots.slot(of: "limit", flag.hash).map { UInt(bitPattern: $0) } }
        let generation = slots.currentGeneration
        #expect(slots.forgetReads(of: .user("a")).count == 1)
        await until { isReleased.count == 1 }
        #expect(slots.currentGeneration == generation + 1)
        await thread.run { late.flatMap { UnsafeMutablePointer<ReadSlot>(bitPattern: $0) }?.countRead() }
        await thread.run { read() }
        _ = slots.collect()
        // The same identity is served again.
        await thread.run {
            serve(.user("a"))
            read()
        }
        _ = slots.collect()
        let window = windows.drain(at: Instant(millisecondsSinceEpoch: 1), next: 1)
        let entries = window.close(at: Instant(millisecondsSinceEpoch: 1)).flatMap(\.entries)
        #expect(entries.map(\.valueReads) == [2])
        await thread.end()
    }
}
