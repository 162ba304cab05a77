// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension UnleashRules {
    /// Returns the result of each strategy, and of each flag that the flag depends on, for explanations.
    ///
    /// It's slow, because it reads the feature again and tests each part separately.
    func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue] {
        guard let feature = book.feature(place) else { return [:] }
        var facts: [String: FlagValue] = [:]
        let strategies = feature.strategies.map { strategy in
            StrategyResult(name: strategy.name, result(of: strategy, in: feature, for: context))
        }
        facts["strategies"] = .array(strategies.map { .string($0.text) })
        var unmet: String?
        if !feature.parents.isEmpty {
            let parents = Array(zip(feature.parents, book.rules[place].parents))
            let values = values(of: context)
            if parents.isEmpty {
                let problem = "a flag that this one depends on is unknown or depends on another flag"
                facts["dependencies"] = .string(problem)
                unmet = "the dependencies: \(problem)"
            } else {
                facts["dependencies"] = .array(
                    parents.map { .string("\($0.name): \($1.isMet(for: values) ? "met" : "not met")") })
                let parent = parents.first { !$1.isMet(for: values) }
                unmet = parent.map { "the dependency on \"\($0.0.name)\", which isn't met" }
            }
        }
        facts["determinedBy"] = .string(cause(of: feature, unmet, strategies))
        return facts
    }

    /// Returns the first fact that determines whether a flag is on.
    private func cause(of feature: Feature, _ unmetDependency: String?, _ strategies: [StrategyResult]) -> String {
        if !feature.isEnabled { return "the flag's switch, which is off" }
        if feature.isBroken { return "a part of the flag that can't be read" }
        if let unmetDependency { return unmetDependency }
        if strategies.isEmpty { return "the flag's switch, which is on, because the flag has no strategies" }
        let last = strategies.firstIndex { $0.result.outcome == .holds } ?? strategies.endIndex
        let candidates = strategies.enumerated().prefix(last + 1).filter { $1.result.outcome != .doesNotHold }
        if candidates.isEmpty {
            return "the strategies, none of which applies (\(strategies.map(\.text).joined(separator: "; ")))"
        }
        return candidates.map { index, strategy in
            "strategy \(index + 1) of \(strategies.count), \(strategy.text)"
        }.joined(separator: ", and otherwise ")
    }

    private func result(
        of strategy: Strategy, in feature: Feature, for context: EvaluationContext
    ) -> StrategyResult.TestResult {
        var single = feature
        (single.isEnabled, single.isBroken, single.parents, single.strategies) = (true, false, [], [strategy])
        // Segments use the book's field numbers.
        var fields = book.fields
        var compiler = book.compiler()
        let rules = compiler.rules(of: single, parents: [:], fields: &fields)
        guard let compiled = rules.strategies.first else {
            let why = compiler.reader.diagnostics.diagnostics.first?.message ?? "it's turned off or can't be read"
            return .init(.doesNotHold, "doesn't apply: \(why.hasSuffix(".") ? String(why.dropLast()) : why)")
        }
        let values = values(of: context, fields.items)
        for number in compiled.constraints where !rules.constraints.isMet(number, for: values) {
            let constraint = strategy.constraints.indices.contains(number) ? strategy.constraints[number] : nil
            let what = constraint.map { "its constraint \(number + 1) on \($0.field)" } ?? "its list of values"
            return .init(.doesNotHold, "\(what) isn't met")
        }
        for number in compiled.segments where !rules.segments[number].hold(for: values) {
            return .init(.doesNotHold, "its segment \(strategy.segments[number]) isn't met")
        }
        return compiled.test.result(for: values, by: rules)
    }
}

/// The result of testing a strategy for a context.
private struct StrategyResult {
    enum Outcome {
        case holds, doesNotHold
        /// A random value determines the result for each snapshot.
        case random
    }

    /// The result as a value and as text.
    struct TestResult {
        let outcome: Outcome
        let text: String

        init(_ outcome: Outcome, _ text: String) {
            self.outcome = outcome
            self.text = text
        }
    }

    let name: String
    let result: TestResult
    var text: String { "\(name): \(result.text)" }

    init(name: String, _ result: TestResult) {
        self.name = name
        self.result = result
    }
}

extension FeatureRules.Strategy.Test {
    /// Returns the result of the test for a context whose constraints are met.
    fileprivate func result(for context: ContextValues, by rules: FeatureRules) -> StrategyResult.TestResult {
        switch self {
        case .always: return .init(.holds, "applies")
        case .never: return .init(.doesNotHold, "doesn't apply")
        case .custom(let number):
            return rules.customs[number](context.context)
                ? .init(.holds, "applies") : .init(.doesNotHold, "doesn't apply")
        case .rollout(let bucket, let percent):
            if let place = bucket.stickyPlace(of: context, modulus: 100) {
                let reach = "the context has position \(place) of 100, and the rollout includes the first \(percent)"
                return Double(place) <= percent
                    ? .init(.holds, "applies: \(reach)") : .init(.doesNotHold, "doesn't apply: \(reach)")
            }
            if case .field = bucket.stickiness {
                return .init(.doesNotHold, "doesn't apply: the context doesn't have the stickiness field")
            }
            return .init(.random, "applies at random, for \(percent) of 100")
        }
    }
}
