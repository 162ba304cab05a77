// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("BootstrappedProvider")
struct BootstrappedProviderTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()
    private let files = InMemoryFileSystem(["flags.json": #"{"flags": {"limit": 1}}"#])

    private func bootstrapped(_ inner: (any FlagProvider)? = nil) throws -> BootstrappedProvider {
        try BootstrappedProvider(inner ?? provider, with: .file("flags.json"), files: files, time: time)
    }

    @Test("Serves shipped flags until the first response arrives")
    func first() async throws {
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        async let result = client.start()
        let run = await provider.nextRun()
        #expect(client.details(of: .limit).origin == Origin(.bootstrap, provider: "scripted"))
        #expect(client[.limit] == 1)
        #expect(client.status == .stale)
        #expect(
            client.state.flagSet?.layerReports == [
                FlagSet.LayerReport(
                    layer: "bootstrapped", isServing: true,
                    "Flags shipped with the app are served until the first response.")
            ])
        run.answer(["limit": 5])
        #expect(await result == .ready)
        #expect(client.details(of: .limit).origin == Origin(.network, provider: "scripted"))
    }

    @Test("Ends start(until: .anyFlags) with shipped flags")
    func usable() async throws {
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        #expect(
            await client.start(until: .anyFlags)
                == .cached(FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")))
        await client.shutdown()
    }

    @Test("Keeps serving shipped flags when the network fails")
    func failed() async throws {
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        async let result = client.start()
        let error = FlagError(.general, "down")
        await provider.nextRun().fail(error)
        #expect(await result == .cached(error))
        #expect(client[.limit] == 1)
        // The client has flags, so a failure makes them stale instead of turning the status into an error.
        #expect(client.status == .stale && client.state.error == error)
        async let again = client.refresh()
        await provider.nextRun().fail(error)
        #expect(await again == .failed(error))
        #expect(client.status == .stale && client.state.error == error)
    }

    @Test("Returns defaults if the network fails and the file is missing")
    func failedWithoutFlags() async throws {
        files.remove("flags.json")
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        async let result = client.start()
        let error = FlagError(.general, "down")
        await provider.nextRun().fail(error)
        #expect(await result == .defaults(error))
        #expect(client.status == .error)
    }

    @Test("Serves shipped flags to new contexts until the first response")
    func contexts() async throws {
        let client = FlagClient(
            provider: try bootstrapped(), context: .user("a"), options: .manual(time) { $0.contextChange = .clearFlags }
        )
        _ = await client.start(until: .anyFlags)
        _ = await provider.nextRun()
        async let second = client.setContext(.user("b"))
        let run = await provider.nextRun()
        #expect(client[.limit] == 1)
        run.answer(["limit": 5])
        #expect(await second == .completed)
        async let third = client.setContext(.user("c"))
        _ = await provider.nextRun()
        #expect(client.state.flagSet == nil)
        #expect(client[.limit] == 10)
        await client.shutdown()
        #expect(await third == .shutDown)
    }

    @Test("Reports a missing file and still starts the inner provider")
    func unreadable() async throws {
        files.remove("flags.json")
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        await provider.start(client, ["limit": 5])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "flags.json: error: The file can't be read: No such file or directory. "
                    + "Check the path. Paths in a configuration are relative to the configuration's folder."
            ])
    }

    @Test("Doesn't pass shipped flags to the inner provider as resume data")
    func resume() async throws {
        let client = FlagClient(provider: try bootstrapped(), context: .user("a"), options: .manual(time))
        _ = await client.start(until: .anyFlags)
        #expect(await provider.nextRun().request.resume == nil)
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        #expect(run.request.resume == nil)
        run.answer(["limit": 5])
        #expect(await outcome == .completed)
        async let again = client.refresh()
        let next = await provider.nextRun()
        #expect(next.request.resume?.table["limit"]?.value == 5)
        await client.shutdown()
        #expect(await again == .shutDown)
    }

    @Test("Replaces shipped flags with stored flags when the network fails")
    func aroundPersisted() async throws {
        let store = InMemoryFlagStore()
        func persisted() throws -> PersistedProvider {
            try PersistedProvider(provider, policy: VariantLookupPolicy.networkFirst(), store: store, time: time)
        }
        let earlier = FlagClient(provider: try persisted(), context: .user("a"), options: .manual(time))
        await provider.start(earlier, ["limit": 4])
        await earlier.shutdown()

        let client = FlagClient(provider: try bootstrapped(persisted()), context: .user("a"), options: .manual(time))
        _ = await client.start(until: .anyFlags)
        _ = await provider.nextRun()
        #expect(client[.limit] == 1)
        async let outcome = client.refresh()
        let error = FlagError(.general, "down")
        await provider.nextRun().fail(error)
        #expect(await outcome == .failed(error))
        #expect(client.details(of: .limit).origin.kind == .persisted)
        #expect(client[.limit] == 4)
    }
}
