// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

/// Tests for evaluation in other contexts with several providers.
@Suite("CombinedProvider: contexts")
struct CombinedContextTests {
    private let first = InMemoryFlagProvider(name: "first") { context in
        ["plan": .string("first of \(context.key ?? "-")"), "both": "first"]
    }
    private let second = InMemoryFlagProvider(["only-second"], name: "second") { context in
        var flags: [String: FlagValue] = ["plan": .string("second of \(context.key ?? "-")"), "both": "second"]
        if context.key != "ada" { flags["only-second"] = 2 }
        return flags
    }
    private let plan = FlagKey("plan", default: "default")
    private let both = FlagKey("both", default: "default")

    private func client(
        _ strategy: CombinationStrategy = .firstMatch, _ others: [any FlagProvider] = [], sinks: [any EventSink] = []
    ) async throws -> (FlagClient, CombinedProvider) {
        let providers = ([first, second] as [any FlagProvider] + others).map { CombinedProvider.Child($0) }
        let combined = try CombinedProvider(
            "both", providers, strategy: strategy, anonymousKey: CombinedProvider.AnonymousContextKey(store: nil))
        return (await FlagClient.serving(combined, for: .user("client"), sinks: sinks), combined)
    }

    @Test("Uses the first provider that has the flag for each context")
    func firstMatch() async throws {
        let (client, _) = try await client()
        #expect(client.snapshot(for: .user("ada"))[plan] == "first of ada")
        #expect(client.snapshot(for: .user("bob"))[plan] == "first of bob")
        #expect(client.snapshot(for: .user("bob")).int("only-second", default: 0) == 2)
        let details = client.snapshot(for: .user("ada")).details(of: FlagKey("only-second", default: 0))
        #expect((details.value, details.error?.code) == (0, .flagNotFound))
        #expect(client[plan] == "first of client")
    }

    @Test("Routes flags for each context")
    func routing() async throws {
        let (client, _) = try await client(.routing([.init(["plan"], to: "second")], defaultRoute: ["first"]))
        let view = client.snapshot(for: .user("ada"))
        #expect(view[plan] == "second of ada")
        #expect(view[both] == "first")
        #expect(view.details(of: plan).provider == "second")
    }

    @Test("Assigns each user to a provider consistently as the percentage grows")
    func percentage() async throws {
        let (client, _) = try await client(.percentage(old: "first", new: "second", percent: 30))
        let moved = { (number: Int) in client.snapshot(for: .user("user-\(number)"))[self.both] == "second" }
        let count = (0..<2000).count(where: moved)
        #expect((520...680).contains(count))
        #expect((0..<200).allSatisfy { moved($0) == moved($0) })
        let (more, _) = try await self.client(.percentage(old: "first", new: "second", percent: 60))
        let stayed = (0..<2000).allSatisfy { number in
            !moved(number) || more.snapshot(for: .user("user-\(number)"))[both] == "second"
        }
        #expect(stayed)
    }

    @Test("Migrates a share of users, and rolls back for all of them")
    func migration() async throws {
        let migration = CombinationStrategy.migration(
            old: "first", new: "second", stages: [.init(["both"], .newWithFallback, percent: 50)],
            automaticRollback: .init(mismatchRate: 0.05, errorRate: 0.05, after: 20))
        let (client, combined) = try await client(migration)
        var values: Set<String> = []
        for number in 0..<40 { values.insert(client.snapshot(for: .user("user-\(number)"))[both]) }
        #expect(values == ["first", "second"])
        // Every comparison differs.
        #expect(migration.migration?.rolledBackFlags == ["both"])
        #expect(combined.parity.flags.first { $0.key == "both" }?.counts[.differs] ?? 0 >= 40)
        #expect((0..<40).allSatisfy { client.snapshot(for: .user("user-\($0)"))[both] == "first" })
        #expect(client.diagnostics.recent.map(\.code.rawValue).contains("migrationRolledBack"))
    }

    @Test("Keeps each flag's first result in a snapshot when the migration rolls back between two reads")
    func rollbackBetweenReads() async throws {
        let migration = CombinationStrategy.migration(
            old: "first", new: "second", stages: [.init(["*"], .new)],
            automaticRollback: .init(mismatchRate: 0, errorRate: 0, after: 3))
        let (client, combined) = try await client(migration)
        let count = { combined.parity.flags.first { $0.key == "both" }?.counts }
        #expect(count() == [.differs: 1])
        let snapshot = client.snapshot(for: .user("ada"))
        #expect(snapshot[both] == "second")
        #expect(client.snapshot(for: .user("bob"))[both] == "first")
        #expect(migration.migration?.rolledBackFlags.contains("both") == true)
        #expect(count() == [.differs: 3])
        #expect(snapshot[both] == "second")
        #expect(snapshot.details(of: both).provider == "second")
        #expect(snapshot.state.flagSet?.table["both"]?.value == "second")
        #expect(snapshot.allFlags["both"] == "second")
        #expect(count() == [.differs: 3])
        let next = client.snapshot(for: .user("ada"))
        #expect(next[both] == "first")
        #expect(next.state.flagSet?.table["both"]?.value == "first")
        #expect(count() == [.differs: 4])
    }

    @Test("Keeps in a snapshot that its context doesn't have a flag")
    func rollbackOfMissingFlag() async throws {
        let migration = CombinationStrategy.migration(
            old: "second", new: "first", stages: [.init(["only-second"], .new)],
            automaticRollback: .init(mismatchRate: 0, errorRate: 0, after: 3))
        let (client, _) = try await client(migration)
        let flag = FlagKey("only-second", default: 0)
        let snapshot = client.snapshot(for: .user("bob"))
        #expect(snapshot[flag] == 0)
        #expect(client.snapshot(for: .user("eve"))[flag] == 2)
        #expect(migration.migration?.rolledBackFlags == ["only-second"])
        #expect(snapshot[flag] == 0)
        #expect(client.snapshot(for: .user("bob"))[flag] == 2)
    }

    @Test("Compares values at reads for the configured share of users")
    func comparison() async throws {
        let (client, combined) = try await client(.comparison(sampling: 0.25))
        let before = combined.parity.flags.first { $0.key == "both" }?.counts[.differs] ?? 0
        for number in 0..<1000 { #expect(client.snapshot(for: .user("user-\(number)"))[both] == "first") }
        let compared = (combined.parity.flags.first { $0.key == "both" }?.counts[.differs] ?? 0) - before
        #expect((190...310).contains(compared))
    }

    @Test("Compares each flag once per view, at its first read")
    func comparedOnce() async throws {
        let (client, combined) = try await client(.comparison())
        let counts = { combined.parity.flags.first { $0.key == "both" }?.counts ?? [:] }
        #expect(counts() == [.differs: 1])
        let view = client.snapshot(for: .user("ada"))
        #expect(counts() == [.differs: 1])
        for _ in 0..<100 { #expect(view[both] == "first") }
        #expect(view.allFlags.count == 2)
        #expect(counts() == [.differs: 2])
        DispatchQueue.concurrentPerform(iterations: 100) { _ in _ = client.snapshot(for: .user("bob"))[both] }
        let shared = client.snapshot(for: .user("bob"))
        DispatchQueue.concurrentPerform(iterations: 100) { _ in _ = shared[both] }
        #expect(counts() == [.differs: 103])
    }

    @Test("Treats a provider that evaluates remotely as failed for other contexts")
    func elsewhere() async throws {
        let scripted = ScriptedProvider(name: "third")
        let children = [CombinedProvider.Child(scripted), CombinedProvider.Child(second)]
        for (strategy, value, code) in [
            (.firstSuccessful as CombinationStrategy, "second of ada", nil),
            (.firstMatch, "default", ErrorCode.invalidContext),
        ] {
            let combined = try CombinedProvider("c", children, strategy: strategy)
            let client = FlagClient(provider: combined, context: .user("client"), options: .manual())
            async let start = client.start()
            await scripted.nextRun().answer(["plan": "third"], provider: "third")
            #expect(await start == .ready)
            #expect(client[plan] == "third")
            let details = client.snapshot(for: .user("ada")).details(of: plan)
            #expect((details.value, details.error?.code) == (value, code))
            await client.shutdown()
        }
    }

    @Test("Combines flags without targeting and flags that rules evaluate")
    func file() async throws {
        let file = InMemoryFlagProvider(["from-file": 1, "plan": "file"], name: "file")
        let (client, _) = try await client(.firstMatch, [file])
        #expect(client.snapshot(for: .user("ada")).int("from-file", default: 0) == 1)
        #expect(client.snapshot(for: .user("ada"))[plan] == "first of ada")
    }

    @Test("Evaluates nested combinations for each context")
    func nested() async throws {
        let inner = try CombinedProvider("inner", [.init(first), .init(second)], strategy: .firstMatch)
        let third = InMemoryFlagProvider(name: "third") { _ in ["third": 3] }
        let outer = try CombinedProvider("outer", [.init(inner), .init(third)], strategy: .firstMatch)
        let client = await FlagClient.serving(outer)
        let view = client.snapshot(for: .user("ada"))
        #expect(view[plan] == "first of ada")
        #expect(view.int("third", default: 0) == 3)
        #expect(view.allFlags == ["plan": "first of ada", "both": "first", "third": 3])
    }

    @Test("Counts reads of two providers' flags together, once per outcome")
    func counting() async throws {
        let other = InMemoryFlagProvider(name: "other") { _ in ["other": 1] }
        let combined = try CombinedProvider("c", [.init(first), .init(other)], strategy: .firstMatch)
        let sink = RecordingSink()
        let client = await FlagClient.serving(combined, sinks: [sink])
        for number in 0..<100 {
            let view = client.snapshot(for: .user("u\(number)"))
            #expect(view.details(of: FlagKey("other", default: 0)).provider == "other")
            #expect(view.details(of: both).provider == "first")
        }
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("counted") } == [
                #"counted for user:anonymous: both="first"/"default" x100+0, other=1/0 x100+0"#
            ])
    }

    @Test("Explains each provider's value for the view's context")
    func explain() async throws {
        let (client, _) = try await client()
        let explanation = client.snapshot(for: .user("ada")).explain("plan")
        #expect(explanation.context == "user:ada")
        #expect(explanation.value == "first of ada")
        let answers = explanation.steps.filter { $0.layer == .provider }.map { $0.facts["value"] }
        #expect(answers == ["first of ada", "second of ada"])
    }

    @Test("Runs a provider's hooks only for its own flags")
    func hooks() async throws {
        struct Hooked: ProviderWrapper {
            let inner: any FlagProvider
            let hooks: [any EvaluationHook]
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let log = Recorder<String>()
        let hook = NotingHook(log) { "\($0.flagKey) for \($0.context)" }
        let combined = try CombinedProvider(
            "c", [.init(Hooked(inner: first, hooks: [hook])), .init(second)],
            strategy: .routing([.init(["plan"], to: "first")], defaultRoute: ["second"]))
        let client = await FlagClient.serving(combined)
        let view = client.snapshot(for: .user("ada"))
        _ = (view[plan], view[both])
        #expect(log.all == ["plan for user:ada"])
    }

    @Test("Applies a custom strategy to the values for a context")
    func customRule() async throws {
        let noting = InMemoryFlagProvider(name: "noting") { _ in ["plan": "noting"] }
        let combined = try CombinedProvider("c", [.init(first), .init(noting)], strategy: .firstMatch)
        let client = await FlagClient.serving(combined)
        #expect(client.snapshot(for: .user("ada"))[plan] == "first of ada")
        let custom = try CombinedProvider(
            "c", [.init(first), .init(noting)],
            strategy: CombinationStrategy { $0["noting"]?.value == nil ? .notFound : .child(1) })
        let other = await FlagClient.serving(custom)
        #expect(other.snapshot(for: .user("bob"))[plan] == "noting")
    }
}
