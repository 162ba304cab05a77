// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("LaunchDarkly secure mode")
struct SecureModeTests {
    @Test(
        "Creates the hash of a context's kinds and keys",
        arguments: [
            (EvaluationContext.user("user-key"), "12a38d8e0c8d5172b1c49ed0fcc487b09ca5cdd4409fd0c6b1b453c9fdca9020"),
            (
                EvaluationContext.user("user-key", ["plan": "gold"]),
                "12a38d8e0c8d5172b1c49ed0fcc487b09ca5cdd4409fd0c6b1b453c9fdca9020"
            ),
            (
                EvaluationContext("org", key: "acme"),
                "323a175d9e8dc36228eac98c5167d3f039a55726d212d5c7369e5d488dc4a7a7"
            ),
            (
                EvaluationContext("org", key: "a:b%c/d e"),
                "651919db2cd09d21edb2361bc6be6edd20b6d7f5544416148271203f8fe445d9"
            ),
            (EvaluationContext.user("a:b%c"), "addb489c97c5e60d46a421ab19008fe14b13eb715f7ba366addfa5b61fe85d9f"),
            (
                EvaluationContext.user("ada").adding(EvaluationContext.Part("org", key: "acme")),
                "3c0f997c696be52873b2532f999a8dc0f74c4c389ba51479098e8966ea863944"
            ),
        ])
    func hash(context: EvaluationContext, expected: String) throws {
        let mapped = try LaunchDarklyContextMapper().map(context).output
        #expect(mapped.secureModeHash(sdkKey: Secret("sdk-key")) == expected)
    }

    @Test("Creates the hash with the provider's key and mapping")
    func provider() throws {
        let provider = try LaunchDarklyLocalProvider(LaunchDarklyLocalOptions(sdkKey: Secret("sdk-key")))
        #expect(
            provider.secureModeHash(for: EvaluationContext("org", key: "acme"))
                == "323a175d9e8dc36228eac98c5167d3f039a55726d212d5c7369e5d488dc4a7a7")
        #expect(provider.secureModeHash(for: .user("")) == nil)
    }
}
