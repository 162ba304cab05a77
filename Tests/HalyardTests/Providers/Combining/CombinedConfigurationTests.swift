// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

@Suite("Combined provider configuration")
struct CombinedConfigurationTests {
    private func load(_ combined: String) throws(ConfigurationError) -> CombinedProvider? {
        let loaded = try ProviderRegistry().load(
            .json(
                """
                {"version": 1, "active": "both", "providers": {
                "a": {"type": "memory", "flags": {"x": 1}}, "b": {"type": "memory", "flags": {"x": 2, "y": 2}},
                "both": {"type": "combined", \(combined)}}}
                """))
        return loaded.main.provider as? CombinedProvider
    }

    private func diagnostics(_ combined: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(combined)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test("Reads named and inline providers with their settings")
    func children() throws {
        let provider = try load(
            #""providers": ["a", {"provider": "b", "required": false, "tracks": false}, {"provider": {"type": "memory"}}]"#
        )
        let children = try #require(provider).members
        #expect(children.map(\.provider.name) == ["a", "b", "both_3"])
        #expect(children.map(\.isRequired) == [true, false, true])
        #expect(children.map(\.tracks) == [true, false, true])
        #expect(provider?.strategy.name == "firstMatch")
    }

    @Test("Warns about an optional provider that is the only source of some flags")
    func optionalSoleSource() throws {
        let text = """
            {"version": 1, "active": "both", "providers": {
            "a": {"type": "memory", "flags": {"x": 1}}, "b": {"type": "memory", "flags": {"x": 2, "y": 2}},
            "both": {"type": "combined", "providers": ["a", {"provider": "b", "required": false}],
            "strategy": {"type": "migration", "old": "a", "new": "b", "stages": [{"flags": ["x"], "step": "STEP"}]}}}}
            """
        let warnings = try ProviderRegistry().load(.json(text.replacing("STEP", with: "new"))).warnings
        #expect(
            warnings.map(\.description) == [
                "3:79: warning: /providers/both/providers/1/required: The provider \"b\" of the combination counts as required, "
                    + "because the strategy \"migration\" has no other source for some flags. Remove \"required\", or add a second "
                    + "provider for these flags."
            ])
        for step in ["shadow", "newWithFallback"] {
            #expect(try ProviderRegistry().load(.json(text.replacing("STEP", with: step))).warnings == [])
        }
    }

    @Test(
        "Reads every strategy",
        arguments: [
            (#""firstMatch""#, "firstMatch"), (#""firstSuccessful""#, "firstSuccessful"),
            (#"{"type": "comparison", "primary": "b", "sampling": 0.5}"#, "comparison"),
            (#""comparison""#, "comparison"),
            (
                #"{"type": "routing", "routes": [{"flags": ["x*"], "providers": ["b"]}], "defaultRoute": ["a"]}"#,
                "routing"
            ),
            (#"{"type": "percentage", "old": "a", "new": "b", "percent": 12.5, "seed": "s"}"#, "percentage"),
            (
                #"{"type": "migration", "old": "a", "new": "b", "defaultStep": "shadow", "stages": [{"flags": ["x"], "step": "new", "sampling": 0.1, "percent": 50}], "automaticRollback": {"mismatchRate": 0.2, "errorRate": 0.3, "after": 7}}"#,
                "migration"
            ),
        ])
    func rules(strategy: String, name: String) throws {
        #expect(try load(#""providers": ["a", "b"], "strategy": \#(strategy)"#)?.strategy.name == name)
    }

    @Test("Applies the settings of migration and routing strategies")
    func members() throws {
        let migration =
            try load(
                #""providers": ["a", "b"], "strategy": {"type": "migration", "old": "a", "new": "b", "defaultStep": "shadow", "stages": [{"flags": ["x", "y-*"], "step": "newWithFallback", "sampling": 0.25, "percent": 50}], "automaticRollback": {"mismatchRate": 0.2, "errorRate": 0.3, "after": 7}}"#
            )?.strategy.migration
        #expect(migration?.stages == [.init(["x", "y-*"], .newWithFallback, sampling: 0.25, percent: 50)])
        #expect(migration?.defaultStep == .shadow)
        #expect(migration?.automaticRollback == .init(mismatchRate: 0.2, errorRate: 0.3, after: 7))
        let never = try load(
            #""providers": ["a", "b"], "strategy": {"type": "migration", "old": "a", "new": "b", "automaticRollback": {"enabled": false}}"#
        )?
        .strategy.migration
        #expect(never != nil && never?.automaticRollback == nil)
        let routing =
            try load(
                #""providers": ["a", "b"], "strategy": {"type": "routing", "routes": [{"flags": ["x"], "providers": ["b", "a"]}]}"#
            )?
            .strategy
        let results = ["x", "y"].map { key in
            routing?.choose(
                StrategyInput(
                    key: key, context: .user("u"), names: ["a", "b"],
                    answers: ["a", "b"].map { .flag(EvaluatedFlag(key, true, origin: Origin(.memory, provider: $0))) }))
        }
        #expect(results == [.child(1), .child(0)])
    }

    @Test("Reports invalid settings with line, column, and path")
    func wrong() {
        #expect(
            diagnostics(#""strategy": "firstMatch""#) == [
                "3:9: error: /providers/both: Missing setting \"providers\". Add it: [\"launchdarkly\", \"unleash\"]."
            ])
        #expect(
            diagnostics(#""providers": []"#) == [
                "3:43: error: /providers/both/providers: Expected an array, found an empty array. Use "
                    + "[\"launchdarkly\", \"unleash\"]."
            ])
        #expect(
            diagnostics(#""providers": ["a", "zzzz"]"#) == [
                "3:49: error: /providers/both/providers/1/provider: Unknown provider: \"zzzz\". Known values: \"a\", \"b\", "
                    + "\"both\"."
            ])
        #expect(
            diagnostics(#""providers": ["a", "a"]"#) == [
                "3:43: error: /providers/both/providers: Two of the combined providers are named \"a\". Use unique names. "
                    + "Strategies, counts, and explanations refer to them."
            ])
        #expect(
            diagnostics(#""providers": ["a", "both"]"#) == [
                "3:49: error: /providers/both/providers/1/provider: The provider contains itself: \"both\", \"both\". Use "
                    + "another provider."
            ])
        #expect(
            diagnostics(
                #""providers": ["a", "b"], "strategy": {"type": "comparison", "primary": "zzzz", "samplng": 1}"#)
                == [
                    "3:67: error: /providers/both/strategy: No provider of the combination is named \"zzzz\". Known providers: a, b.",
                    "3:109: error: /providers/both/strategy/samplng: Unknown setting \"samplng\". Did you mean "
                        + "\"sampling\"?",
                ])
        #expect(
            diagnostics(
                #""providers": ["a", "b"], "strategy": {"type": "percentage", "old": "a", "new": "b", "percent": 101}"#)
                == [
                    "3:125: error: /providers/both/strategy/percent: 101.0 is outside the range 0.0 to 100.0. Use a number in that range."
                ])
        #expect(
            diagnostics(#""providers": ["a", "b"], "strategy": "fistMatch""#) == [
                "3:67: error: /providers/both/strategy/type: Unknown strategy: \"fistMatch\". Did you mean \"firstMatch\"? "
                    + "Known values: \"comparison\", \"firstMatch\", \"firstSuccessful\", \"migration\", \"percentage\", \"routing\"."
            ])
    }

    @Test("Switches from a combination to one of its providers and back")
    func client() async throws {
        let client = try FlagClient(
            configuration: .json(
                """
                {"version": 1, "active": "both", "providers": {
                "a": {"type": "memory", "flags": {"x": 1}}, "b": {"type": "memory", "flags": {"x": 2, "y": 2}},
                "both": {"type": "combined", "providers": ["a", "b"]}}}
                """), options: .manual())
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["x": 1, "y": 2])
        try await client.switchProvider(to: "b")
        #expect(client.allFlags == ["x": 2, "y": 2])
        try await client.rollback()
        #expect(client.allFlags == ["x": 1, "y": 2])
        await client.shutdown()
    }
}
