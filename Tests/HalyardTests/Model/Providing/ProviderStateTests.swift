// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("ProviderState: refused and offline")
struct ProviderStateTests {
    private static let error = FlagError(.invalidContext, "No.")
    private let provider = ScriptedProvider()
    private let time = ManualTime()

    private func client(_ provider: any FlagProvider) -> FlagClient {
        FlagClient(provider: provider, context: .user("a"), options: .manual(time))
    }

    @Test("a refusal ends the waiting with its reason, and is no answer with flags")
    func refusedAtStart() async {
        let client = client(provider)
        async let start = client.start()
        let run = await provider.nextRun()
        run.channel.publish(.refused(Self.error))
        #expect(await start == .defaults(Self.error))
        #expect(client.status == .error)
        #expect(client.state.error == Self.error)
        // Who waits later gets the same.
        #expect(await client.start() == .defaults(Self.error))
        run.answer(["limit": 1])
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("flags that are served stay, and the reason is there")
    func refusedLater() async {
        let (client, run) = await provider.startedClient(at: time)
        run.channel.publish(.refused(Self.error))
        #expect(client.status == .stale)
        #expect(client.state.error == Self.error)
        #expect(client.allFlags == ["limit": 1])
        await client.shutdown()
    }

    @Test("of another identity nothing stays")
    func refusedForAnother() async {
        let (client, _) = await provider.startedClient(at: time)
        async let change = client.setContext(.user("b"))
        let run = await provider.nextRun()
        run.channel.publish(.refused(Self.error))
        #expect(await change == .failed(Self.error))
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test(
        "what a policy holds back for a failure of the network is served after a failure, and not after a refusal",
        arguments: [true, false])
    func heldBack(isRefused: Bool) async throws {
        let store = InMemoryFlagStore()
        let policy = VariantLookupPolicy.networkFirst()
        let first = client(try PersistedProvider(provider, policy: policy, store: store, time: time))
        await provider.start(first, ["limit": 5])
        await first.shutdown()
        let second = client(try PersistedProvider(provider, policy: policy, store: store, time: time))
        async let start = second.start()
        let run = await provider.nextRun()
        run.channel.publish(isRefused ? .refused(Self.error) : .failed(Self.error))
        #expect(await start == (isRefused ? .defaults(Self.error) : .cached(Self.error)))
        #expect(second.allFlags == (isRefused ? [:] : ["limit": 5]))
        // Nor when the run ends.
        run.end()
        await until { provider.endedCount == 1 }
        #expect(second.allFlags == (isRefused ? [:] : ["limit": 5]))
        await second.shutdown()
    }

    @Test("offline, flags that there are may be old; without any that is the reason")
    func offline() {
        let flagSet = FlagSet(
            FlagTable(), for: .user("a"), confirmedAt: Instant(millisecondsSinceEpoch: 0))
        let with = ProviderState.offline(FlagRequest(context: .user("a"), mode: .offline, resume: flagSet))
        #expect(with.status == .stale)
        #expect(with.error == nil)
        #expect(with.flagSet == nil)
        #expect(!with.isAnswer)
        let without = ProviderState.offline(FlagRequest(context: .user("a"), mode: .offline))
        #expect(without.status == .error)
        #expect(
            without.error
                == FlagError(
                    .providerNotReady,
                    "The client is offline and has no flags for this context. Go online, or add bootstrap flags."))
        #expect(!without.isAnswer)
    }
}
