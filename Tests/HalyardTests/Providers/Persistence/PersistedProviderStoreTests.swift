// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport
import Testing
import TestSupport

/// Tests of writing, erasing, and stores that fail or hang.
@Suite("PersistedProvider storage")
struct PersistedProviderStoreTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()
    private let store = GatedStore()
    private let scope = StoreKey.Scope(provider: "scripted", environment: "")

    private func persistedClient(
        _ store: (any FlagStore)? = nil, context: EvaluationContext = .user("a"),
        policy: VariantLookupPolicy = .persistenceUntilNetworkSuccess()
    ) throws -> FlagClient {
        FlagClient(
            provider: try PersistedProvider(
                provider, policy: policy, store: store ?? self.store, time: time), context: context,
            options: .manual(time))
    }

    @discardableResult
    private func start(_ client: FlagClient, _ limit: FlagValue) async -> ScriptedProvider.Run {
        await provider.start(client, ["limit": limit])
    }

    @Test("Stores the newest flags before shutdown returns, and none later")
    func durable() async throws {
        let client = try persistedClient()
        let run = await start(client, 1)
        for limit in 2...50 { run.answer(["limit": .int(Int64(limit))]) }
        await client.shutdown()
        #expect(run.answer(["limit": 99]) == false)
        let next = try persistedClient()
        _ = await next.start()
        #expect(next[.limit] == 50)
        #expect(store.calls.last == "keys")
    }

    @Test("Erases only the identity's record while writes are pending")
    func eraseWhileWriting() async throws {
        let other = try persistedClient(context: .user("b"))
        await start(other, 7)
        await other.shutdown()
        let client = try persistedClient()
        let run = await start(client, 1)
        store.close()
        run.answer(["limit": 2])
        await store.untilWaiting()
        run.answer(["limit": 3])
        async let erased: Bool = client.erase(.user("a"))
        await time.awaitSleepers(2)  // The deadline, and the next context's timeout for the store.
        store.open()
        #expect(await provider.nextRun().request.context == .anonymous)
        #expect(await erased)
        #expect(provider.erased == [.user("a")])
        #expect(run.answer(["limit": 4]) == false)
        await client.shutdown()
        #expect(try await store.keys(in: scope).map(\.identity) == [EvaluationContext.user("b").identityDigest])
    }

    @Test("Doesn't write a response received before its identity was erased")
    func eraseInBetween() async throws {
        let persisted = try PersistedProvider(
            provider, policy: VariantLookupPolicy.networkFirst(), store: store, time: time)
        let channel = FlagChannel { _ in
            // Erases the identity after the flags are published and before they're stored.
            let isErased = DispatchSemaphore(value: 0)
            Task {
                await persisted.erase(.user("a"))
                isErased.signal()
            }
            isErased.wait()
            return true
        }
        let running = Task { try await persisted.run(FlagRequest(context: .user("a")), into: channel) }
        let run = await provider.nextRun()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                run.answer(["limit": 1])
                continuation.resume()
            }
        }
        run.end()
        try await running.value
        #expect(try await store.keys(in: scope) == [])
    }

    @Test("Reports a full disk once, and stores later flags after it recovers")
    func fullDisk() async throws {
        let files = InMemoryFileSystem()
        let client = try persistedClient(FileFlagStore(folder: "/flags", files: files, time: time))
        files.refuseWrites("No space left on device")
        let run = await start(client, 1)
        var diagnostics = client.diagnostics.updates.makeAsyncIterator()
        if client.diagnostics.recent.isEmpty { _ = await diagnostics.next() }
        run.answer(["limit": 2])
        #expect(client[.limit] == 2)
        await client.refresh(within: .zero)
        // A run writes its flags before it ends.
        await provider.nextRun().answer(["limit": 3])
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "\(FileFlagStore(folder: "/flags").path(of: key)): warning: The flags can't be stored: "
                    + "/flags/\(scope.digest): No space left on device. "
                    + "Free disk space, or use another folder. Halyard serves the flags anyway."
            ])
        #expect(files.paths == [])
        files.refuseWrites(nil)
        let next = try persistedClient(FileFlagStore(folder: "/flags", files: files, time: time))
        await start(next, 4)
        await next.shutdown()
        #expect(files.paths.count == 1)
    }

    private var key: StoreKey {
        StoreKey(scope, .user("a"), slot: EvaluationContext.user("a").identityDigest)
    }

    @Test("Reports a failing store and serves network flags")
    func failing() async throws {
        let client = try persistedClient(FailingStore(.broken))
        await start(client, 1)
        #expect(client[.limit] == 1)
        await client.shutdown()
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: The stored flags can't be read: no luck. Halyard requests them again.",
                "warning: The stored flags can't be listed: no luck. They remain stored.",
                "warning: The flags can't be stored: no luck. Free disk space, or use another folder. "
                    + "Halyard serves the flags anyway.",
            ])
    }

    @Test("Starts the network request after 1 second if the store hangs")
    func hanging() async throws {
        store.close()
        let client = try persistedClient()
        async let result = client.start()
        await store.untilWaiting()
        await time.awaitSleepers(2)  // The start's deadline, and the timeout for the store.
        time.advance(by: .seconds(1))
        await provider.nextRun().answer(["limit": 1])
        #expect(await result == .ready)
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: The flag store hasn't responded within 1.0 seconds. Halyard requests the flags from the network."
            ])
        async let ended: Void = client.shutdown(within: .seconds(3))
        await time.awaitSleepers()
        time.advance(by: .seconds(3))
        await ended
        store.open()
    }

    @Test("Serves stored flags that load after the network failed")
    func late() async throws {
        let earlier = try persistedClient()
        await start(earlier, 5)
        await earlier.shutdown()
        store.close()
        let client = try persistedClient(policy: .networkFirst())
        async let result = client.start()
        await store.untilWaiting()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(1))
        let error = FlagError(.general, "down")
        await provider.nextRun().fail(error)
        #expect(await result == .defaults(error))
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 10)
        store.open()
        #expect(await values.next() == 5)
        #expect(client.state.error == error)
        await client.shutdown()
    }
}
