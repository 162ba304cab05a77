// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Client transitions")
struct ClientTransitionTests {
    private static let ann = EvaluationContext.user("ann")

    private static func shipped(
        _ values: [String: FlagValue], for context: EvaluationContext = .anonymous
    ) -> ClientTransition.InterimFlags {
        let flags = values.map { EvaluatedFlag($0, $1, origin: Origin(.bootstrap, provider: "scripted")) }
        var flagSet = FlagSet(FlagTable(flags), for: context, confirmedAt: Instant(millisecondsSinceEpoch: 0))
        flagSet.layerReports = [.bootstrapped]
        return .flagSet(flagSet)
    }

    @Test("Ignores a transition after the shutdown")
    func shutDown() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        await client.shutdown()
        client.perform(
            ClientTransition(
                context: Self.ann, interimFlags: Self.shipped(["a": true], for: Self.ann), fetch: .restart(.start)))
        #expect(client.state.isShutDown)
        #expect(client.allFlags.isEmpty)
        #expect(!provider.isAsked)
    }

    @Test("Serves interim flags, and resumes from them without a validator")
    func handedIn() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(interimFlags: Self.shipped(["a": true])))
        #expect(client.allFlags == ["a": true])
        #expect(client.status == .stale)
        #expect(!provider.isAsked)
        client.perform(ClientTransition(fetch: .restart(.start)))
        let run = await provider.nextRun()
        #expect(run.request.cause == .start)
        #expect(run.request.resume?.table.keys == ["a"])
        #expect(run.request.resume?.validator == nil)
        run.answer(["b": true])
        #expect(client.allFlags == ["b": true])
        client.perform(ClientTransition(interimFlags: Self.shipped(["c": true]), fetch: .restart(.modeChanged)))
        #expect(client.allFlags == ["c": true])
        let next = await provider.nextRun()
        #expect(next.request.resume?.table.keys == ["c"])
        #expect(!run.answer(["late": true]))
    }

    @Test("Doesn't resume from flags if the context changed before the start")
    func contextBeforeStart() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(interimFlags: Self.shipped(["a": true])))
        #expect(await client.setContext(Self.ann) == .notStarted)
        client.perform(ClientTransition(fetch: .restart(.start)))
        let request = await provider.nextRun().request
        #expect(request.context == Self.ann)
        #expect(request.resume == nil)
    }

    @Test("Publishes no new state if readers don't notice the change")
    func unnoticed() async {
        let provider = ScriptedProvider()
        let (client, _) = await provider.startedClient()
        let before = client.state.sequence
        client.perform(ClientTransition(fetch: .restart(.refresh)))
        _ = await provider.nextRun()
        #expect(client.state.sequence == before)
    }

    @Test("Keeps the error of a client without flags when the mode changes")
    func failureStays() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        async let start = client.start(within: .seconds(600))
        await provider.nextRun().fail(FlagError(.general, "No."))
        _ = await start
        client.perform(ClientTransition(isOnline: false, fetch: .restart(.modeChanged)))
        #expect(client.state.mode == .offline)
        #expect(client.status == .error)
        #expect(client.state.error == FlagError(.general, "No."))
    }

    @Test("Removes bootstrapped flags on request, but keeps the provider's flags")
    func withoutBootstrap() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(interimFlags: Self.shipped(["a": true])))
        client.perform(ClientTransition(context: Self.ann, fetch: .restart(.start)))
        #expect(client.allFlags == ["a": true])
        #expect(await provider.nextRun().request.resume == nil)
        client.perform(ClientTransition(context: Self.ann, interimFlags: .withoutBootstrap, fetch: .restart(.start)))
        #expect(client.allFlags.isEmpty)
        #expect(client.status == .notReady)
        let run = await provider.nextRun()
        run.answer(["b": true])
        client.perform(
            ClientTransition(context: .user("bob"), interimFlags: .withoutBootstrap, fetch: .restart(.start)))
        #expect(client.allFlags == ["b": true])
        #expect(client.status == .reconciling)
        #expect(await provider.nextRun().request.cause == .contextChanged(from: Self.ann))
        client.perform(
            ClientTransition(interimFlags: Self.shipped(["c": true], for: .user("bob")), fetch: .restart(.start)))
        #expect(await provider.nextRun().request.resume != nil)
        client.perform(ClientTransition(interimFlags: .withoutBootstrap, fetch: .restart(.start)))
        #expect(client.allFlags.isEmpty)
        #expect(await provider.nextRun().request.resume == nil)
    }

    @Test("Serves defaults, without resume data, until the provider responds")
    func nothing() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        await provider.nextRun().answer(["a": true])
        client.perform(ClientTransition(interimFlags: .defaults, fetch: .restart(.refresh)))
        #expect(client.allFlags.isEmpty)
        #expect(client.status == .notReady)
        #expect(await provider.nextRun().request.resume == nil)
    }

    @Test("Ignores and reports flags for a context other than the client's")
    func foreign() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(["a": 1]), at: ManualTime())
        client.perform(ClientTransition(interimFlags: Self.shipped(["a": 2], for: Self.ann)))
        #expect(client.allFlags == ["a": 1])
        #expect(client.diagnostics.recent.map(\.code) == ["foreignFlags"])
        await client.shutdown()
    }

    @Test("Runs the provider for a new context, and only identifies an equal one")
    func contexts() async {
        let provider = ScriptedProvider()
        let sink = RecordingSink()
        let client = FlagClient(provider: provider, sinks: [sink], options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        let first = await provider.nextRun()
        first.answer(["a": true])
        client.perform(ClientTransition(context: Self.ann))
        let second = await provider.nextRun()
        #expect(second.request.cause == .contextChanged(from: .anonymous))
        let before = client.state.sequence
        client.perform(ClientTransition(context: Self.ann))
        #expect(client.state.sequence == before)
        #expect(second.answer(["b": true]))
        await client.shutdown()
        #expect(
            sink.lines.filter { $0.hasPrefix("identified") } == [
                "identified user:anonymous after nobody", "identified user:ann after user:anonymous",
                "identified user:ann after user:ann",
            ])
    }

    @Test("Supersedes callers that wait for an earlier context or a stopped fetch")
    func waiters() async {
        let provider = ScriptedProvider()
        let time = ManualTime()
        let client = FlagClient(provider: provider, options: .manual(time))
        client.perform(ClientTransition(fetch: .restart(.start)))
        await provider.nextRun().answer(["a": true])
        async let ann = client.setContext(Self.ann, within: .seconds(60))
        _ = await provider.nextRun()
        client.perform(ClientTransition(context: .user("bob")))
        #expect(await ann == .superseded)
        async let fresh = client.refresh(within: .seconds(60))
        _ = await provider.nextRun()
        _ = await provider.nextRun()
        client.perform(ClientTransition(fetch: .stop))
        #expect(await fresh == .superseded)
        await client.shutdown()
    }

    @Test("Keeps the flags when fetching stops, and resumes from them later")
    func stopping() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        let run = await provider.nextRun()
        run.answer(["a": true])
        client.perform(ClientTransition(fetch: .stop))
        #expect(!run.answer(["late": true]))
        await until { provider.cancelledCount > 0 }
        #expect(client.allFlags == ["a": true])
        client.perform(ClientTransition(fetch: .restart(.start)))
        let next = await provider.nextRun()
        #expect(next.request.resume?.table.keys == ["a"])
        next.answer(["b": true])
        #expect(client.allFlags == ["b": true])
    }

    @Test("Fails a pending provider switch when fetching stops")
    func candidate() async {
        let provider = ScriptedProvider()
        let next = ScriptedProvider(name: "next")
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        await provider.nextRun().answer(["a": true])
        let errors = Recorder<String>()
        let use = Task {
            do { try await client.switchProvider(to: next, within: .seconds(60)) } catch { errors.add("\(error)") }
        }
        let run = await next.nextRun()
        client.perform(ClientTransition(fetch: .stop))
        await until { errors.count == 1 }
        #expect(!run.answer(["late": true]))
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
        await use.value
    }

    @Test("Completes start() with the result of a run that a transition began")
    func waiting() async {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        async let result = client.start(within: .seconds(60))
        await provider.nextRun().answer(["a": true])
        #expect(await result == .ready)
    }

    @Test("Returns the cached flags of in-memory and persisted providers")
    func atHand() async throws {
        let memory = InMemoryFlagProvider(["a": 1])
        let request = FlagRequest(context: Self.ann)
        #expect(memory.cachedFlags(for: request)?.table["a"]?.value == 1)
        let provider = ScriptedProvider()
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 60),
            store: InMemoryFlagStore())
        #expect(persisted.cachedFlags(for: request) == nil)
        let client = FlagClient(provider: persisted, context: Self.ann, options: .manual())
        client.perform(ClientTransition(fetch: .restart(.start)))
        await provider.nextRun().answer(["a": 2])
        // The store is written later, but the cached flags are available immediately.
        #expect(persisted.cachedFlags(for: request)?.table["a"]?.value == 2)
        #expect(persisted.cachedFlags(for: FlagRequest(context: .user("bob"))) == nil)
        await client.shutdown()
    }

    @Test("Serves the cached flag objects unless the stored record changes")
    func atHandAndServed() async throws {
        let store = InMemoryFlagStore()
        // The provider waits for the store for up to a second, which never passes in manual time.
        let time = ManualTime()
        let request = FlagRequest(context: Self.ann)
        func client() throws -> (FlagClient, ScriptedProvider, PersistedProvider) {
            let provider = ScriptedProvider()
            let policy = VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 60)
            let persisted = try PersistedProvider(provider, policy: policy, store: store, time: time)
            return (FlagClient(provider: persisted, context: Self.ann, options: .manual(time)), provider, persisted)
        }
        func answer(_ value: FlagValue) async throws {
            let (client, provider, _) = try client()
            client.perform(ClientTransition(fetch: .restart(.start)))
            await provider.nextRun().answer(["a": value])
            await client.shutdown()
        }
        try await answer(1)
        let (same, sameProvider, samePersisted) = try client()
        let atHand = try #require(samePersisted.cachedFlags(for: request)?.table["a"])
        same.perform(ClientTransition(fetch: .restart(.start)))
        // The stored flags are served before the provider sends a request.
        _ = await sameProvider.nextRun()
        #expect(same.flag("a") === atHand)
        let (other, otherProvider, otherPersisted) = try client()
        #expect(otherPersisted.cachedFlags(for: request)?.table["a"]?.value == 1)
        try await answer(2)
        other.perform(ClientTransition(fetch: .restart(.start)))
        _ = await otherProvider.nextRun()
        #expect(other.flag("a")?.value == 2)
        await same.shutdown()
        await other.shutdown()
    }
}
