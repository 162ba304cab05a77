// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

/// Tests of the strategies as pure functions, without providers.
@Suite("Combination strategies")
struct CombinationStrategyTests {
    private static let failed = ChildResult.failed(FlagError(.general, "503"))

    private static func flag(_ value: FlagValue = true) -> ChildResult {
        .flag(EvaluatedFlag("f", value, origin: Origin(.network, provider: "x")))
    }

    private func verdict(
        _ strategy: CombinationStrategy, _ answers: [ChildResult], key: String = "f",
        for context: EvaluationContext = .user("u")
    ) -> StrategyResult {
        strategy.choose(
            StrategyInput(
                key: key, context: context, names: Array(["a", "b", "c"].prefix(answers.count)), answers: answers))
    }

    @Test(
        "Stops at the first flag or error with firstMatch",
        arguments: [
            ([flag(), flag()], .child(0)), ([.notFound, flag()], .child(1)), ([failed, flag()], .failure),
            ([.notFound, failed, flag()], .failure), ([.off, flag()], .child(0)), ([.notFound, .notFound], .notFound),
            ([.notFound, .off], .child(1)), ([], .notFound),
        ] as [([ChildResult], StrategyResult)])
    func firstMatch(answers: [ChildResult], expected: StrategyResult) {
        #expect(verdict(.firstMatch, answers) == expected)
    }

    @Test(
        "Skips errors with firstSuccessful unless no child has the flag",
        arguments: [
            ([flag(), flag()], .child(0)), ([failed, flag()], .child(1)), ([failed, .notFound, flag()], .child(2)),
            ([failed, .notFound], .failure), ([.notFound, failed], .failure), ([.notFound, .notFound], .notFound),
            ([failed, .off], .child(1)), ([], .notFound),
        ] as [([ChildResult], StrategyResult)])
    func firstSuccessful(answers: [ChildResult], expected: StrategyResult) {
        #expect(verdict(.firstSuccessful, answers) == expected)
    }

    @Test("Serves the primary provider and compares it with the others")
    func comparison() {
        let strategy = CombinationStrategy.comparison(primary: "b")
        #expect(verdict(strategy, [Self.flag(), Self.flag(false)]) == .child(1))
        #expect(verdict(strategy, [Self.flag(), .notFound]) == .notFound)
        #expect(verdict(strategy, [Self.flag(), Self.failed]) == .failure)
        #expect(verdict(strategy, [Self.failed, Self.flag()]) == .child(1))
        #expect(
            verdict(.comparison(), [Self.flag(), Self.failed]) == .child(0),
            "The first provider is the default primary.")
        let question = StrategyInput(
            key: "f", context: .user("u"), names: ["a", "b", "c"], answers: [.notFound, .notFound, .notFound])
        #expect(strategy.compare(question) == CombinationStrategy.ComparedChildren(primary: 1, others: [0, 2]))
        #expect(CombinationStrategy.comparison(primary: "b", sampling: 0).compare(question) == nil)
        #expect(CombinationStrategy.comparison(primary: "z").compare(question) == nil)
    }

    @Test("Samples a stable share of flags that grows with the rate")
    func sampling() {
        func sampled(_ share: Double) -> Set<Int> {
            Set(
                (0..<2000).filter { number in
                    let question = StrategyInput(
                        key: "flag-\(number)", context: .user("u"), names: ["a", "b"], answers: [.notFound, .notFound])
                    return CombinationStrategy.comparison(sampling: share).compare(question) != nil
                })
        }
        let (some, more) = (sampled(0.1), sampled(0.5))
        #expect((150...250).contains(some.count))
        #expect((920...1080).contains(more.count))
        #expect(some.isSubset(of: more))
        #expect(sampled(1).count == 2000)
        #expect(sampled(-1).isEmpty)
    }

    @Test(
        "Sends each flag to the providers of the first matching route",
        arguments: [
            ("checkout", .child(1)), ("nav-tabs", .child(0)), ("nav", .child(2)), ("x-beta", .child(1)),
            ("nav-beta", .child(0)), ("other", .child(2)),
        ] as [(String, StrategyResult)])
    func routing(key: String, expected: StrategyResult) {
        let strategy = CombinationStrategy.routing(
            [.init(["checkout"], to: "b"), .init([.prefix("nav-")], to: "a"), .init(["*-beta"], to: "b", "a")],
            defaultRoute: ["c"])
        #expect(verdict(strategy, [Self.flag(), Self.flag(), Self.flag()], key: key) == expected)
    }

    @Test("Falls back only to the other providers of the matching route")
    func routeFallback() {
        let strategy = CombinationStrategy.routing([.init(["f"], to: ["b", "a"])])
        #expect(verdict(strategy, [Self.flag(), .notFound, Self.flag()]) == .child(0))
        #expect(verdict(strategy, [.notFound, .notFound, Self.flag()]) == .notFound)
        #expect(verdict(strategy, [Self.flag(), Self.failed, Self.flag()]) == .failure)
        #expect(
            verdict(strategy, [.notFound, .notFound, Self.flag()], key: "g") == .child(2),
            "Without a route, all providers apply in order.")
    }

    @Test(
        "Reports unknown and missing providers of a strategy",
        arguments: [
            (
                .comparison(primary: "bb"),
                "No provider of the combination is named \"bb\". Did you mean \"b\"?"
            ),
            (
                .routing([.init(["f"], to: "zzz")]),
                "No provider of the combination is named \"zzz\". Known providers: a, b."
            ),
            (
                .routing([], defaultRoute: ["zzz"]),
                "No provider of the combination is named \"zzz\". Known providers: a, b."
            ),
            (.routing([.init(["f"], to: [])]), "A route has no provider. Add at least one."),
            (
                .percentage(old: "a", new: "zzz", percent: 5),
                "No provider of the combination is named \"zzz\". Known providers: a, b."
            ),
            (
                .migration(old: "zzz", new: "b", stages: []),
                "No provider of the combination is named \"zzz\". Known providers: a, b."
            ),
            (.percentage(old: "a", new: "b", percent: 5), nil), (.firstMatch, nil), (.comparison(), nil),
        ] as [(CombinationStrategy, String?)])
    func problems(strategy: CombinationStrategy, problem: String?) {
        #expect(strategy.problem(["a", "b"]) == problem)
    }

    @Test("Moves about the given share, and keeps moved users as it grows")
    func percentage() {
        let people = (0..<2000).map { EvaluationContext.user("person-\($0)") }
        func moved(_ percent: Double, seed: String = "") -> Set<String> {
            let strategy = CombinationStrategy.percentage(old: "a", new: "b", percent: percent, seed: seed)
            let answers = [Self.flag(), Self.flag()]
            return Set(people.filter { verdict(strategy, answers, for: $0) == .child(1) }.compactMap(\.key))
        }
        var before = moved(0)
        #expect(before.isEmpty)
        for percent in stride(from: 10.0, through: 90, by: 10) {
            let now = moved(percent)
            #expect(before.isSubset(of: now))
            #expect(abs(Double(now.count) - percent * 20) < 80)
            before = now
        }
        #expect(moved(100).count == 2000)
        #expect(moved(50, seed: "second") != moved(50))
    }

    @Test("Computes fixed share positions from identity and seed")
    func places() {
        #expect(StableShare.place(of: "", seed: "") == 0.30929118745757567)
        #expect(StableShare.place(of: "a", seed: "") == 0.10771417185156851)
        #expect(StableShare.place(of: "a", seed: "s") == 0.9980781053321021)
    }

    @Test("Falls back to the old provider if the new one has no result")
    func percentageFallback() {
        let strategy = CombinationStrategy.percentage(old: "a", new: "b", percent: 100)
        #expect(verdict(strategy, [Self.flag(), .notFound]) == .child(0))
        #expect(verdict(strategy, [Self.flag(), Self.failed]) == .child(0))
        #expect(verdict(strategy, [Self.flag(), .off]) == .child(1))
        #expect(verdict(.percentage(old: "a", new: "b", percent: 0), [.notFound, Self.flag()]) == .notFound)
    }

    @Test(
        "Serves the provider that the migration step selects",
        arguments: [
            (.old, [flag(), flag()], .child(0)), (.shadow, [flag(), flag()], .child(0)),
            (.shadow, [failed, flag()], .failure), (.newWithFallback, [flag(), flag()], .child(1)),
            (.newWithFallback, [flag(), .notFound], .child(0)), (.newWithFallback, [flag(), failed], .child(0)),
            (.newWithFallback, [flag(), .off], .child(1)), (.new, [flag(), .notFound], .notFound),
            (.new, [flag(), failed], .failure), (.new, [failed, flag()], .child(1)),
        ] as [(MigrationStrategy.Step, [ChildResult], StrategyResult)])
    func stages(step: MigrationStrategy.Step, answers: [ChildResult], expected: StrategyResult) {
        let strategy = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["f"], step)])
        #expect(verdict(strategy, answers) == expected)
        #expect(verdict(strategy, answers, key: "other") == verdict(.routing([], defaultRoute: ["a"]), answers))
    }

    @Test("Moves only the given share of users in a migration stage")
    func stagePercent() {
        let strategy = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["f"], .new, percent: 30)])
        let moved = (0..<2000).filter {
            verdict(strategy, [Self.flag(), Self.flag()], for: .user("person-\($0)")) == .child(1)
        }
        #expect((520...680).contains(moved.count))
    }

    @Test("Passes the context and the child results to a custom strategy")
    func custom() {
        let strategy = CombinationStrategy("longest") { question in
            question.context.key == "u" && question["b"]?.isDecision == true ? .child(1) : question.firstMatch()
        }
        #expect(verdict(strategy, [Self.flag(), Self.flag()]) == .child(1))
        #expect(verdict(strategy, [Self.flag(), .notFound]) == .child(0))
        #expect(strategy.name == "longest")
    }
}

@Suite("Flag patterns")
struct FlagPatternTests {
    @Test(
        "Matches whole flag keys with wildcards",
        arguments: [
            ("checkout", "checkout", true), ("checkout", "checkout-2", false), ("nav-*", "nav-", true),
            ("nav-*", "nav-tabs", true), ("nav-*", "old-nav-tabs", false), ("*-beta", "x-beta", true),
            ("*-beta", "x-beta-2", false), ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false),
            ("a?c", "abc", true), ("a?c", "ac", false), ("?", "", false), ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false), ("**a", "ba", true), ("a**", "a", true), ("*ab", "aab", true),
            ("a*?", "a", false), ("é*", "été", true), ("?", "é", true),
        ] as [(CombinationStrategy.FlagPattern, String, Bool)])
    func patterns(pattern: CombinationStrategy.FlagPattern, name: String, fits: Bool) {
        #expect(pattern.matches(name) == fits)
    }

    @Test("Matches an exact pattern literally, including asterisks")
    func exact() {
        #expect(CombinationStrategy.FlagPattern.exact("a*").matches("a*"))
        #expect(!CombinationStrategy.FlagPattern.exact("a*").matches("ab"))
        #expect(CombinationStrategy.FlagPattern.prefix("a").matches("ab"))
        #expect(CombinationStrategy.FlagPattern("nav-*").description == "nav-*")
    }

    @Test("Matches many asterisks without exponential backtracking")
    func stars() {
        let pattern = CombinationStrategy.FlagPattern(String(repeating: "a*", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }

    private static let soleSourceCases: [(strategy: CombinationStrategy, expected: [String])] = [
        (.firstMatch, ["a"]), (.firstSuccessful, []), (.comparison(), ["a"]), (.comparison(primary: "b"), ["b"]),
        (CombinationStrategy { $0.firstMatch() }, []), (.percentage(old: "a", new: "b", percent: 99), ["a"]),
        (.percentage(old: "a", new: "b", percent: 100), []), (.routing([]), ["a"]),
        (.routing([.init(["x"], to: "b", "a")]), ["a", "b"]), (.routing([.init(["*"], to: "b")]), ["b"]),
        (.routing([.init(["x"], to: "b")], defaultRoute: ["c", "a"]), ["b", "c"]),
        (.routing([.init([], to: "c"), .init(["*"], to: "b"), .init(["x"], to: "a")]), ["b"]),
        (.migration(old: "a", new: "b", stages: []), ["a"]),
        (.migration(old: "a", new: "b", stages: [], defaultStep: .newWithFallback), []),
        (.migration(old: "a", new: "b", stages: [.init(["x"], .new)]), ["a", "b"]),
        (.migration(old: "a", new: "b", stages: [.init(["*"], .new)]), ["b"]),
        (.migration(old: "a", new: "b", stages: [.init([], .old), .init(["*"], .new), .init(["x"], .old)]), ["b"]),
        (.migration(old: "a", new: "b", stages: [.init([.exact("*")], .new)]), ["a", "b"]),
        (.migration(old: "a", new: "b", stages: [.init(["*"], .new, percent: 0)]), ["a"]),
        (.migration(old: "a", new: "b", stages: [.init(["*"], .new, percent: 50)]), ["a", "b"]),
        (.migration(old: "a", new: "b", stages: [.init(["*"], .newWithFallback)]), []),
        (.migration(old: "a", new: "b", stages: [.init(["*"], .newWithFallback), .init(["x"], .new)]), []),
        (.migration(old: "a", new: "b", stages: [.init(["x"], .newWithFallback)], defaultStep: .shadow), ["a"]),
    ]

    @Test("Names the providers without which some flags have no value", arguments: soleSourceCases.indices)
    func soleSources(index: Int) {
        let (strategy, expected) = Self.soleSourceCases[index]
        #expect(strategy.soleSources(["a", "b", "c"]).sorted() == expected)
    }
}
