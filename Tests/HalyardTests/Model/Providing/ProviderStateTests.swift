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

    @Test("Ends start() with the reason for a rejection")
    func refusedAtStart() async {
        let client = client(provider)
        async let start = client.start()
        let run = await provider.nextRun()
        run.channel.publish(.refused(Self.error))
        #expect(await start == .defaults(Self.error))
        #expect(client.status == .error)
        #expect(client.state.error == Self.error)
        // A later caller gets the same result.
        #expect(await client.start() == .defaults(Self.error))
        run.answer(["limit": 1])
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Has the status FATAL when start() returns the reason for a final rejection")
    func finallyRefused() async {
        let error = FlagError(.providerFatal, "No.")
        let client = client(provider)
        async let start = client.start()
        let run = await provider.nextRun()
        run.channel.publish(.refused(error))
        #expect(await start == .defaults(error))
        #expect(client.status == .fatal)
        await client.shutdown()
    }

    @Test("Keeps the current flags, and reports the reason for a rejection")
    func refusedLater() async {
        let (client, run) = await provider.startedClient(at: time)
        run.channel.publish(.refused(Self.error))
        #expect(client.status == .stale)
        #expect(client.state.error == Self.error)
        #expect(client.allFlags == ["limit": 1])
        await client.shutdown()
    }

    @Test("Removes another identity's flags after a rejection")
    func refusedForAnother() async {
        let (client, _) = await provider.startedClient(at: time)
        async let change = client.setContext(.user("b"))
        let run = await provider.nextRun()
        run.channel.publish(.refused(Self.error))
        #expect(await change == .failed(Self.error))
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test("Serves withheld flags after a failure, but not after a rejection", arguments: [true, false])
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
        // The end of the run doesn't change the flags.
        run.end()
        await until { provider.endedCount == 1 }
        #expect(second.allFlags == (isRefused ? [:] : ["limit": 5]))
        await second.shutdown()
    }

    @Test("Reports STALE when offline with cached flags, and ERROR without any")
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
