// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

/// A policy made of its answers.
struct TestPolicy: PersistencePolicy {
    var slots: Int?
    var admits: @Sendable (StoredFlags, PersistenceConditions) -> CacheAction = { _, _ in
        .serve(isAnswer: false, until: nil)
    }
    var keeps: @Sendable (FlagSet, PersistenceConditions) -> Bool = { _, _ in true }

    var maxSlots: Int? { slots }

    func slot(for context: EvaluationContext) -> String? { context.isAnonymous ? nil : context.identityDigest }

    func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        admits(stored, conditions)
    }

    func keep(_ fresh: FlagSet, in conditions: PersistenceConditions) -> Bool { keeps(fresh, conditions) }
}

@Suite("PersistedProvider")
struct PersistedProviderTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()
    private let store = GatedStore()
    private let unconfirmed = FlagClient.StartResult.cached(
        FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet."))

    private func persistedClient(
        _ policy: any PersistencePolicy, context: EvaluationContext = .user("a"), isOnline: Bool = true
    ) throws -> FlagClient {
        FlagClient(
            provider: try PersistedProvider(provider, policy: policy, store: store, time: time), context: context,
            options: .manual(time) { $0.isOnline = isOnline })
    }

    /// Stores flags, as an earlier run of the app did.
    private func store(
        _ values: [String: FlagValue], for context: EvaluationContext = .user("a"), validator: String? = nil
    ) async throws {
        let client = try persistedClient(TestPolicy(), context: context)
        async let result = client.start()
        let run = await provider.nextRun()
        let origin = Origin(.network, provider: "scripted")
        run.channel.publish(
            .ready(
                FlagSet(
                    FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }), for: context, validator: validator,
                    providerData: ["cursor": 1], confirmedAt: time.now)))
        #expect(await result == .ready)
        await client.shutdown()
    }

    private func keys() async throws -> [StoreKey] {
        try await store.keys(in: StoreKey.Scope(provider: "scripted", environment: ""))
    }

    @Test("the provider resumes from what was stored: ETag, notes, and flags that are the network's")
    func resume() async throws {
        try await store(["limit": 5], validator: "\"1\"")
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        let run = await provider.nextRun()
        let resume = try #require(run.request.resume)
        #expect(resume.validator == "\"1\"")
        #expect(resume.providerData == ["cursor": 1])
        #expect(resume.table["limit"]?.origin == Origin(.network, provider: "scripted"))
        #expect((resume.expiresAt, resume.layers) == (nil, []))
        run.channel.publish(.ready(resume))
        #expect(await result == .ready)
        #expect(client.details(of: .limit).origin.kind == .network)
    }

    @Test("what the provider was given to resume from is no answer of its own, even if it publishes it")
    func echo() async throws {
        try await store(["limit": 5], validator: "\"1\"")
        let careful = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = careful.start()
        let run = await provider.nextRun()
        run.channel.publish(.stale(run.request.resume))
        #expect(careful[.limit] == 10)
        #expect(careful.status == .notReady)
        run.fail(FlagError(.general, "503"))
        #expect(await result == .cached(FlagError(.general, "503")))
        #expect(careful.details(of: .limit).origin.kind == .persisted)
        #expect(careful[.limit] == 5)
        await careful.shutdown()

        let quick = try persistedClient(VariantLookupPolicy.persistenceUntilNetworkSuccess())
        #expect(await quick.start() == unconfirmed)
        let next = await provider.nextRun()
        next.channel.publish(.stale(next.request.resume))
        #expect(quick.details(of: .limit).origin.kind == .persisted)
        #expect(quick[.limit] == 5)
        await quick.shutdown()
    }

    @Test("a refresh while stored flags are served resumes from them too, and what is confirmed never expires")
    func resumeAfterRefresh() async throws {
        try await store(["limit": 5], validator: "\"1\"")
        let client = try persistedClient(VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 100))
        #expect(await client.start() == unconfirmed)
        _ = await provider.nextRun()
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        #expect(client.details(of: .limit).origin.kind == .persisted)
        let resume = try #require(run.request.resume)
        #expect(resume.validator == "\"1\"")
        #expect(resume.table["limit"]?.origin.kind == .network)
        run.channel.publish(.ready(resume))
        #expect(await outcome == .completed)
        time.advance(by: .seconds(1000))
        #expect(client.details(of: .limit).origin.kind == .network)
        #expect(client[.limit] == 5)
    }

    @Test("flags for other attributes are served, but not resumed from")
    func otherAttributes() async throws {
        try await store(["limit": 5], for: .user("a", ["plan": "gold"]), validator: "\"1\"")
        let client = try persistedClient(VariantLookupPolicy.persistenceUntilNetworkSuccess())
        #expect(await client.start() == unconfirmed)
        #expect(await provider.nextRun().request.resume == nil)
        #expect(client[.limit] == 5)
        async let outcome = client.refresh()
        #expect(await provider.nextRun().request.resume?.validator == nil)
        await client.shutdown()
        #expect(await outcome == .shutDown)
    }

    @Test("what the wrapper did is reported, and does not pile up")
    func layers() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        let run = await provider.nextRun()
        run.fail(FlagError(.general, "down"))
        _ = await result
        #expect(
            client.state.flagSet?.layers == [
                FlagSet.LayerReport(
                    layer: "persisted", isServing: true, "Stored flags are served because the network failed.")
            ])
        run.answer(["limit": 6])
        let replaced = [
            FlagSet.LayerReport(layer: "persisted", isServing: false, "The network replaced the stored flags.")
        ]
        #expect(client.state.flagSet?.layers == replaced)
        for _ in 1...2 {
            async let outcome = client.refresh()
            let run = await provider.nextRun()
            #expect(run.request.resume?.layers == [])
            run.channel.publish(.ready(try #require(run.request.resume)))
            #expect(await outcome == .completed)
            #expect(
                client.state.flagSet?.layers == [
                    FlagSet.LayerReport(layer: "persisted", isServing: false, "The network has already responded.")
                ])
        }
    }

    @Test("offline, networkFirst serves what is stored at once")
    func offline() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst(), isOnline: false)
        #expect(await client.start() == unconfirmed)
        #expect(await provider.nextRun().request.mode == .offline)
        #expect(client.details(of: .limit).origin.kind == .persisted)
        async let outcome = client.setOnline(true)
        await provider.nextRun().answer(["limit": 6])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 6)
    }

    @Test("a provider that returns without flags: what is stored is served")
    func returns() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        await provider.nextRun().end()
        #expect(await result == unconfirmed)
        #expect(client[.limit] == 5)
        #expect(client.status == .stale)
    }

    @Test("a provider that throws: what is stored is served, and the error is reported")
    func throwing() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        let error = FlagError(.providerFatal, "The key was refused.")
        await provider.nextRun().end(throwing: error)
        #expect(await result == .cached(error))
        #expect(client[.limit] == 5)
        #expect(client.status == .fatal)
    }

    @Test("a provider that gave up while stored flags are served for good: callers get its error at once")
    func gaveUp() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(TestPolicy())
        async let result = client.start()
        let error = FlagError(.providerFatal, "The key was refused.")
        await provider.nextRun().end(throwing: error)
        #expect(await result == .cached(error))
        #expect(await client.setContext(.user("a")) == .failed(error))
        #expect(client[.limit] == 5)
    }

    @Test("what was held back too long is not served when the network fails")
    func heldTooLong() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst(persistenceTtl: 3))
        async let result = client.start()
        let run = await provider.nextRun()
        await time.awaitSleepers()
        time.advance(by: .milliseconds(3001))
        let error = FlagError(.general, "down")
        run.fail(error)
        #expect(await result == .defaults(error))
    }

    @Test("flags of a foreign context are neither served nor stored")
    func foreign() async throws {
        let client = try persistedClient(TestPolicy())
        async let result = client.start(within: .zero)
        let run = await provider.nextRun()
        run.channel.publish(.ready(FlagSet(["limit": 1], from: "scripted", for: .user("b"))))
        _ = await result
        await client.shutdown()
        #expect(client.diagnostics.recent.map(\.code) == ["foreignFlags"])
        #expect(try await keys() == [])
    }

    @Test("the policy is asked whether to store, at the time of the answer")
    func keep() async throws {
        let asked = Lock<[Instant]>([])
        var policy = TestPolicy()
        policy.keeps = { fresh, conditions in
            asked.withLock { $0.append(conditions.now) }
            return fresh.table["limit"]?.value == 6
        }
        let client = try persistedClient(policy)
        async let result = client.start()
        let run = await provider.nextRun()
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        run.answer(["limit": 5])
        _ = await result
        await client.shutdown()
        #expect(try await keys() == [])
        #expect(asked.withLock { $0 } == [Instant(millisecondsSinceEpoch: 1_767_225_602_000)])
    }

    @Test("without a slot the store is not touched")
    func noSlot() async throws {
        let client = try persistedClient(TestPolicy(), context: .anonymous)
        await provider.start(client, ["limit": 5])
        await client.shutdown()
        #expect(store.calls == ["keys"], "the list for the limit, at the start")
    }

    @Test("as many identities as the policy says, the one that was used longest ago goes; the one in use stays")
    func limit() async throws {
        for user in ["a", "b", "c"] { try await store(["limit": 5], for: .user(user)) }
        #expect(try await keys().count == 3)
        var policy = TestPolicy()
        policy.slots = 2
        let client = try persistedClient(policy, context: .user("a"))
        async let result = client.start()
        let run = await provider.nextRun()
        #expect(client[.limit] == 5, "the oldest record of all, but it is the one that is needed")
        let identities = ["a", "c"].map { EvaluationContext.user($0).identityDigest }
        #expect(try await keys().map(\.identity) == identities)
        run.answer(["limit": 6])
        _ = await result
        async let outcome = client.setContext(.user("d"))
        await provider.nextRun().answer(["limit": 7])
        _ = await outcome
        await client.shutdown()
        #expect(try await keys().map(\.identity) == ["d", "a"].map { EvaluationContext.user($0).identityDigest })
    }

    @Test("a limit of none takes everything away at the start", arguments: [0, -1])
    func noSlots(limit: Int) async throws {
        try await store(["limit": 5])
        var policy = TestPolicy()
        policy.slots = limit
        let client = try persistedClient(policy, context: .user("b"))
        async let result = client.start(within: .zero)
        await provider.nextRun().answer([:])
        _ = await result
        await client.shutdown()
        #expect(try await keys() == [])
    }

    @Test("offline nothing is confirmed, so what is stored is not made younger")
    func offlineAnswers() async throws {
        try await store(["a": 1])
        let saves = store.calls.filter { $0 == "save" }.count
        let client = try persistedClient(TestPolicy(), isOnline: false)
        async let result = client.start()
        let run = await provider.nextRun()
        // A provider may publish again the state that it was given to resume with.
        let resume = try #require(run.request.resume)
        run.channel.publish(ProviderState(.stale, resume, isAnswer: true))
        #expect(await result == unconfirmed)
        await client.shutdown()
        #expect(store.calls.filter { $0 == "save" }.count == saves)
    }

    @Test("a provider whose flags depend on the whole context gets a record for each, and no other's")
    func recordScope() async throws {
        let store = InMemoryFlagStore()
        let first = EvaluationContext.user("a", ["plan": "gold"])
        let second = EvaluationContext.user("a", ["plan": "silver"])
        var seen: [[String: FlagValue]] = []
        for (context, isAnswered) in [(first, true), (second, false), (first, false)] {
            let provider = ScopedProvider(isAnswering: isAnswered)
            let client = FlagClient(
                provider: try PersistedProvider(provider, policy: TestPolicy(), store: store, time: time),
                context: context, options: .manual())
            await client.start()
            seen.append(client.allFlags)
            await client.shutdown()
        }
        #expect(seen == [["plan": "gold"], [:], ["plan": "gold"]])
    }

    @Test("of records for whole contexts the newest twenty are kept, unless the policy says otherwise")
    func recordScopeLimit() async throws {
        for (slots, kept) in [(nil, 20), (3, 3)] as [(Int?, Int)] {
            let store = InMemoryFlagStore()
            for number in 1...22 {
                let client = FlagClient(
                    provider: try PersistedProvider(
                        ScopedProvider(isAnswering: true), policy: TestPolicy(slots: slots), store: store, time: time),
                    context: .user("a", ["plan": .int(Int64(number))]), options: .manual())
                await client.start()
                await client.shutdown()
            }
            #expect(await store.keys(in: StoreKey.Scope(provider: "scoped", environment: "")).count == kept)
        }
    }
}

/// A provider whose flags depend on everything that the context says, or one that fails.
private struct ScopedProvider: FlagProvider {
    let name = "scoped"
    let records = RecordIdentity(scope: .context)
    let isAnswering: Bool

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard isAnswering, let plan = request.context["plan"] else { throw FlagError(.general, "no network") }
        channel.publish(.ready(FlagSet(["plan": plan], from: name, for: request.context)))
    }
}
