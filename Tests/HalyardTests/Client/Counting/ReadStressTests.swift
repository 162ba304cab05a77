// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for threads that read and end while everything that a read depends on changes, and for tasks that switch
/// threads.
///
/// The environment variable `HALYARD_STRESS` multiplies the number of rounds. A value of 20 causes more than ten
/// million reads.
@Suite("Read stress")
struct ReadStressTests {
    private static let scale = ProcessInfo.processInfo.environment["HALYARD_STRESS"].flatMap { Int($0) } ?? 1

    /// A thread that reads flags, and reads again in its destructors.
    private final class Reader: Sendable {
        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key) { pointer in
                // The pointer is optional only on Linux.
                guard let pointer = pointer as UnsafeMutableRawPointer? else { return }
                Unmanaged<Reader>.fromOpaque(pointer).takeRetainedValue().readAgain()
            }
            return key
        }()

        private let client: FlagClient
        private let keys: [FlagKey<Int>]
        private let reads: Int
        private let rounds = Lock(0)

        init(_ client: FlagClient, _ keys: [FlagKey<Int>], reads: Int) {
            (self.client, self.keys, self.reads) = (client, keys, reads)
        }

        /// The number of reads after the thread's own code has ended.
        static let readsAtTheEnd = 3

        func run() {
            registerEnd()
            for number in 0..<reads { _ = client[keys[number % keys.count]] }
        }

        private func readAgain() {
            _ = client[keys[0]]
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            // The destructors of other keys run between two rounds.
            if round < Self.readsAtTheEnd { registerEnd() }
        }

        private func registerEnd() { pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque()) }
    }

    /// Runs each reader on its own thread, and returns after all threads have ended.
    private static func runToTheEnd(_ readers: [Reader]) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let threads = readers.map { reader -> pthread_t? in
                    #if canImport(Darwin)
                        var thread: pthread_t?
                    #else
                        var thread = pthread_t()
                    #endif
                    pthread_create(
                        &thread, nil,
                        { pointer in
                            // The pointer is optional only on Linux.
                            if let pointer = pointer as UnsafeMutableRawPointer? {
                                Unmanaged<Reader>.fromOpaque(pointer).takeRetainedValue().run()
                            }
                            return nil
                        }, Unmanaged.passRetained(reader).toOpaque())
                    return thread
                }
                for thread in threads.compactMap(\.self) { pthread_join(thread, nil) }
                continuation.resume()
            }
        }
    }

    @Test("Counts every read while threads end and the client's state changes")
    func everything() async {
        let (rounds, threads, reads) = (10 * Self.scale, 8, 7000)
        let provider = InMemoryFlagProvider(
            Dictionary(uniqueKeysWithValues: (0..<100).map { ("flag-\($0)", FlagValue.int(0)) }))
        let keys = (0..<100).map { FlagKey("flag-\($0)", default: -1) }
        let sinks = [RecordingSink(), RecordingSink()]
        let client = FlagClient(provider: provider, context: .user("start"), options: .readingSlots)
        client.add(sinks: [sinks[0]], hooks: nil)
        await client.start()
        for round in 0..<rounds {
            let isDone = Lock(false)
            async let changes: Void = {
                var number = 0
                while !isDone.withLock({ $0 }) {
                    number += 1
                    provider.set("flag-\(number % 100)", .int(Int64(number)))
                    if number % 10 == 0 { await client.setContext(.user("\(round)-\(number)"), within: .seconds(600)) }
                    if number % 15 == 0 { client.add(sinks: [sinks[number % 2]], hooks: nil) }
                    if number % 20 == 0 { await client.flush() }
                    await Task.yield()
                }
            }()
            await Self.runToTheEnd((0..<threads).map { _ in Reader(client, keys, reads: reads) })
            isDone.withLock { $0 = true }
            await changes
            await client.flush()
            // Without consent, reads don't count on any thread.
            client.setEventsEnabled(false)
            await Self.runToTheEnd([Reader(client, keys, reads: 500), Reader(client, keys, reads: 500)])
            client.setEventsEnabled(true)
        }
        await client.shutdown(within: .seconds(600))
        let reported = sinks.flatMap(\.readCounts.values).reduce(0, +)
        #expect(reported == rounds * threads * (reads + Reader.readsAtTheEnd))
        #expect(client.slots.threadCount <= threads + 4)
    }

    /// The optimizer must not keep the address of a thread's variables across a suspension, because the task can
    /// continue on another thread.
    @Test("Counts every read of tasks that switch threads between reads")
    func hopping() async {
        let provider = InMemoryFlagProvider(["new-nav": true, "limit": 5])
        let sink = RecordingSink()
        let client = FlagClient(provider: provider, sinks: [sink], options: .readingSlots)
        await client.start()
        let rounds = 200 * Self.scale
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 { group.addTask { await Self.hop(client, rounds) } }
            return await group.reduce(0, +)
        }
        await client.shutdown(within: .seconds(600))
        #expect(wrong == 0)
        #expect(sink.readCounts == ["new-nav": 64 * rounds * 2, "limit": 64 * rounds])
    }

    /// Reads flags before and after each suspension, and returns how many reads got a wrong value.
    private static func hop(_ client: FlagClient, _ rounds: Int) async -> Int {
        let (newNav, limit) = (FlagKey("new-nav", default: false), FlagKey("limit", default: 0))
        var wrong = 0
        for _ in 0..<rounds {
            if !client[newNav] { wrong += 1 }
            await Task.yield()
            if !client[newNav] { wrong += 1 }
            if client[limit] != 5 { wrong += 1 }
        }
        return wrong
    }
}
