// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("Configuration: default persistence")
struct DefaultPersistenceTests {
    private let files = InMemoryFileSystem(["flags.json": #"{"flags": {"limit": 3}}"#])
    private let time = ManualTime()
    private let provider = ScriptedProvider(name: "p")

    /// A module with the provider type `storing`, which stores flags for 100 seconds.
    private var module: ProviderModule {
        let type = ProviderType("storing") { [provider] settings in
            settings.persisting(
                provider, by: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 100))
        }
        return ProviderModule(types: [type])
    }

    private func client(_ members: String = "") throws -> FlagClient {
        try FlagClient(
            configuration: .json(#"{"version": 1, "providers": {"p": {"type": "storing"\#(members)}}}"#),
            providers: [module], options: .manual(time), host: .files(files))
    }

    /// Stores `limit = 5`, and returns the value that the next launch serves before the first response.
    private func launchTwice(_ members: String = "", after pause: Duration = .seconds(1)) async throws -> Int {
        let first = try client(members)
        await provider.start(first, ["limit": 5])
        await first.shutdown()
        time.advance(by: pause)
        let second = try client(members)
        let start = Task { await second.start() }
        let run = await provider.nextRun()
        let value = second[.limit]
        run.answer(["limit": 6])
        await second.until { $0.status == .ready }
        _ = await start.value
        await second.shutdown()
        return value
    }

    @Test(
        "Serves stored flags at the next launch until they expire",
        arguments: [(1, 5), (100_000, 5), (100_001, 10)])
    func stored(milliseconds: Int, value: Int) async throws {
        #expect(try await launchTwice(after: .milliseconds(milliseconds)) == value)
    }

    @Test(
        "Prefers the persistence setting to the provider's policy",
        arguments: [
            #", "persistence": "networkOnly""#, #", "persistence": "networkFirst""#,
            #", "persistence": {"policy": "networkFirst", "ttl": "1h", "folder": "kept"}"#,
        ])
    func member(text: String) async throws {
        #expect(try await launchTwice(text) == 10)
        #expect(files.paths.contains { $0.hasPrefix("kept/") } == text.contains("kept"))
        #expect(files.paths.contains { $0.hasSuffix(".snapshot") } == text.contains("networkFirst"))
    }

    @Test("Prefers stored flags to the bootstrap")
    func bootstrapped() async throws {
        #expect(try await launchTwice(#", "bootstrap": "flags.json""#) == 5)
    }

    @Test("Doesn't store or request flags when loading")
    func loading() throws {
        _ = try ProviderRegistry([module]).load(
            .json(#"{"version": 1, "providers": {"p": {"type": "storing"}}}"#), host: .files(files))
        #expect(files.paths == ["flags.json"])
        #expect(!provider.isAsked)
    }
}
