// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Synchronization

extension Suite {
    private static let dictionary = "bare dictionary"
    private static let peer = "swift-configuration Bool, counted"

    /// The cost of a read with a real provider and counting, compared with a plain `[String: EvaluatedFlag]`.
    static let reads = Suite(
        rows: [
            Row(
                name: "typed Bool read against a bare dictionary lookup", measure: .time, work: "typed Bool",
                baseline: dictionary, limit: .ratioAtMost(0.15)),
            Row(
                name: "String-key Bool read against a bare dictionary lookup", measure: .time, work: "String-key Bool",
                baseline: dictionary, limit: .ratioAtMost(1)),
            Row(
                name: "typed String read against a bare dictionary lookup, 11 letters", measure: .time,
                work: "typed String of 11 letters", baseline: dictionary, limit: .ratioAtMost(0.4)),
            Row(
                name: "typed String read against a bare dictionary lookup, 30 letters", measure: .time,
                work: "typed String of 30 letters", baseline: dictionary, limit: .ratioAtMost(0.4), weight: .aim),
            Row(
                name: "typed Bool read of a view against a bare dictionary lookup", measure: .time,
                work: "typed Bool of a view", baseline: dictionary, limit: .ratioAtMost(2)),
            Row(
                name: "two threads on one flag, per call against one thread", measure: .time, work: "two threads",
                baseline: "one thread", limit: .ratioAtMost(3)),
            Row(
                name: "typed Bool read by a new thread after 1,000 that ended, against one before them", measure: .time,
                work: "new thread after 1,000", baseline: "new thread", limit: .ratioAtMost(2), isGenerous: true),
            Row(
                name: "typed Bool read, instructions", measure: .instructions, work: "typed Bool", baseline: dictionary,
                limit: .atMost(60)),
            Row(
                name: "String-key Bool read, instructions", measure: .instructions, work: "String-key Bool",
                baseline: dictionary, limit: .ratioAtMost(1)),
            Row(
                name: "typed String read, 11 letters, instructions", measure: .instructions,
                work: "typed String of 11 letters",
                baseline: dictionary, limit: .ratioAtMost(0.4)),
            Row(
                name: "typed String read, 30 letters, instructions", measure: .instructions,
                work: "typed String of 30 letters",
                baseline: dictionary, limit: .ratioAtMost(0.4)),
            Row(
                name: "typed Bool read against swift-configuration's", measure: .time, work: "typed Bool",
                baseline: peer, limit: .ratioAtLeast(50)),
            Row(
                name: "String-key Bool read against swift-configuration's", measure: .time, work: "String-key Bool",
                baseline: peer, limit: .ratioAtLeast(8), isGenerous: true),
            Row(
                name: "typed Bool read against swift-configuration's, instructions", measure: .instructions,
                work: "typed Bool", baseline: peer, limit: .ratioAtLeast(50)),
            Row(
                name: "String-key Bool read against swift-configuration's, instructions", measure: .instructions,
                work: "String-key Bool", baseline: peer, limit: .ratioAtLeast(8)),
            Row(
                name: "Bool flag read through a ConfigReader against a setting of its in-memory provider",
                measure: .time,
                work: "Bool through a ConfigReader", baseline: peer, limit: .ratioAtMost(2)),
            Row(
                name: "Bool flag read through a ConfigReader under a prefix against a setting", measure: .time,
                work: "Bool through a ConfigReader under a prefix", baseline: peer, limit: .ratioAtMost(2)),
            Row(
                name: "Bool flag read through a ConfigReader against a setting, instructions", measure: .instructions,
                work: "Bool through a ConfigReader", baseline: peer, limit: .ratioAtMost(2)),
            Row(
                name: "one addition to an atomic, of which a long text's read cannot do without two", measure: .time,
                work: "atomic addition", baseline: dictionary, limit: .none),
        ]
            + Recorded.instructions.map { work, figure in
                Row(
                    name: "\(work) read, instructions against what they were", measure: .instructions, work: work,
                    limit: .noRise(since: figure))
            }
            + allocating.map { work in
                Row(
                    name: "allocations of a read: \(work)", measure: .allocations, work: work, limit: .atMost(0))
            }
    ) {
        let fixture = try await Fixture()
        return fixture.works + fixture.otherWorks + [
            await ThreadsFixture(ended: 0).work("new thread"),
            await ThreadsFixture(ended: 1000).work("new thread after 1,000"),
        ]
    }

    /// A client whose flag was read by threads that have ended.
    private struct ThreadsFixture {
        private let client: FlagClient

        init(ended: Int) async {
            client = FlagClient(provider: InMemoryFlagProvider(["nav": true]), sinks: [Counting()])
            await client.start()
            for _ in 0..<ended { _ = await Self.read(client, 2) }
        }

        func work(_ name: String) -> Work {
            Work(name, repetitions: 64_000, waiting: { [client] times in await Self.read(client, times) })
        }

        private static func read(_ client: FlagClient, _ times: Int) async -> Int {
            await withCheckedContinuation { reading in
                Thread.detachNewThread { reading.resume(returning: Fixture.read(client, "nav", times)) }
            }
        }
    }

    private static let allocating = [
        "typed Bool", "String-key Bool", "typed Int", "typed Double", "typed String of 11 letters",
        "typed String of 30 letters",
        "String-key String", "typed Bool of a view", "default of a missing Bool", "default of a missing String",
        "default of another type",
    ]

    private final class AtomicCounter: Sendable {
        private let count = Atomic<Int>(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    /// A client of a real provider without a network, with 1,000 flags.
    private struct Fixture {
        let client: FlagClient
        let flags: [String: EvaluatedFlag]
        let peer: ConfigurationPeer
        let configured: ConfigurationPeer
        let prefixed: ConfigurationPeer
        let counter = AtomicCounter()
        // Every fourth flag has the same type, and every second string is short.
        let bools = (0..<64).map { Payload.name(400 + 4 * $0) }
        let strings = (0..<32).map { Payload.name(401 + 8 * $0) }
        let shortStrings = (0..<32).map { Payload.name(405 + 8 * $0) }

        init() async throws {
            client = try await CannedService.client(flags: 1000)
            guard client.bool(bools[0], default: false), client.string(strings[0], default: "") == Payload.text,
                client.string(shortStrings[0], default: "") == Payload.shortText
            else {
                throw Trouble("The provider has no flags: \(client.state)")
            }
            let table = client.state.flagSet?.table ?? FlagTable()
            flags = Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0) })
            peer = ConfigurationPeer(bools)
            configured = ConfigurationPeer(bools, of: client, under: nil)
            prefixed = ConfigurationPeer(bools, of: client, under: "flags")
        }

        var works: [Work] {
            [
                Work(Suite.dictionary, repetitions: 64_000) { [flags, bools] times in
                    var sum = 0
                    for name in bools {
                        for _ in 0..<times / 64 where flags[name]?.value == true { sum += 1 }
                    }
                    return sum
                },
                Work("typed Bool", repetitions: 64_000) { [client, bools] times in
                    var sum = 0
                    for name in bools {
                        let key = FlagKey(name, default: false)
                        for _ in 0..<times / 64 where client[key] { sum += 1 }
                    }
                    return sum
                },
                Work("String-key Bool", repetitions: 64_000) { [client, bools] times in
                    var sum = 0
                    for name in bools {
                        for _ in 0..<times / 64 where client.bool(name, default: false) { sum += 1 }
                    }
                    return sum
                },
                text("typed String of 11 letters", shortStrings),
                text("typed String of 30 letters", strings),
                Work(Suite.peer, repetitions: 64_000) { [peer] times in peer.read(times) },
                Work("Bool through a ConfigReader", repetitions: 64_000) { [configured] times in configured.read(times)
                },
                Work("Bool through a ConfigReader under a prefix", repetitions: 64_000) { [prefixed] times in
                    prefixed.read(times)
                },
                Work("atomic addition", repetitions: 64_000) { [counter] times in
                    for _ in 0..<times { counter.add() }
                    return times
                },
                Work("one thread", repetitions: 50_000) { [client, bools] times in
                    Self.read(client, bools[7], times)
                },
                Work("two threads", repetitions: 50_000) { [client, bools] times in
                    async let other = Self.read(client, bools[7], times)
                    return Self.read(client, bools[7], times) &+ (await other)
                },
            ]
        }

        /// The works that only have a limit for allocations.
        var otherWorks: [Work] {
            let view = client.snapshot()
            return [
                reads("typed Int", FlagKey(Payload.name(402), default: 0)),
                reads("typed Double", FlagKey(Payload.name(403), default: 0.0)),
                Work("String-key String", repetitions: 1000) { [client, strings] times in
                    var sum = 0
                    for _ in 0..<times { sum &+= client.string(strings[0], default: "").utf8.count }
                    return sum
                },
                Work("typed Bool of a view", repetitions: 64_000) { [bools] times in
                    let key = FlagKey(bools[0], default: false)
                    var sum = 0
                    for _ in 0..<times where view[key] { sum += 1 }
                    return sum
                },
                reads("default of a missing Bool", FlagKey("missing", default: true)),
                reads("default of a missing String", FlagKey("missing", default: Payload.text)),
                reads("default of another type", FlagKey(bools[0], default: Payload.text)),
            ]
        }

        private func text(_ name: String, _ flags: [String]) -> Work {
            Work(name, repetitions: 64_000) { [client] times in
                var sum = 0
                for name in flags {
                    let key = FlagKey(name, default: "")
                    for _ in 0..<times / flags.count { sum &+= client[key].utf8.count }
                }
                return sum
            }
        }

        private func reads<Value: Hashable & Sendable>(_ name: String, _ key: FlagKey<Value>) -> Work {
            Work(name, repetitions: 1000) { [client] times in
                var sum = 0
                for _ in 0..<times where client[key] == key.defaultValue { sum += 1 }
                return sum
            }
        }

        static func read(_ client: FlagClient, _ name: String, _ times: Int) -> Int {
            let key = FlagKey(name, default: false)
            var sum = 0
            for _ in 0..<times where client[key] { sum += 1 }
            return sum
        }
    }
}
