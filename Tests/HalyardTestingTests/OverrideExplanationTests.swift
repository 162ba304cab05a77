// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing
import TestSupport

@Suite("Explanation of an overridden flag")
struct OverrideExplanationTests {
    @Test("Shows the override first, and skips the provider")
    func override() async {
        let client = FlagClient(provider: InMemoryFlagProvider(["limit": 5, "other": 1]), options: .manual())
        await client.start()
        withFlags(["limit": 7]) {
            let explanation = client.explain("limit")
            #expect(
                explanation.description == """
                    limit = 7 (STATIC) for user:anonymous
                      1. override [used] A test override set the value.
                      2. coercion [used] The value is read as FlagValue.
                      3. default [passed] The default value isn't needed.
                    """)
            #expect(
                client.explain("other").steps.first?.message == "Overrides are active, but none for this flag.")
        }
        #expect(client.explain("limit").value == 5)
    }
}
