// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing
import TestSupport

@testable import Halyard

/// A comparison of the incremental merge with a full merge after each update.
@Suite("Incremental merging")
struct MergeModelTests {
    private static let strategies: [CombinationStrategy] = [
        .firstMatch, .firstSuccessful, .comparison(primary: "b"), .percentage(old: "a", new: "c", percent: 50),
        .routing([.init(["k1*"], to: "b", "c"), .init(["k2*"], to: "c")], defaultRoute: ["a", "b"]),
        .migration(
            old: "a", new: "b", stages: [.init(["k1*"], .newWithFallback), .init(["k2*"], .new)], automaticRollback: nil
        ),
    ]

    @Test("Equals a full merge after each of many random updates", arguments: 0..<12)
    func model(seed: UInt64) throws {
        var random = Dice(seed)
        let strategy = Self.strategies[Int(seed) % Self.strategies.count]
        let (names, context) = (["a", "b", "c"], EvaluationContext.user("person-\(seed)"))
        var machine = MergeMachine(
            Combination(names: names, strategy: strategy, identity: context.identityDigest),
            required: [true, true, false],
            FlagRequest(context: context))
        var tables: [FlagTable?] = [nil, nil, nil]
        var absences: [FlagSet.MissingFlags] = [.unknown, .unknown, .unknown]
        for round in 0..<150 {
            let index = Int.random(in: 0..<3, using: &random)
            var state = ProviderState(.ready, isAnswer: true)
            if Int.random(in: 0..<8, using: &random) == 0 {
                state = .failed(FlagError(.general, "round \(round)"))
            } else {
                var table = tables[index] ?? []
                for _ in 0..<Int.random(in: 0..<4, using: &random) {
                    let key = "k\(Int.random(in: 0..<40, using: &random))"
                    if Bool.random(using: &random) {
                        table.set(
                            EvaluatedFlag(key, .int(Int64(round)), origin: Origin(.network, provider: names[index])))
                    } else {
                        table.remove(key)
                    }
                }
                if Int.random(in: 0..<20, using: &random) == 0 {
                    absences[index] = Bool.random(using: &random) ? .off : .unknown
                }
                tables[index] = table
                state.flagSet = FlagSet(table, for: context, missingFlags: absences[index])
            }
            let merged = machine.receive(state, from: index).state?.flagSet
            guard let merged else { continue }
            #expect(Self.values(merged) == Self.expected(strategy, names, context, tables, absences))
        }
    }

    private static func values(_ flagSet: FlagSet) -> [String: String] {
        flagSet.table.reduce(into: [:]) { $0[$1.key] = "\($1.value) \($1.origin.provider ?? "")" }
    }

    private static func expected(
        _ strategy: CombinationStrategy, _ names: [String], _ context: EvaluationContext, _ tables: [FlagTable?],
        _ absences: [FlagSet.MissingFlags]
    ) -> [String: String] {
        let keys = Set(tables.flatMap { $0?.keys ?? [] })
        return keys.reduce(into: [:]) { values, key in
            let answers = zip(tables, absences).map { table, absence -> ChildResult in
                guard let table else { return .failed(FlagError(.providerNotReady, "none")) }
                return table[key].map { .flag($0) } ?? (absence == .off ? .off : .notFound)
            }
            let question = StrategyInput(key: key, context: context, names: names, answers: answers)
            guard case .child(let index) = strategy.choose(question) else { return }
            if case .flag(let flag) = answers[index] { values[key] = "\(flag.value) \(names[index])" }
            if case .off = answers[index] { values[key] = "false \(names[index])" }
        }
    }
}

/// A random number generator with a seeded source.
private struct Dice: RandomNumberGenerator {
    private let source: SeededRandom

    init(_ seed: UInt64) { source = SeededRandom(seed: seed) }

    func next() -> UInt64 { source.next() }
}
