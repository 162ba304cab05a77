// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

/// 200 flags of all types, in the format of LaunchDarkly's mobile service.
enum SampleFlags {
    /// The expected result of a flag.
    struct Expected {
        let key: String
        let value: FlagValue
        let variant: String
        let reason: EvaluationReason
    }

    static let all: [Expected] = (0..<200).map { number in
        Expected(
            key: "flag-\(number)", value: value(number), variant: "\(number % 3)", reason: reasons[number % 5].neutral)
    }

    static let document = FlagValue.object(
        Dictionary(
            uniqueKeysWithValues: all.indices.map { number in
                (
                    all[number].key,
                    [
                        "value": all[number].value, "variation": .int(Int64(number % 3)),
                        "version": .int(Int64(number)),
                        "reason": reasons[number % 5].vendor,
                    ]
                )
            }))

    /// Checks that an app reads the expected value, variant, and reason of all flags.
    static func expectAll(in app: FlagClient) {
        for expected in all {
            let details = app.details(of: FlagKey(expected.key, default: FlagValue.null))
            #expect(details.value == expected.value)
            #expect(details.variant == expected.variant)
            #expect(details.reason == expected.reason)
        }
    }

    private static let reasons: [(vendor: FlagValue, neutral: EvaluationReason)] = [
        (["kind": "OFF"], .disabled), (["kind": "FALLTHROUGH"], .default), (["kind": "TARGET_MATCH"], .targetingMatch),
        (["kind": "RULE_MATCH", "ruleIndex": 1, "ruleId": "r"], .targetingMatch),
        (["kind": "FALLTHROUGH", "inExperiment": true], .split),
    ]

    private static func value(_ number: Int) -> FlagValue {
        switch number % 6 {
        case 0: .bool(number % 4 == 0)
        case 1: .int(Int64(number) * 1_000_000_007)
        case 2: .double(Double(number) + 0.25)
        case 3: .string("text \"\(number)\" é\u{1F6A2}\n")
        case 4: ["number": .int(Int64(number)), "nested": ["list": [true, .null, 1.5]]]
        default: [.int(Int64(number)), "two", [:]]
        }
    }
}
