// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing
import TestSupport

/// Tests for the generated files, which are compiled with these tests.
@Suite struct HostileKeysTests {
    @Test(
        "Generates the compiled files byte for byte",
        arguments: [
            ("hostile.json", "HostileKeys.swift", KeySource.Access.internal),
            ("public.json", "PublicKeys.swift", .public),
        ])
    func golden(file: String, generated: String, access: KeySource.Access) throws {
        let source = KeySource(manifest: try fixture("Fixtures/\(file)"), file: "Fixtures/\(file)", access: access)
        #expect(source.problems == [])
        #expect(source.text.map { Array($0.utf8) } == (try fixture("Generated/\(generated)")))
    }

    @Test("Generates the exact name and default value of 127 hostile flags")
    func namesAndDefaults() throws {
        // The core's reader shares no code with the manifest's reader.
        let json = try JSONReader().read(try fixture("Fixtures/hostile.json"))
        guard case .object(let flags)? = json["flags"] else { throw NoFlags() }
        let keys = HostileKey.all
        #expect(keys.count == 127)
        #expect(Set(keys.map(\.name)) == Set(flags.keys))
        for key in keys {
            let flag = try #require(flags[key.name])
            let value = try #require(flag["defaultValue"])
            let expected: FlagValue? =
                switch flag["flagType"] {
                case "integer": Int64(flagValue: value).map { .int($0) }
                case "float": Double(flagValue: value).map { .double($0) }
                default: value
                }
            #expect(key.defaultValue == expected, "\(key.name)")
        }
    }

    @Test("Generates enumeration cases in the order of the manifest")
    func cases() {
        #expect(
            StringFlag.allCases.map(\.rawValue) == [
                "default", "in", "init", "self", "Type", "allCases", "rawValue", "hashValue", "none", "some",
                "description",
                "case", "0", "1.5", "", "-", "true", "DARK_MODE", "dark\"er", "日本", "🚀",
            ])
    }

    @Test("Reads flags by generated keys")
    func client() async throws {
        let provider = InMemoryFlagProvider(["NEW_NAV": true, "theme": "dark", "string": "🚀", "case-of-app": "neon"])
        let flags = FlagClient(provider: provider, options: .manual())
        _ = await flags.start()
        #expect(flags[.newNav])
        #expect(flags[.theme] == .dark)
        #expect(flags[.string] == .flagx1f680)
        #expect(flags[.caseOfApp] == .darkMode)
        #expect(flags[.integerLargest] == .max)
        #expect(flags[.objectNested]["title"] == "Hello \\(name)")
        #expect(flags[.publicPlan] == .free)
        await flags.shutdown()
    }

    private struct NoFlags: Error {}
}
