// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing
import TestSupport

@Suite("Equality of values and contexts")
struct EqualityTests {
    /// Canonically equivalent words, with a precomposed `é`, and with an `e` and a combining accent.
    private let one = "caf\u{E9}"
    private let two = "cafe\u{301}"

    @Test("Compares strings by their bytes, not by Unicode equivalence")
    func texts() {
        #expect(one == two)
        #expect(FlagValue.string(one) != .string(two))
        #expect(FlagValue.array([.string(one)]) != .array([.string(two)]))
        #expect(FlagValue.string(one) == .string("caf\u{E9}"))
        #expect(Set<FlagValue>([.string(one), .string(two)]).count == 2)
    }

    @Test("Treats all NaN values as equal, with the same hash")
    func nan() {
        let other = FlagValue.double(Double(bitPattern: Double.nan.bitPattern | 7))
        #expect(FlagValue.double(.nan) == other)
        #expect(FlagValue.double(.nan).hashValue == other.hashValue)
        #expect(FlagValue.double(.nan) != .double(0))
        #expect(FlagValue.double(0) == .double(-0.0))
        #expect(FlagValue.int(1) != .double(1))
    }

    @Test("Distinguishes keys that only look the same")
    func identities() {
        let (first, second) = (EvaluationContext.user(one), EvaluationContext.user(two))
        #expect(first != second)
        #expect(!first.hasSameIdentity(as: second))
        #expect(first.hasSameIdentity(as: .user(one, ["plan": "gold"])))
        #expect(!first.hasSameIdentity(as: .anonymous))
        #expect(EvaluationContext.user("a", ["x": .string(one)]) != .user("a", ["x": .string(two)]))
    }

    @Test("Skips the fetch for an equal context with a NaN attribute")
    func contextWithNaN() async {
        let context = EvaluationContext.user("a", ["score": .double(.nan)])
        #expect(context == context)
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, context: context, options: .manual())
        async let start = client.start(within: .seconds(120))
        await provider.nextRun().answer(["x": true])
        #expect(await start == .ready)
        #expect(await client.setContext(context) == .completed)
        await client.shutdown()
    }
}
