// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardTesting
import HalyardUnleash
import Testing
import TestSupport

/// Ten minutes in the background, an hour otherwise, then only if the network fails; nothing for anonymous users.
struct CautiousPolicy: PersistencePolicy {
    func slot(for context: EvaluationContext) -> String? { context.isAnonymous ? nil : context.stableDigest }

    func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        let life = Duration.seconds(conditions.request.mode == .background ? 600 : 3600)
        let end = stored.savedAt + life
        return conditions.now < end ? .serve(isAnswer: false, until: end) : .serveOnFailure(until: nil)
    }
}

// swift-format-ignore: the guide shows it in five lines
struct ForgetfulStore: FlagStore {
    func load(_ key: StoreKey) async -> [UInt8]? { nil }
    func save(_ bytes: [UInt8], as key: StoreKey) async {}
    func delete(_ key: StoreKey) async {}
    func keys(in scope: StoreKey.Scope) async -> [StoreKey] { [] }
}

@Suite("Guide samples: persistence policies")
struct PersistenceTests {
    private func inTemporaryFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path(percentEncoded: false))
    }

    @Test("Stores flags, and serves them when the network fails")
    func code() async throws {
        try await inTemporaryFolder { folder in
            let provider = OneShot { _ in ["limit": 5] }
            let store = FileFlagStore(folder: folder)
            let persisted = try PersistedProvider(
                provider, policy: VariantLookupPolicy.networkFirst(persistenceTtl: 3600), store: store)
            var options = FlagClient.Options()
            options.time = ManualTime(now: SystemTime().now + .seconds(1800))
            let flags = FlagClient(provider: persisted, context: .user("c3b155b0"), options: options)
            #expect(await flags.start(within: .seconds(60)) == .ready)
            await flags.shutdown()

            let failing = OneShot { _ in throw FlagError(.general, "There is no network.") }
            let later = FlagClient(
                provider: try PersistedProvider(
                    failing, policy: VariantLookupPolicy.networkFirst(), store: store, time: options.time),
                context: .user("c3b155b0"), options: options)
            #expect(await later.start() == .cached(FlagError(.general, "There is no network.")))
            #expect(later.details(of: FlagKey("limit", default: 0)).origin.kind == .persisted)
            await later.shutdown()
        }
    }

    @Test("Nests wrappers, and records a bootstrap file")
    func wrappers() async throws {
        try await inTemporaryFolder { folder in
            let persisted = try PersistedProvider(
                OneShot { _ in ["limit": 5] }, policy: VariantLookupPolicy.networkOnly, store: ForgetfulStore())
            let bootstrapped = try BootstrappedProvider(persisted, with: .text(#"{"flags": {"limit": 1}}"#))
            let flags = FlagClient(provider: bootstrapped, sinks: [RunRecorder(path: "\(folder)/seen.json")])
            #expect(await flags.start(within: .seconds(60)) == .ready)
            await flags.shutdown(within: .seconds(60))
            let again = FlagClient(provider: FileFlagProvider(.file("\(folder)/seen.json")))
            #expect(await again.start(within: .seconds(60)) == .ready)
            #expect(again.int("limit", default: 0) == 5)
        }
    }

    @Test("Stores and serves flags as a custom policy specifies")
    func cautious() async throws {
        let (time, store) = (ManualTime(), InMemoryFlagStore())
        var options = FlagClient.Options()
        options.time = time
        func cautiousClient(_ provider: any FlagProvider, _ context: EvaluationContext = .user("a")) throws
            -> FlagClient
        {
            FlagClient(
                provider: try PersistedProvider(provider, policy: CautiousPolicy(), store: store, time: time),
                context: context, options: options)
        }
        let anonymous = try cautiousClient(OneShot { _ in ["limit": 4] }, .anonymous)
        await anonymous.start()
        await anonymous.shutdown()
        #expect(await store.keys(in: StoreKey.Scope(provider: "one-shot", environment: "")) == [])
        let first = try cautiousClient(OneShot { _ in ["limit": 5] })
        await first.start()
        await first.shutdown()

        let silent = OneShot { _ in
            try await time.sleep(for: .seconds(100_000))
            return [:]
        }
        let waiting = try cautiousClient(silent)
        async let result = waiting.start(within: .seconds(2))
        await time.untilSleeping(3)  // the provider, the deadline, and the end of the stored flags
        #expect(waiting.int("limit", default: 0) == 5)
        time.advance(by: .seconds(2))
        #expect(
            await result == .cached(FlagError(.providerNotReady, "The provider didn't respond within 2.0 seconds.")))
        await waiting.shutdown()

        time.advance(by: .seconds(3600))
        let failing = try cautiousClient(OneShot { _ in throw FlagError(.general, "down") })
        #expect(await failing.start() == .cached(FlagError(.general, "down")))
        #expect(failing.int("limit", default: 0) == 5)
        await failing.shutdown()
    }

    @Test("Loads every configuration of the guide")
    func guide() throws {
        let guide = try Repository.text("Sources/Halyard/Halyard.docc/CacheFlagsOnDisk.md")
        let blocks = guide.matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        #expect(blocks.count == 3)
        var host = ConfigurationHost()
        host.variable = { $0 == "UNLEASH_FRONTEND_TOKEN" ? "key" : nil }
        for block in blocks {
            // A block without a version contains settings of a provider.
            let settings = block.replacing("{\n", with: "{ \"type\": \"memory\",\n", maxReplacements: 1)
            let json =
                block.contains("\"version\"")
                ? block : "{ \"version\": 1, \"providers\": { \"local\": \(settings) } }"
            #expect(throws: Never.self) { try ProviderRegistry([.unleash]).load(.json(json), host: host) }
        }
    }

    @Test("Serves flags from a configuration with persistence")
    func configuration() async throws {
        let configuration = """
            {
              "version": 1,
              "active": "local",
              "providers": {
                "local": {
                  "type": "memory",
                  "flags": { "limit": 5 },
                  "persistence": { "policy": "networkFirst", "folder": "flags" }
                },
                "other": {
                  "type": "memory",
                  "flags": { "limit": 7 },
                  "persistence": { "policy": "persistenceUntilNetworkSuccess", "ttl": "24h", "folder": "flags" },
                  "bootstrap": "shipped.json"
                }
              }
            }
            """
        try await inTemporaryFolder { folder in
            let file = "\(folder)/halyard.json"
            for active in ["local", "other"] {
                let json = configuration.replacing("\"active\": \"local\"", with: "\"active\": \"\(active)\"")
                try json.write(toFile: file, atomically: true, encoding: .utf8)
                try #"{"flags": {"limit": 1}}"#.write(
                    toFile: "\(folder)/shipped.json", atomically: true, encoding: .utf8)
                let flags = try FlagClient(configuration: .file(file))
                #expect(await flags.start(within: .seconds(60)) == .ready)
                #expect(flags.int("limit", default: 0) == (active == "local" ? 5 : 7))
                await flags.shutdown(within: .seconds(60))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["flags", "halyard.json", "shipped.json"])
        }
    }
}
