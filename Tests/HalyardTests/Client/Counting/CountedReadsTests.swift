// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for the counts that a client reports for reads on any thread.
@Suite("Counted reads")
struct CountedReadsTests {
    private let sink = RecordingSink()
    private let provider = ScriptedProvider()

    /// Returns a started client that counts reads, with flags for the user "a".
    private func startedClient(
        _ values: [String: FlagValue] = ["limit": 1], context: EvaluationContext = .user("a"),
        sinks: [any EventSink]? = nil, change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> FlagClient {
        var options = FlagClient.Options.readingSlots
        change(&options)
        let client = FlagClient(provider: provider, context: context, sinks: sinks ?? [sink], options: options)
        await provider.start(client, values)
        return client
    }

    private var counts: [String] { sink.lines.filter { $0.hasPrefix("counted") } }

    // MARK: Many versions

    @Test("Reports counts before the window closes if a flag keeps changing", arguments: [false, true])
    func manyVersions(readsViews: Bool) async {
        let provider = InMemoryFlagProvider(["limit": 0])
        let client = FlagClient(provider: provider, sinks: [sink], options: .readingSlots)
        await client.start()
        let thread = ReadingThread()
        await thread.run {
            for number in 1...5000 {
                provider.set("limit", .int(Int64(number)))
                let value = readsViews ? client.snapshot().int("limit", default: -1) : client.int("limit", default: -1)
                #expect(value == number)
            }
        }
        let early = sink.readCounts["limit"] ?? 0
        #expect(early >= 3000 && early < 5000)
        await client.flush()
        #expect(sink.readCounts == ["limit": 5000])
        await thread.end()
    }

    @Test("Keeps the window open for many flags that don't change")
    func manySteadyFlags() async {
        let names = (0..<3000).map { "flag-\($0)" }
        let client = await startedClient(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
        let thread = ReadingThread()
        await thread.run { for _ in 1...2 { for name in names { _ = client.int(name, default: 0) } } }
        #expect(sink.readCounts.isEmpty)
        await client.flush()
        #expect(sink.readCounts.count == 3000 && sink.readCounts["flag-7"] == 2)
        await thread.end()
    }

    // MARK: Defaults and order

    @Test("Reports the default value of the first read in each window")
    func defaults() async {
        let client = await startedClient()
        let thread = ReadingThread()
        await thread.run { _ = (client.int("limit", default: 7), client.int("limit", default: 8)) }
        await client.flush()
        await thread.run { _ = (client.int("limit", default: 8), client.int("limit", default: 7)) }
        await client.flush()
        #expect(counts == ["counted for user:a: limit=1/7 x2+0", "counted for user:a: limit=1/8 x2+0"])
        await thread.end()
    }

    @Test("Reports the default value of the first read among several threads")
    func defaultsOfThreads() async {
        let client = await startedClient()
        let threads = [ReadingThread(), ReadingThread(), ReadingThread()]
        for first in 0..<3 {
            for turn in 0..<3 {
                let number = (first + turn) % 3
                await threads[number].run { _ = client.int("limit", default: 10 + number) }
            }
            await client.flush()
        }
        #expect(
            counts == [
                "counted for user:a: limit=1/10 x3+0", "counted for user:a: limit=1/11 x3+0",
                "counted for user:a: limit=1/12 x3+0",
            ])
        for thread in threads { await thread.end() }
    }

    @Test("Numbers the flags of a window in the order of their first reads")
    func order() async {
        let client = await startedClient(["a": 1, "b": 2, "c": 3])
        let thread = ReadingThread()
        for names in [["b", "a", "c"], ["c", "b", "a"], ["a", "c", "b"]] {
            for name in names + names { await thread.run { _ = client.int(name, default: 0) } }
            await client.flush()
        }
        let keys = sink.summaries.map { $0.entries.sorted { ($0.order ?? 0) < ($1.order ?? 0) }.map(\.key) }
        #expect(keys == [["b", "a", "c"], ["c", "b", "a"], ["a", "c", "b"]])
        await thread.end()
    }

    // MARK: Consent and sinks

    @Test("Drops reads without consent and unreported reads before a withdrawal")
    func consent() async {
        let client = await startedClient(change: { $0.eventsEnabled = false })
        let thread = ReadingThread()
        let read: @Sendable (Int) -> Void = { times in for _ in 0..<times { _ = client[.limit] } }
        await thread.run { read(3) }
        client.setEventsEnabled(true)
        await thread.run { read(2) }
        await client.flush()
        #expect(sink.readCounts == ["limit": 2])
        await thread.run { read(5) }
        client.setEventsEnabled(false)
        await thread.run { read(7) }
        client.setEventsEnabled(true)
        await client.flush()
        #expect(sink.readCounts == ["limit": 2], "no reads before or after the withdrawal")
        await thread.run { read(4) }
        await client.flush()
        #expect(sink.readCounts == ["limit": 6])
        await thread.end()
    }

    @Test("Drops reads made without a sink")
    func sinks() async {
        let client = await startedClient(sinks: [])
        let thread = ReadingThread()
        await thread.run { for _ in 0..<3 { _ = client[.limit] } }
        client.add(sinks: [sink], hooks: nil)
        await thread.run { for _ in 0..<2 { _ = client[.limit] } }
        await client.flush()
        #expect(sink.readCounts == ["limit": 2])
        client.add(sinks: [], hooks: nil)
        await thread.run { for _ in 0..<5 { _ = client[.limit] } }
        let next = RecordingSink()
        client.add(sinks: [next], hooks: nil)
        await thread.run { _ = client[.limit] }
        await client.flush()
        #expect(sink.readCounts == ["limit": 2])
        #expect(next.readCounts == ["limit": 1])
        await thread.end()
    }

    // MARK: Erasing

    @Test("Drops the counts of an erased identity, but counts its later reads")
    func erasing() async {
        let client = await startedClient()
        let thread = ReadingThread()
        await thread.run { for _ in 0..<3 { _ = client[.limit] } }
        await client.erase(.user("a"))
        await provider.nextRun().answer(["limit": 1])
        await client.until { $0.flagSet != nil }
        await thread.run { for _ in 0..<2 { _ = client[.limit] } }
        let back = Task { await client.setContext(.user("a"), within: .seconds(600)) }
        await provider.nextRun().answer(["limit": 1])
        _ = await back.value
        await thread.run { for _ in 0..<4 { _ = client[.limit] } }
        await client.flush()
        #expect(counts == ["counted for user:anonymous: limit=1/10 x2+0", "counted for user:a: limit=1/10 x4+0"])
        await thread.end()
    }

    // MARK: App code

    @Test("Lets an attachment read flags in its deinit on any thread")
    func releasing() async {
        let log = Recorder<String>()
        let box = Lock<FlagClient?>(nil)
        let attach: @Sendable (String) -> EvaluationContext = { name in
            .user(name).attaching(
                OnEnd {
                    let value = box.withLock { $0 }?.bool("loud", default: false) == true
                    log.add("\(name): \(value)")
                })
        }
        let client = await startedClient(["loud": true, "limit": 1], context: attach("thread that reads"))
        box.withLock { $0 = client }
        let (thread, ending) = (ReadingThread(), ReadingThread())
        // The sink must not keep the contexts that it received.
        let move: (EvaluationContext) async -> Void = { [provider, sink] context in
            let change = Task { await client.setContext(context, within: .seconds(600)) }
            await provider.nextRun().answer(["loud": true, "limit": 1])
            _ = await change.value
            await client.flush()
            sink.clear()
        }
        // The thread reads again, for another context. The slot of the thread that releases the earlier context keeps
        // the current context, so the test never waits for that context.
        await thread.run { _ = client[.limit] }
        await move(.user("b"))
        await thread.run { _ = client[.limit] }
        await move(.user("c"))
        await until { log.all == ["thread that reads: true"] }
        // The thread doesn't read again, so its slots are released with it.
        await move(attach("thread that ends"))
        await ending.run { _ = client[.limit] }
        await move(.user("d"))
        await move(.user("e"))
        #expect(log.count == 1)
        await ending.end()
        await until {
            await client.flush()
            sink.clear()
            return log.all.last == "thread that ends: true"
        }
        await client.shutdown()
        box.withLock { $0 = nil }
        await thread.end()
    }

    #if canImport(Glibc)
        @Test("Serves and counts reads in a thread's destructors")
        func destructors() async {
            /// The state for the destructor of one thread.
            final class Farewell: Sendable {
                static let key: pthread_key_t = {
                    var key = pthread_key_t()
                    pthread_key_create(&key) { pointer in
                        guard let pointer else { return }
                        Unmanaged<Farewell>.fromOpaque(pointer).takeRetainedValue().read()
                    }
                    return key
                }()
                let client: FlagClient
                let rounds = Lock(0)
                let values = Recorder<Int>()

                init(_ client: FlagClient) { self.client = client }

                /// Reads a flag, and registers another round. The destructors of other keys run in between.
                func read() {
                    // Releases the thread's slots once the end of the thread has been recorded.
                    _ = client.slots.collect()
                    values.add(client[.limit])
                    let round = rounds.withLock { rounds in
                        rounds += 1
                        return rounds
                    }
                    if round < 3 { register() }
                }

                func register() { pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque()) }
            }
            let client = await startedClient(["limit": 5])
            for _ in 0..<20 {
                let farewell = Farewell(client)
                let thread = ReadingThread()
                await thread.run {
                    farewell.register()
                    _ = client[.limit]
                }
                await thread.end()
                await until { farewell.rounds.withLock { $0 } == 3 }
                #expect(farewell.values.all == [5, 5, 5])
            }
            await until {
                await client.flush()
                return sink.readCounts == ["limit": 80]
            }
        }
    #endif

    // MARK: Large numbers

    @Test("Counts reads per client if one thread reads many clients", arguments: [2, 9, 17, 100])
    func manyClients(count: Int) async {
        let sinks = (0..<count).map { _ in RecordingSink() }
        var clients: [FlagClient] = []
        for (number, sink) in sinks.enumerated() {
            let client = FlagClient(
                provider: InMemoryFlagProvider(["limit": .int(Int64(number))]), sinks: [sink], options: .readingSlots)
            await client.start()
            clients.append(client)
        }
        let thread = ReadingThread()
        let expected = Array(0..<count)
        for _ in 0..<3 {
            let values = await thread.run { [clients] in clients.map { $0[.limit] } }
            #expect(values == expected)
        }
        // Another client replaces a deallocated client.
        clients[0] = FlagClient(provider: InMemoryFlagProvider(["limit": -1]), sinks: [sink], options: .readingSlots)
        await clients[0].start()
        let values = await thread.run { [clients] in clients.map { $0[.limit] } }
        #expect(values == [-1] + expected.dropFirst())
        for client in clients { await client.flush() }
        #expect(sink.readCounts == ["limit": 1])
        await until { sinks[0].readCounts == ["limit": 3] }
        #expect(sinks.dropFirst().allSatisfy { $0.readCounts == ["limit": 4] })
        await thread.end()
    }

    @Test("Serves and counts 10,000 flags that one thread reads")
    func manyFlags() async {
        let names = (0..<10_000).map { "flag-\($0)" }
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.string("value of \($0)")) })
        let client = await startedClient(values)
        let thread = ReadingThread()
        for _ in 0..<2 {
            let read = await thread.run { names.map { client.string($0, default: "") } }
            #expect(read == names.map { "value of \($0)" })
        }
        await client.flush()
        #expect(sink.readCounts == Dictionary(uniqueKeysWithValues: names.map { ($0, 2) }))
        await thread.end()
    }

    @Test("Counts each read once while slots grow and windows close")
    func growing() async {
        let names = (0..<3000).map { "flag-\($0)" }
        let client = await startedClient(Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.bool(true)) }))
        let threads = (0..<4).map { _ in ReadingThread() }
        let isDone = Lock(false)
        async let closed: Void = {
            while !isDone.withLock({ $0 }) { await client.flush() }
        }()
        await withTaskGroup(of: Void.self) { group in
            for thread in threads {
                group.addTask {
                    await thread.run {
                        for _ in 0..<3 { for name in names { _ = client.bool(name, default: false) } }
                    }
                }
            }
        }
        isDone.withLock { $0 = true }
        await closed
        await client.flush()
        #expect(sink.readCounts == Dictionary(uniqueKeysWithValues: names.map { ($0, 12) }))
        for thread in threads { await thread.end() }
    }

    // MARK: Values

    @Test(
        "Returns the same value as a snapshot on first and later reads",
        arguments: [
            .bool(true), .int(-7), .int(.max), 2.5, "short", "exactly15bytes!", "exactly16bytes!!", "", .null, [1],
            ["a": 1], "a text of thirty letters or so", .string(String(repeating: "é", count: 512)),
            .string(String(repeating: "é", count: 512) + "e"),
        ] as [FlagValue])
    func values(value: FlagValue) async {
        let names = ["nav", "name-of-15bytes", "name-of-16-bytes", "a-name-of-about-thirty-letters"]
        let client = await startedClient(Dictionary(uniqueKeysWithValues: names.map { ($0, value) }))
        for name in names {
            for _ in 0..<3 {
                let view = client.snapshot()
                #expect(client.bool(name, default: false) == view.bool(name, default: false))
                #expect(client.int(name, default: 3) == view.int(name, default: 3))
                #expect(client.double(name, default: 0.5) == view.double(name, default: 0.5))
                #expect(client.string(name, default: "none") == view.string(name, default: "none"))
                let (byte, list, plan) = (
                    FlagKey(name, default: Int8(1)), FlagKey(name, default: [0]), FlagKey(name, default: Plan.free)
                )
                #expect(client[byte] == view[byte])
                #expect(client[list] == view[list])
                #expect(client[plan] == view[plan])
            }
        }
        await client.flush()
        let perName = sink.readCounts
        #expect(Set(perName.values) == [42], "\(perName)")
    }

    @Test("Returns no older version than another thread has read")
    func monotonic() async {
        let provider = InMemoryFlagProvider(["greeting": "0 is a text of more than fifteen letters"])
        let client = FlagClient(provider: provider, sinks: [sink], options: .readingSlots)
        await client.start()
        let key = FlagKey("greeting", default: "-1 is the default")
        /// The newest version that any thread has read.
        final class Newest: Sendable {
            private let version = Lock(0)

            var value: Int { version.withLock { $0 } }

            func add(_ other: Int) { version.withLock { $0 = max($0, other) } }
        }
        let newest = Newest()
        let number: @Sendable () -> Int = { Int(client[key].prefix { $0 != " " }) ?? -2 }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for turn in 0..<5000 {
                        let known = newest.value
                        let read = number()
                        #expect(read >= known)
                        newest.add(read)
                        // The task might continue on another thread.
                        if turn % 64 == 0 { await Task.yield() }
                    }
                }
            }
            group.addTask {
                for version in 1...2000 {
                    provider.set(key, "\(version) is a text of more than fifteen letters")
                    let read = number()
                    #expect(read >= version)
                    newest.add(read)
                    if version % 16 == 0 { await Task.yield() }
                }
            }
        }
        await client.flush()
        #expect(sink.readCounts == ["greeting": 32_000])
    }
}
