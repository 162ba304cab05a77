// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing
import TestSupport

@Suite("LaunchDarkly integers and evaluation details")
struct LaunchDarklyIntegerTests {
    @Test(
        "Truncates fractions, and rejects large numbers and other types",
        arguments: [
            (2.7, 2), (-2.7, -2), (7, 7), (9_007_199_254_740_993, 9_007_199_254_740_993), (1e19, nil), ("2", nil),
            (true, nil), (.null, nil),
        ] as [(FlagValue, LaunchDarklyInteger?)])
    func numbers(value: FlagValue, number: LaunchDarklyInteger?) {
        #expect(LaunchDarklyInteger(flagValue: value) == number)
    }

    @Test("Reads a fraction that an Int key can't read")
    func key() async {
        let provider = InMemoryFlagProvider(["limit": 2.5])
        let client = FlagClient(provider: provider, options: .manual())
        _ = await client.start()
        #expect(client[FlagKey("limit", default: 10 as LaunchDarklyInteger)].value == 2)
        #expect(client[FlagKey("limit", default: 10)] == 10)
        await client.shutdown()
    }

    @Test("Includes a reason if requested, and always includes an error", arguments: [false, true])
    func reasons(isAsked: Bool) async {
        let reason: FlagValue = ["kind": "OFF"]
        let flag = EvaluatedFlag(
            "a", 1, variant: "3", metadata: ["vendorReason": reason], origin: Origin(.network, provider: "ld"))
        let client = FlagClient(provider: FixedProvider(name: "ld", [flag]), options: .manual())
        _ = await client.start()
        var options = LaunchDarklyOptions(mobileKey: Secret("mob-1"))
        options.withReasons = isAsked
        let detail = LaunchDarklyDetail(client.details(of: FlagKey("a", default: 0)), options)
        #expect(detail.value == 1 && detail.variationIndex == 3)
        #expect(detail.reason == (isAsked ? reason : .null))
        let missing = LaunchDarklyDetail(client.details(of: FlagKey("b", default: 0)), options)
        #expect(missing.reason == ["kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"])
        await client.shutdown()
    }

    @Test(
        "Returns the default with the service's reason after its error",
        arguments: [
            ("MALFORMED_FLAG", ErrorCode.parseError), ("USER_NOT_SPECIFIED", .targetingKeyMissing),
            ("FLAG_NOT_FOUND", .flagNotFound), ("CLIENT_NOT_READY", .providerNotReady), ("WRONG_TYPE", .typeMismatch),
            ("EXCEPTION", .general), ("SOMETHING_NEW", .general),
        ])
    func errors(kind: String, code: ErrorCode) async throws {
        var diagnostics = DiagnosticCollector()
        let json: FlagValue = ["version": 3, "reason": ["kind": "ERROR", "errorKind": .string(kind)]]
        let flag = try #require(LaunchDarklyFlag("a", json, at: [], &diagnostics))
        let provider = FixedProvider(name: "ld", [flag.flag(origin: Origin(.network, provider: "ld"))])
        let client = FlagClient(provider: provider, options: .manual())
        _ = await client.start()
        let details = client.details(of: FlagKey("a", default: 5))
        #expect(details.value == 5 && details.reason == .error && details.version == 3)
        #expect(
            details.error
                == FlagError(
                    code,
                    "LaunchDarkly couldn't evaluate the flag: \(kind). Check its targeting rules in LaunchDarkly."))
        let detail = LaunchDarklyDetail(details, LaunchDarklyOptions(mobileKey: Secret("mob-1")))
        #expect(detail.value == 5 && detail.reason == ["kind": "ERROR", "errorKind": .string(kind)])
        await client.shutdown()
    }
}
