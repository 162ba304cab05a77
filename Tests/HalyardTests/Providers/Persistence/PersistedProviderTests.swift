// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

/// A policy whose results are closures.
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

    /// Stores flags, as an earlier launch of the app would.
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

    @Test("Passes stored flags to the provider as resume data")
    func resume() async throws {
        try await store(["limit": 5], validator: "\"1\"")
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        let run = await provider.nextRun()
        let resume = try #require(run.request.resume)
        #expect(resume.validator == "\"1\"")
        #expect(resume.providerData == ["cursor": 1])
        #expect(resume.table["limit"]?.origin == Origin(.network, provider: "scripted"))
        #expect((resume.expiresAt, resume.layerReports) == (nil, []))
        run.channel.publish(.ready(resume))
        #expect(await result == .ready)
        #expect(client.details(of: .limit).origin.kind == .network)
    }

    @Test("Doesn't treat republished resume data as a response")
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

    @Test("Resumes a refresh from stored flags, and keeps confirmed flags")
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

    @Test("Serves flags for other attributes without resuming from them")
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

    @Test("Reports only the latest action in the layer report")
    func layers() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        let run = await provider.nextRun()
        run.fail(FlagError(.general, "down"))
        _ = await result
        #expect(
            client.state.flagSet?.layerReports == [
                FlagSet.LayerReport(
                    layer: "persisted", isServing: true, "Stored flags are served because the network failed.")
            ])
        run.answer(["limit": 6])
        let replaced = [
            FlagSet.LayerReport(layer: "persisted", isServing: false, "The network replaced the stored flags.")
        ]
        #expect(client.state.flagSet?.layerReports == replaced)
        for _ in 1...2 {
            async let outcome = client.refresh()
            let run = await provider.nextRun()
            #expect(run.request.resume?.layerReports == [])
            run.channel.publish(.ready(try #require(run.request.resume)))
            #expect(await outcome == .completed)
            #expect(
                client.state.flagSet?.layerReports == [
                    FlagSet.LayerReport(layer: "persisted", isServing: false, "The network has already responded.")
                ])
        }
    }

    @Test("Serves stored flags immediately when offline with networkFirst")
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

    @Test("Serves stored flags if the provider returns without flags")
    func returns() async throws {
        try await store(["limit": 5])
        let client = try persistedClient(VariantLookupPolicy.networkFirst())
        async let result = client.start()
        await provider.nextRun().end()
        #expect(await result == unconfirmed)
        #expect(client[.limit] == 5)
        #expect(client.status == .stale)
    }

    @Test("Serves stored flags and reports the error if the provider throws")
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

    @Test("Fails later context changes immediately if the provider gave up")
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

    @Test("Doesn't serve flags that expired before the network failed")
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

    @Test("Reports another context's flags, and doesn't store them")
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

    @Test("Calls the policy's keep(_:in:) with the time of the response")
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

    @Test("Doesn't store flags if the policy returns no slot")
    func noSlot() async throws {
        let client = try persistedClient(TestPolicy(), context: .anonymous)
        await provider.start(client, ["limit": 5])
        await client.shutdown()
        #expect(store.calls == ["keys"], "The start lists the keys to enforce the limit.")
    }

    @Test("Removes the least recently used identities beyond the limit")
    func limit() async throws {
        for user in ["a", "b", "c"] { try await store(["limit": 5], for: .user(user)) }
        #expect(try await keys().count == 3)
        var policy = TestPolicy()
        policy.slots = 2
        let client = try persistedClient(policy, context: .user("a"))
        async let result = client.start()
        let run = await provider.nextRun()
        #expect(client[.limit] == 5, "The oldest record remains, because its identity is in use.")
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

    @Test("Removes all records at the start if the limit is zero or less", arguments: [0, -1])
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

    @Test("Doesn't renew stored flags when offline")
    func offlineAnswers() async throws {
        try await store(["a": 1])
        let saves = store.calls.filter { $0 == "save" }.count
        let client = try persistedClient(TestPolicy(), isOnline: false)
        async let result = client.start()
        let run = await provider.nextRun()
        // A provider can republish the flags that it resumed from.
        let resume = try #require(run.request.resume)
        run.channel.publish(ProviderState(.stale, resume, isAnswer: true))
        #expect(await result == unconfirmed)
        await client.shutdown()
        #expect(store.calls.filter { $0 == "save" }.count == saves)
    }

    @Test("Keeps a record per context if flags depend on the whole context")
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

    @Test("Limits the records of whole contexts to 20 or to the policy's limit")
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

/// A provider whose flags depend on the attributes of the context, or that fails.
private struct ScopedProvider: FlagProvider {
    let name = "scoped"
    let records = RecordIdentity(scope: .context)
    let isAnswering: Bool

    func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        guard isAnswering, let plan = request.context["plan"] else { throw FlagError(.general, "no network") }
        channel.publish(.ready(FlagSet(["plan": plan], from: name, for: request.context)))
    }
}
