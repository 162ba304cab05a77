// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

/// Tests of percentages and migrations for contexts without a key.
@Suite("Shares of contexts without a key")
struct AnonymousContextKeyTests {
    private static let flag = FlagKey("who", default: "default")

    private static let percentage: @Sendable (Double) -> CombinationStrategy = {
        .percentage(old: "old", new: "new", percent: $0)
    }
    private static let migration: @Sendable (Double) -> CombinationStrategy = { percent in
        .migration(
            old: "old", new: "new", stages: [.init(["*"], .newWithFallback, percent: percent)], automaticRollback: nil)
    }

    private func combinedClient(
        _ strategy: CombinationStrategy, _ key: CombinedProvider.AnonymousContextKey,
        _ context: EvaluationContext = .anonymous
    ) throws -> FlagClient {
        let children = ["old", "new"].map { name in
            CombinedProvider.Child(InMemoryFlagProvider([Self.flag.name: .string(name)], name: name))
        }
        var options = FlagClient.Options()
        // With manual time, deadlines don't pass on a busy machine.
        options.time = ManualTime()
        options.diagnosticHandler = { _ in }
        return FlagClient(
            provider: try CombinedProvider("both", children, strategy: strategy, anonymousKey: key), context: context,
            options: options)
    }

    /// Returns the name of the provider that serves the flag on a device.
    private func answer(
        _ strategy: CombinationStrategy, _ key: CombinedProvider.AnonymousContextKey,
        _ context: EvaluationContext = .anonymous
    ) async throws -> String {
        let client = try combinedClient(strategy, key, context)
        await client.start()
        let answer = client[Self.flag]
        await client.shutdown()
        return answer
    }

    private func key(_ number: Int, _ store: (any FlagStore)? = nil) -> CombinedProvider.AnonymousContextKey {
        CombinedProvider.AnonymousContextKey(
            store: store, time: ManualTime(), random: SeededRandom(seed: UInt64(number)))
    }

    // MARK: Unhappy paths

    @Test("Reports a failing store and keeps the share for the process")
    func badStore() async throws {
        let key = key(1, FailingStore(.full))
        let client = try combinedClient(Self.percentage(50), key)
        await client.start()
        let first = client[Self.flag]
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: The key for contexts without a key couldn't be stored: the disk is full. At the next "
                    + "launch, they might move to another share. Check the store, or set a key for every context."
            ])
        await client.shutdown()
        for _ in 1...5 { #expect(try await answer(Self.percentage(50), key) == first) }
    }

    @Test("Doesn't use the store if the strategy has no share")
    func notAsked() async throws {
        let store = InMemoryFlagStore()
        #expect(try await answer(.firstMatch, key(1, store)) == "old")
        let scope = StoreKey.Scope(provider: "halyard-anonymous", environment: "")
        #expect(await store.keys(in: scope) == [])
        _ = try await answer(Self.percentage(50), key(1, store))
        #expect(await store.keys(in: scope).count == 1)
    }

    // MARK: Shares

    @Test("Moves about the given share of devices", arguments: [10.0, 25, 95])
    func share(percent: Double) async throws {
        var moved = 0
        for number in 1...200 where try await answer(Self.percentage(percent), key(number)) == "new" { moved += 1 }
        #expect(abs(Double(moved) - percent * 2) < 25)
    }

    @Test("Moves the same contexts with a percentage and a migration")
    func alike() async throws {
        for number in 1...100 {
            let context = number % 2 == 0 ? EvaluationContext.anonymous : .user("person-\(number)")
            let answers = [
                try await answer(Self.percentage(40), key(number), context),
                try await answer(Self.migration(40), key(number), context),
            ]
            #expect(answers[0] == answers[1], "\(number)")
        }
    }

    @Test("Keeps a device's share across launches until it's erased")
    func launches() async throws {
        var staying = 0
        for number in 1...40 {
            let store = InMemoryFlagStore()
            let first = try await answer(Self.percentage(50), key(number, store))
            #expect(try await answer(Self.percentage(50), key(1000 + number, store)) == first)
            let client = try combinedClient(Self.percentage(50), key(2000 + number, store))
            await client.start()
            await client.erase(.anonymous)
            await client.shutdown()
            if try await answer(Self.percentage(50), key(3000 + number, store)) == first { staying += 1 }
        }
        #expect((8...32).contains(staying))
    }

    @Test("Uses a context's own key, and keeps the device's key on erasure")
    func ownKey() async throws {
        let person = EvaluationContext.user("ada")
        let answers = try await (1...20).asyncMap { try await answer(Self.percentage(50), key($0), person) }
        #expect(Set(answers).count == 1)
        let store = InMemoryFlagStore()
        let before = try await answer(Self.percentage(50), key(1, store))
        let client = try combinedClient(Self.percentage(50), key(2, store), person)
        await client.start()
        await client.erase(person)
        await client.shutdown()
        #expect(try await answer(Self.percentage(50), key(3, store)) == before)
    }

    @Test("Uses the same share in explanations")
    func explained() async throws {
        for number in 1...20 {
            let client = try combinedClient(Self.percentage(50), key(number))
            await client.start()
            let answer = client[Self.flag]
            #expect(client.explain(Self.flag.name).description.contains("\"\(answer)\""), "\(number)")
            await client.shutdown()
        }
    }

    @Test("Shares one stored key among all combinations of a configuration")
    func configured() async throws {
        let files = InMemoryFileSystem()
        let json = """
            {"version": 1, "active": "a", "providers": {
              "old": {"type": "memory", "flags": {"who": "old"}}, "new": {"type": "memory", "flags": {"who": "new"}},
              "a": {"type": "combined", "providers": ["old", "new"],
                    "strategy": {"type": "percentage", "old": "old", "new": "new", "percent": 50}},
              "b": {"type": "combined", "providers": ["old", "new"], "strategy": {"type": "migration", "old": "old",
                    "new": "new", "stages": [{"flags": ["*"], "step": "new", "percent": 50}]}}
            }}
            """
        let client = try FlagClient(configuration: .json(json), options: .manual(), host: .files(files))
        await client.start()
        let first = client[Self.flag]
        try await client.switchProvider(to: "b")
        #expect(client[Self.flag] == first)
        await client.shutdown()
        #expect(files.paths.count == 1)
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
