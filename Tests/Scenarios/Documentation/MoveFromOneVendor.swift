// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTesting
import HalyardUnleash
import Testing
import TestSupport

@Suite("Guide samples: vendor migration")
struct MoveFromOneVendorTests {
    private let article = "Sources/Halyard/Halyard.docc/MigrateBetweenVendors.md"

    private func migratingClient() async throws -> FlagClient {
        var options = FlagClient.Options()
        options.time = ManualTime()
        let flags = try FlagClient(
            configuration: .json(
                """
                {"version": 1, "active": "both", "providers": {
                "launchdarkly": {"type": "memory", "flags": {"new-nav": true, "limit": 1}},
                "unleash": {"type": "memory", "flags": {"new-nav": true, "limit": 2}},
                "both": {"type": "combined", "providers": ["launchdarkly", "unleash"],
                "strategy": {"type": "comparison", "primary": "launchdarkly"}}}}
                """), options: options)
        #expect(await flags.start() == .ready)
        return flags
    }

    @Test("Prints the parity report, and writes it to a file")
    func report() async throws {
        let flags = try await migratingClient()
        let path = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString).json")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(flags, to: path)
        #expect(try JSONReader().read(String(contentsOfFile: path, encoding: .utf8))["compared"] == 2)
        #expect(flags.parity?.description.hasPrefix("2 flags, 2 comparisons, 50.0 % agree") == true)
        await flags.shutdown()
    }

    private func write(_ flags: FlagClient, to path: String) throws {
        print(flags.mappings(of: .user("person-1", ["plan": "gold", "tags": ["a", "b"]])))
        guard let parity = flags.parity else { return }
        print(parity)  // a line for each flag, the worst first
        try JSONWriter.text(parity.json).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("Switches to another provider, and rolls back")
    func switching() async throws {
        let flags = try await migratingClient()
        try await flags.switchProvider(to: "unleash", within: .seconds(5))  // throws, and the old one serves on
        #expect(flags.int("limit", default: 0) == 2)
        try await flags.rollback()  // the flags it left, at once, if the context is still the same
        #expect(flags.int("limit", default: 0) == 1)
        await flags.shutdown()
    }

    @Test("Chooses a provider with a custom strategy")
    func strategy() {
        let strategy = CombinationStrategy("beta first") { input in
            let isBeta = input.key.hasPrefix("beta-")
            return input.firstSuccessful(among: isBeta ? ["unleash", "launchdarkly"] : ["launchdarkly"])
        }
        let input = StrategyInput(
            key: "beta-x", context: .anonymous, names: ["launchdarkly", "unleash"],
            answers: [.notFound, .flag(EvaluatedFlag("beta-x", true, origin: Origin(.network, provider: "unleash")))])
        #expect(strategy.choose(input) == .child(1))
    }

    @Test("Loads the configurations of the guide")
    func configurations() throws {
        let blocks = try Repository.text(article).components(separatedBy: "```json\n").dropFirst().map {
            String($0.components(separatedBy: "\n```")[0])
        }
        #expect(blocks.count == 5)
        var host = ConfigurationHost()
        host.variable = { _ in "key" }
        let modules: [ProviderModule] = [.launchDarkly, .unleash]
        let loaded = try ProviderRegistry(modules).load(.json(blocks[0]), host: host)
        let combined = try #require(loaded.main.provider as? CombinedProvider)
        #expect(combined.members.map(\.isRequired) == [true, false])
        let migration = try #require(loadStrategy(blocks[1])?.migration)
        #expect(migration.step(of: "new-checkout") == .new)
        #expect(migration.step(of: "search-limit") == .newWithFallback)
        #expect(migration.step(of: "anything") == .shadow)
        let server = try ProviderRegistry(modules).load(.json(blocks[2]), host: host)
        #expect(
            (server.main.provider as? CombinedProvider)?.strategy.migration?.step(of: "new-checkout")
                == .newWithFallback)
        #expect(try loadStrategy(blocks[3])?.name == "routing")
        #expect(try loadStrategy(blocks[4])?.name == "percentage")
    }

    private func loadStrategy(_ json: String) throws -> CombinationStrategy? {
        let configuration = """
            {"version": 1, "active": "both", "providers": {"launchdarkly": {"type": "memory"}, "unleash": {"type": "memory"},
            "both": {"type": "combined", "providers": ["launchdarkly", "unleash"], "strategy": \(json)}}}
            """
        return try (ProviderRegistry().load(.json(configuration)).main.provider as? CombinedProvider)?.strategy
    }
}
