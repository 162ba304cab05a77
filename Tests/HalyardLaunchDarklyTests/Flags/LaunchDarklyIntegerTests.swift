// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("Reads as LaunchDarkly's own clients make them")
struct LaunchDarklyIntegerTests {
    @Test(
        "a fraction is cut off, what is no number or too large does not fit",
        arguments: [
            (2.7, 2), (-2.7, -2), (7, 7), (9_007_199_254_740_993, 9_007_199_254_740_993), (1e19, nil), ("2", nil),
            (true, nil), (.null, nil),
        ] as [(FlagValue, LaunchDarklyInteger?)])
    func numbers(value: FlagValue, number: LaunchDarklyInteger?) {
        #expect(LaunchDarklyInteger(flagValue: value) == number)
    }

    @Test("a key of that type reads a fraction where an Int key gives its default")
    func key() async {
        let provider = InMemoryProvider(["limit": 2.5])
        let client = FlagClient(provider: provider)
        _ = await client.start()
        #expect(client[FlagKey("limit", default: 10 as LaunchDarklyInteger)].value == 2)
        #expect(client[FlagKey("limit", default: 10)] == 10)
        await client.shutdown()
    }

    /// Serves one flag.
    private struct Kept: FlagProvider {
        let name = "ld"
        let flag: Flag

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            channel.publish(.ready(FlagSnapshot(FlagTable([flag]), for: request.context)))
        }
    }

    @Test("a reason is there where it was asked for, an error always", arguments: [false, true])
    func reasons(isAsked: Bool) async {
        let reason: FlagValue = ["kind": "OFF"]
        let flag = Flag(
            "a", 1, variant: "3", metadata: ["vendorReason": reason], origin: Origin(.network, provider: "ld"))
        let client = FlagClient(provider: Kept(flag: flag))
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
}
