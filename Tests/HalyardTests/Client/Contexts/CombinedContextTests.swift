// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

/// Several providers as one, for contexts of their own.
@Suite("CombinedProvider: contexts")
struct CombinedContextTests {
    private let first = InMemoryProvider(name: "first") { context in
        ["plan": .string("first of \(context.key ?? "-")"), "both": "first"]
    }
    private let second = InMemoryProvider(["only-second"], name: "second") { context in
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

    @Test("the first match is asked for each context, and the next where it does not know the flag")
    func firstMatch() async throws {
        let (client, _) = try await client()
        #expect(client.snapshot(for: .user("ada"))[plan] == "first of ada")
        #expect(client.snapshot(for: .user("bob"))[plan] == "first of bob")
        #expect(client.snapshot(for: .user("bob")).int("only-second", default: 0) == 2)
        let details = client.snapshot(for: .user("ada")).details(of: FlagKey("only-second", default: 0))
        #expect((details.value, details.error?.code) == (0, .flagNotFound))
        #expect(client[plan] == "first of client")
    }

    @Test("a route decides for each context")
    func routing() async throws {
        let (client, _) = try await client(.routing([.init(["plan"], to: "second")], defaultRoute: ["first"]))
        let view = client.snapshot(for: .user("ada"))
        #expect(view[plan] == "second of ada")
        #expect(view[both] == "first")
        #expect(view.details(of: plan).provider == "second")
    }

    @Test("a percentage is one of users: each has its own place, and stays")
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

    @Test("a migration moves users, step by step, and steps back for all of them")
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

    @Test("answers are compared at reads, for the share of users that the strategy names")
    func comparison() async throws {
        let (client, combined) = try await client(.comparison(sampling: 0.25))
        let before = combined.parity.flags.first { $0.key == "both" }?.counts[.differs] ?? 0
        for number in 0..<1000 { #expect(client.snapshot(for: .user("user-\(number)"))[both] == "first") }
        let compared = (combined.parity.flags.first { $0.key == "both" }?.counts[.differs] ?? 0) - before
        #expect((190...310).contains(compared))
    }

    @Test("a view compares each flag once, at its first read")
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

    @Test("a provider that decides elsewhere has failed for another context, and the strategy says what that means")
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

    @Test("flags of a file stand beside rules, and those that it says are off stay off")
    func file() async throws {
        let file = InMemoryProvider(["from-file": 1, "plan": "file"], name: "file")
        let (client, _) = try await client(.firstMatch, [file])
        #expect(client.snapshot(for: .user("ada")).int("from-file", default: 0) == 1)
        #expect(client.snapshot(for: .user("ada"))[plan] == "first of ada")
    }

    @Test("nested combinations decide for each context")
    func nested() async throws {
        let inner = try CombinedProvider("inner", [.init(first), .init(second)], strategy: .firstMatch)
        let third = InMemoryProvider(name: "third") { _ in ["third": 3] }
        let outer = try CombinedProvider("outer", [.init(inner), .init(third)], strategy: .firstMatch)
        let client = await FlagClient.serving(outer)
        let view = client.snapshot(for: .user("ada"))
        #expect(view[plan] == "first of ada")
        #expect(view.int("third", default: 0) == 3)
        #expect(view.allFlags == ["plan": "first of ada", "both": "first", "third": 3])
    }

    @Test("Counts the flags of two providers' rules together, each outcome once")
    func counting() async throws {
        let other = InMemoryProvider(name: "other") { _ in ["other": 1] }
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

    @Test("an explanation names each provider's answer for the view's context")
    func explain() async throws {
        let (client, _) = try await client()
        let explanation = client.snapshot(for: .user("ada")).explain("plan")
        #expect(explanation.context == "user:ada")
        #expect(explanation.value == "first of ada")
        let answers = explanation.steps.filter { $0.layer == .provider }.map { $0.facts["value"] }
        #expect(answers == ["first of ada", "second of ada"])
    }

    @Test("hooks of a provider run for its own flags, for each context")
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

    @Test("a strategy of one's own decides by the answers for the context")
    func customRule() async throws {
        let noting = InMemoryProvider(name: "noting") { _ in ["plan": "noting"] }
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
