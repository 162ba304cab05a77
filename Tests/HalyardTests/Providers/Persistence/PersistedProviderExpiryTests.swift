// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

/// Tests of the expiration of stored flags.
@Suite("PersistedProvider expiration")
struct PersistedProviderExpiryTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()
    private let store = InMemoryFlagStore()
    private let expired = FlagError(
        .providerNotReady,
        "The stored flags of the provider 'scripted' expired at 2026-01-01T00:01:40.001Z, and it hasn't responded since. "
            + "Wait for its response, or set a longer time to live.")

    private func persistedClient(_ policy: any PersistencePolicy) throws -> FlagClient {
        FlagClient(
            provider: try PersistedProvider(provider, policy: policy, store: store, time: time), context: .user("a"),
            options: .manual(time))
    }

    /// Returns a client that serves the flag `limit = 5`, which was stored just now, and the client's run.
    private func servingClient(
        _ policy: any PersistencePolicy = VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 100)
    ) async throws -> (FlagClient, ScriptedProvider.Run) {
        let earlier = try persistedClient(TestPolicy())
        await provider.start(earlier, ["limit": 5])
        await earlier.shutdown()
        let client = try persistedClient(policy)
        let result2 = await client.start(within: .seconds(1), until: .anyFlags)
        #expect(result2 != .ready)
        return (client, await provider.nextRun())
    }

    @Test("Checks expiration on each read, exact to the millisecond")
    func exact() async throws {
        let (client, _) = try await servingClient()
        await time.awaitSleepers()
        time.setWallClock(Instant(millisecondsSinceEpoch: 1_767_225_700_000))
        #expect(client[.limit] == 5)
        time.setWallClock(Instant(millisecondsSinceEpoch: 1_767_225_700_001))
        #expect(client[.limit] == 10)
        #expect(client.details(of: .limit).error == expired)
        #expect(client.allFlags == [:])
    }

    @Test("Keeps records of 20 identities, and removes other expired records")
    func removedRecords() async throws {
        let files = InMemoryFileSystem()
        let store = FileFlagStore(folder: "/flags", files: files, time: time)
        let scope = StoreKey.Scope(provider: "scripted", environment: "")
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.networkFirst(persistenceTtl: 100), store: store, time: time)
        func visit(_ users: [String]) async {
            for user in users {
                let client = FlagClient(provider: persisted, context: .user(user), options: .manual(time))
                await provider.start(client, ["limit": 5])
                await client.shutdown()
            }
        }
        func kept() async throws -> [String] {
            let names = Dictionary(
                uniqueKeysWithValues: (1...30).map { (EvaluationContext.user("u\($0)").identityDigest, "u\($0)") })
            return try await store.keys(in: scope).map { names[$0.identity] ?? "other" }
        }
        await visit((1...25).map { "u\($0)" })
        let first = try await kept()
        #expect(first == (6...25).reversed().map { "u\($0)" })
        time.advance(by: .seconds(60))
        await visit(["u10", "u26"])
        time.advance(by: .seconds(41))
        // The current identity's expired record remains until the network responds.
        let client = FlagClient(provider: persisted, context: .user("u20"), options: .manual(time))
        async let result = client.start()
        let run = await provider.nextRun()
        let waiting = try await kept()
        #expect(waiting.count == 20)
        run.answer(["limit": 6])
        #expect(await result == .ready)
        await client.shutdown()
        let last = try await kept()
        #expect(last == ["u20", "u26", "u10"])
    }

    @Test("Notifies observers of the expiration, and is no longer ready")
    func followers() async throws {
        let (client, run) = try await servingClient()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(100_001))
        #expect(await values.next() == 10)
        #expect(client.status == .notReady)
        #expect(client.details(of: .limit).error == expired)
        run.answer(["limit": 6])
        #expect(await values.next() == 6)
        #expect(client.status == .ready)
    }

    @Test("Stops the expiration after a network response")
    func answered() async throws {
        let (client, run) = try await servingClient()
        await time.awaitSleepers()
        run.answer(["limit": 6])
        var updates = client.updates.makeAsyncIterator()
        let before = try #require(await updates.next())
        time.advance(by: .seconds(200))
        #expect(client[.limit] == 6)
        run.answer(["limit": 7])
        let next = try #require(await updates.next())
        #expect(next.state.sequence == before.state.sequence + 1, "No state was published in between.")
        #expect(next.state.status == .ready)
    }

    @Test("Keeps a refresh waiting when stored flags expire")
    func waiting() async throws {
        var policy = TestPolicy()
        policy.admits = { stored, _ in .serve(isAnswer: false, until: stored.savedAt + .seconds(3)) }
        let (client, _) = try await servingClient(policy)
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(3))
        #expect(await values.next() == 10)
        run.answer(["limit": 6])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 6)
    }

    @Test("Keeps the error status and the error after flags expire")
    func failed() async throws {
        let (client, run) = try await servingClient()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        run.fail(FlagError(.general, "down"))
        await time.awaitSleepers()
        time.advance(by: .milliseconds(100_001))
        #expect(await values.next() == 10)
        await client.until { $0.status == .error }
        #expect(client.state.error == FlagError(.general, "down"))
    }

    @Test("Extends the expiration when the clock is set back")
    func clockSetBack() async throws {
        let (client, _) = try await servingClient()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        await time.awaitSleepers()
        time.setWallClock(Instant(millisecondsSinceEpoch: 1_767_225_550_000))  // 50 s back
        time.advance(by: .milliseconds(100_001))
        await time.awaitSleepers()
        #expect(client[.limit] == 5)
        time.advance(by: .seconds(50))
        #expect(await values.next() == 10)
    }

    @Test("Notifies observers of the expiration after the provider ended", arguments: [true, false])
    func givenUp(isThrowing: Bool) async throws {
        let (client, run) = try await servingClient()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        run.end(throwing: isThrowing ? FlagError(.general, "down") : nil)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(100_001))
        #expect(await values.next() == 10)
        await client.shutdown()
    }

    @Test("Keeps the inner provider's cached flags when stored flags expire")
    func innerCache() async throws {
        var policy = TestPolicy()
        policy.admits = { stored, _ in .serve(isAnswer: false, until: stored.savedAt + .seconds(3)) }
        let (client, run) = try await servingClient(policy)
        await time.awaitSleepers()
        run.cache(["limit": 8])
        async let joined = client.start()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(3))
        run.end()
        // The end of the run also ends the wait for the expiration.
        #expect(await joined != .ready)
        #expect(client[.limit] == 8)
    }

    @Test("Waits for the network on a refresh after the expiration")
    func refreshAfterwards() async throws {
        let (client, _) = try await servingClient()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 5)
        await time.awaitSleepers()
        time.advance(by: .milliseconds(100_001))
        #expect(await values.next() == 10)
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        #expect(run.request.resume == nil)
        run.answer(["limit": 6])
        #expect(await outcome == .completed)
    }
}
