// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

@Suite("Detailed evaluations")
struct DetailedEvaluationTests {
    private struct Quiet: EvaluationHook {}

    @Test(
        "Distinguishes reads of details from reads of values in events",
        arguments: [[], [Quiet()]] as [[any EvaluationHook]])
    func details(hooks: [any EvaluationHook]) async {
        let sink = RecordingSink(interest: .every)
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), sinks: [sink]) { $0.hooks = hooks }
        _ = client.int("limit", default: 0)
        _ = client.details(of: FlagKey("limit", default: 0))
        _ = client.bool("missing", default: false)
        _ = client.details(of: FlagKey("missing", default: false))
        // Another thread might still be delivering the events.
        await client.flush()
        #expect(
            sink.evaluations.map { "\($0.key) \($0.isDetailed ? "with" : "without") details" } == [
                "limit without details", "limit with details", "missing without details", "missing with details",
            ])
        await client.shutdown()
    }
}
