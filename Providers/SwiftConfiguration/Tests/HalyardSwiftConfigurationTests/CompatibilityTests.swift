// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import ConfigurationTesting
import Halyard
import HalyardSwiftConfiguration
import HalyardTesting
import Testing

/// The values of swift-configuration's compatibility test, with bytes as strings in base64.
private let values: [String: FlagValue] = [
    "string": "Hello", "other.string": "Other Hello",
    "int": 42, "other.int": 24,
    "double": 3.14, "other.double": 2.72,
    "bool": true, "other.bool": false,
    "bytes": "bWFnaWM=", "other.bytes": "bWFnaWMy",
    "stringy.array": ["Hello", "World"], "other.stringy.array": ["Hello", "Swift"],
    "inty.array": [42, 24], "other.inty.array": [16, 32],
    "doubly.array": [3.14, 2.72], "other.doubly.array": [0.9, 1.8],
    "booly.array": [true, false], "other.booly.array": [false, true, true],
    "byteChunky.array": ["bWFnaWM=", "bWFnaWMy"], "other.byteChunky.array": ["bWFnaWM=", "bWFnaWMy", "bWFnaWM="],
]

@Suite("swift-configuration's compatibility test")
struct CompatibilityTests {
    private let flags = FlagClient(provider: InMemoryFlagProvider(values))

    @Test("Passes for a client")
    func client() async throws {
        await flags.start()
        try await ProviderCompatTest(provider: HalyardConfigProvider(flags)).runTest()
    }

    @Test("Passes for a client under a prefix")
    func prefix() async throws {
        await flags.start()
        let provider = HalyardConfigProvider(flags, under: "shop.flags")
        let mapped = KeyMappingProvider(upstream: provider) { $0.prepending("shop.flags") }
        try await ProviderCompatTest(provider: mapped).runTest()
    }

    @Test("Passes for a snapshot")
    func snapshot() async throws {
        await flags.start()
        try await ProviderCompatTest(provider: HalyardConfigProvider(flags.snapshot())).runTest()
    }

    @Test("Passes for a snapshot under a prefix")
    func snapshotPrefix() async throws {
        await flags.start()
        let provider = HalyardConfigProvider(flags.snapshot(for: .user("ada")), under: "flags")
        try await ProviderCompatTest(provider: KeyMappingProvider(upstream: provider) { $0.prepending("flags") })
            .runTest()
    }

    @Test("Passes for flags that come from a configuration and return to one")
    func roundTrip() async throws {
        await flags.start()
        let config = ConfigReader(provider: HalyardConfigProvider(flags))
        let again = FlagClient(
            provider: ConfiguredFlags(
                config,
                [
                    .flag(FlagKey("bool", default: false)), .flag(FlagKey("int", default: 0)),
                    .flag(FlagKey("double", default: 0.0)), .flag(FlagKey("other.string", default: "")),
                    .flag(FlagKey("stringy.array", default: [String]())),
                ]))
        #expect(await again.start() == .ready)
        #expect(
            again.allFlags == [
                "bool": true, "int": 42, "double": 3.14, "other.string": "Other Hello",
                "stringy.array": ["Hello", "World"],
            ])
    }
}
