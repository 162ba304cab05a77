// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

@Suite("Provider parity")
struct ParityTests {
    private static func flag(_ value: FlagValue, payload: FlagValue? = nil) -> ChildResult {
        .flag(EvaluatedFlag("f", value, variantValue: payload, origin: Origin(.network, provider: "x")))
    }

    @Test(
        "Classifies how two results of a flag compare",
        arguments: [
            (flag(true), flag(true), .agrees), (flag(true), flag(false), .differs), (flag("a"), flag("b"), .differs),
            (flag(1), flag(1.0), .agrees), (flag(1), flag(1.5), .differs), (flag(true), flag("true"), .hasOtherType),
            (flag(["a": [1]]), flag(["a": [1]]), .agrees), (flag(["a": 1]), flag(["a": 2]), .differs),
            (flag("blue"), flag(true, payload: "blue"), .agrees),
            (flag("blue"), flag(true, payload: "red"), .differs), (flag("blue"), flag(true, payload: 7), .hasOtherType),
            (flag(true, payload: "blue"), flag("blue"), .agrees),
            (flag(true, payload: "blue"), flag(true, payload: "blue"), .agrees),
            (flag(true, payload: "blue"), flag(true, payload: "red"), .differs),
            (flag(true, payload: "7"), flag(true, payload: 7), .hasOtherType),
            (flag(true, payload: "blue"), flag(false, payload: "blue"), .differs),
            (flag(true, payload: "blue"), flag(true), .agrees),
            (flag(false), .off, .agrees), (flag(true), .off, .differs), (.off, .off, .agrees),
            (flag(true), .notFound, .missingInOther), (.notFound, flag(true), .missingInPrimary),
            (.off, .notFound, .missingInOther), (flag(true), .failed(FlagError(.general, "503")), .failed),
            (.notFound, .notFound, nil), (.failed(FlagError(.general, "503")), flag(true), nil),
            (.notFound, .failed(FlagError(.general, "503")), nil),
        ] as [(ChildResult, ChildResult, ParityReport.Comparison.Outcome?)])
    func outcomes(primary: ChildResult, other: ChildResult, expected: ParityReport.Comparison.Outcome?) {
        let question = StrategyInput(
            key: "f", context: .user("u"), names: ["old", "new"], answers: [primary, other])
        #expect(ParityReport.Comparison(question, primary: 0, other: 1)?.outcome == expected)
    }

    @Test("Compares results once both providers respond, and again on changes")
    func report() async throws {
        let stage = try CombinedStage(.comparison(primary: "a"))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        bRun.answer(["same": 1, "differs": 2, "only-b": 1], provider: "b")
        #expect(stage.provider.parity.compared == 0)
        aRun.answer(["same": 1, "differs": 1, "only-a": 1], provider: "a")
        _ = await start
        #expect(
            stage.provider.parity.description == """
                4 flags, 4 comparisons, 25.0 % agree
                  differs  0.0 %  a / b: differs 1
                    1 / 2 (seen 1x, first for \(EvaluationContext.user("u").identityDigest.prefix(12)))
                  only-a   0.0 %  a / b: missingInOther 1
                    1 / absent (seen 1x, first for \(EvaluationContext.user("u").identityDigest.prefix(12)))
                  only-b   0.0 %  a / b: missingInPrimary 1
                    absent / 1 (seen 1x, first for \(EvaluationContext.user("u").identityDigest.prefix(12)))
                  same     100.0 %  a / b: agrees 1
                """)
        #expect(
            stage.client.allFlags == ["same": 1, "differs": 1, "only-a": 1],
            "The other provider's values aren't served.")
        for _ in 0..<100 { _ = stage.client.int("differs", default: 0) }
        bRun.answer(["same": 1, "differs": 1, "only-b": 1], provider: "b")
        let parity = stage.provider.parity
        #expect(parity.flags.first { $0.key == "differs" }?.counts == [.differs: 1, .agrees: 1])
        #expect(stage.client.parity == parity)
        await stage.client.shutdown()
    }

    @Test("Counts a failure of the other provider once, and remains ready")
    func otherFails() async throws {
        let stage = try CombinedStage(.comparison(primary: "a"), requires: (true, false))
        let (result, _, bRun) = await stage.start(["x": 1, "y": 1], nil)
        #expect(result == .ready)
        #expect(stage.provider.parity.count(of: .failed) == 2)
        #expect(stage.provider.parity.flags.map(\.agreement) == [0, 0])
        for _ in 0..<3 { bRun.fail(FlagError(.general, "still 503")) }
        #expect(stage.provider.parity.count(of: .failed) == 2, "Another failure isn't counted again.")
        await stage.client.shutdown()
    }

    @Test("Compares nothing if the strategy names missing children", arguments: [-1, 2])
    func nobody(number: Int) async throws {
        let mistaken = CombinationStrategy(
            compare: { input in
                input.key == "x"
                    ? CombinationStrategy.ComparedChildren(primary: number, others: [0])
                    : CombinationStrategy.ComparedChildren(primary: 0, others: [number])
            }
        ) { $0.firstMatch() }
        let stage = try CombinedStage(mistaken)
        let (result, _, _) = await stage.start(["x": 1, "y": 1], ["x": 1])
        #expect(result == .ready)
        #expect(stage.provider.parity.compared == 0)
        await stage.client.shutdown()
    }

    @Test("Limits the examples of mismatches and counts the rest")
    func bounded() {
        let ledger = ParityLedger()
        for number in 0..<30 {
            let question = StrategyInput(
                key: "f", context: .user("u\(number)"), names: ["a", "b"],
                answers: [Self.flag(1), Self.flag(.int(Int64(2 + number % 15)))])
            ledger.note([ParityReport.Comparison(question, primary: 0, other: 1)].compactMap(\.self))
        }
        let flag = ledger.report.flags[0]
        #expect(flag.examples.count == 10)
        #expect(flag.examples.allSatisfy { $0.count == 2 })
        #expect(flag.unlistedMismatches == 10)
        #expect(flag.counts == [.differs: 30])
        #expect(flag.agreement == 0)
    }

    @Test("Encodes the report as JSON without context keys")
    func json() {
        let ledger = ParityLedger()
        let question = StrategyInput(
            key: "f", context: .user("secret-name"), names: ["a", "b"], answers: [Self.flag(.null), .notFound])
        ledger.note([ParityReport.Comparison(question, primary: 0, other: 1)].compactMap(\.self))
        let identity = String(EvaluationContext.user("secret-name").identityDigest.prefix(12))
        #expect(
            ledger.report.json == [
                "compared": 1, "agreed": 0, "agreement": 0.0,
                "flags": [
                    [
                        "key": "f", "primary": "a", "other": "b", "compared": 1, "agreement": 0.0,
                        "counts": ["missingInOther": 1],
                        "examples": [["primaryValue": .null, "identity": .string(identity), "count": 1]],
                    ]
                ],
            ])
    }

    @Test(
        "Rounds percentages down, so only full agreement is 100 %",
        arguments: [(0, 0, "100.0 %"), (0, 3, "0.0 %"), (2, 3, "66.6 %"), (9999, 10_000, "99.9 %"), (5, 5, "100.0 %")])
    func percent(agreed: Int, compared: Int, text: String) {
        #expect(ParityReport.percent(agreed, of: compared) == text)
    }
}

@Suite("Provider migration")
struct MigrationTests {
    @Test("Rolls a flag back once when its results differ too often")
    func stepBack() async throws {
        let strategy = CombinationStrategy.migration(
            old: "a", new: "b", stages: [.init(["x"], .newWithFallback), .init(["y"], .new), .init(["z"], .shadow)],
            automaticRollback: .init(mismatchRate: 0.5, errorRate: 0.5, after: 2))
        let stage = try CombinedStage(strategy)
        let (_, _, bRun) = await stage.start(["x": 1, "y": 1, "z": 1], ["x": 2, "y": 1, "z": 2])
        #expect(stage.client.allFlags == ["x": 2, "y": 1, "z": 1])
        #expect(strategy.migration?.rolledBackFlags == [])
        bRun.answer(["x": 3, "y": 1, "z": 3], provider: "b")
        #expect(stage.client.allFlags == ["x": 1, "y": 1, "z": 1], "Both comparisons of x differ.")
        #expect(strategy.migration?.rolledBackFlags == ["x"])
        #expect(["x", "y", "q"].map { strategy.migration?.step(of: $0) } == [.shadow, .new, .old])
        bRun.answer(["x": 4, "y": 1, "z": 4], provider: "b")
        #expect(
            stage.client.diagnostics.recent.map(\.description) == [
                "warning: x: The flag stepped back from \"newWithFallback\" to \"shadow\". Of 2 comparisons, 2 differed, and "
                    + "'b' failed in 0. 'a' serves the flag again. Check the parity report and fix the flag. "
                    + "Then restart, or change the plan."
            ])
        await stage.client.shutdown()
    }

    @Test("Rolls a failing flag back only if automatic rollback is set", arguments: [true, false])
    func errors(isLimited: Bool) async throws {
        let strategy = CombinationStrategy.migration(
            old: "a", new: "b", stages: [.init(["x"], .new)],
            automaticRollback: isLimited ? .init(mismatchRate: 1, errorRate: 0, after: 1) : nil)
        let stage = try CombinedStage(strategy, requires: (true, false))
        let (result, _, _) = await stage.start(["x": 1], nil)
        let error = FlagError(.general, "b says 503")
        #expect(result == (isLimited ? .cached(error) : .defaults(error)))
        #expect(stage.client.int("x", default: 0) == (isLimited ? 1 : 0))
        #expect(strategy.migration?.rolledBackFlags == (isLimited ? ["x"] : []))
        await stage.client.shutdown()
    }

    @Test("Applies a custom strategy's new choice immediately after learning")
    func learning() async throws {
        let distrusted = Lock<Set<String>>([])
        let wary = CombinationStrategy(
            "wary", compare: { _ in CombinationStrategy.ComparedChildren(primary: 0, others: [1]) },
            learn: { comparison in
                guard comparison.outcome.isMismatch else { return nil }
                distrusted.withLock { _ = $0.insert(comparison.key) }
                return Diagnostic("distrusted", .info, "The other provider's \(comparison.key) is wrong.")
            }
        ) { input in
            .child(distrusted.withLock { $0.contains(input.key) } ? 0 : 1)
        }
        let stage = try CombinedStage(wary)
        _ = await stage.start(["x": 1, "y": 1], ["x": 1, "y": 2])
        #expect(stage.client.allFlags == ["x": 1, "y": 1])
        #expect(stage.client.diagnostics.recent.map(\.code) == ["distrusted"])
        await stage.client.shutdown()
    }

    @Test("Doesn't compare users outside of a stage's sampling")
    func sampling() async throws {
        let strategy = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["x"], .shadow, sampling: 0)])
        let stage = try CombinedStage(strategy)
        _ = await stage.start(["x": 1, "other": 1], ["x": 2, "other": 2])
        #expect(stage.provider.parity.flags == [])
        await stage.client.shutdown()
    }
}
