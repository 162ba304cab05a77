// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension UnleashRules {
    /// For each strategy whether it holds, or what of it does not; and the same for the flags that the flag depends on.
    ///
    /// Reads the feature again, piece by piece: slow, for explanations.
    func facts(about place: Int, for context: EvaluationContext) -> [String: FlagValue] {
        guard let feature = book.feature(place) else { return [:] }
        var facts: [String: FlagValue] = [:]
        facts["strategies"] = .array(feature.strategies.map { .string(fact(about: $0, of: feature, for: context)) })
        if !feature.parents.isEmpty {
            let parents = Array(zip(feature.parents, book.rules[place].parents))
            let values = values(of: context)
            facts["dependencies"] =
                parents.isEmpty
                ? .string("a flag that this one depends on is unknown, or depends on another flag")
                : .array(parents.map { .string("\($0.name): \($1.holds(for: values) ? "holds" : "does not hold")") })
        }
        return facts
    }

    private func fact(about strategy: Strategy, of feature: Feature, for context: EvaluationContext) -> String {
        var single = feature
        (single.isEnabled, single.isBroken, single.parents, single.strategies) = (true, false, [], [strategy])
        // Segments know the book's numbers of the fields.
        var fields = book.fields
        var compiler = book.compiler()
        let rules = compiler.rules(of: single, parents: [:], fields: &fields)
        guard let compiled = rules.strategies.first else {
            let why = compiler.reader.findings.findings.first?.message ?? "it is switched off or cannot be read"
            return "\(strategy.name): does not hold: \(why)"
        }
        let values = values(of: context, fields.fields)
        for number in compiled.constraints where !rules.constraints.holds(number, for: values) {
            let constraint = strategy.constraints.indices.contains(number) ? strategy.constraints[number] : nil
            let what = constraint.map { "its constraint \(number + 1), on \($0.field)," } ?? "its list"
            return "\(strategy.name): \(what) does not hold"
        }
        for number in compiled.segments where !rules.segments[number].hold(for: values) {
            return "\(strategy.name): its segment \(strategy.segments[number]) does not hold"
        }
        return "\(strategy.name): \(compiled.test.explained(for: values, by: rules))"
    }
}

extension FeatureRules.Strategy.Test {
    /// How the test ends for a context whose constraints hold.
    fileprivate func explained(for context: ContextValues, by rules: FeatureRules) -> String {
        switch self {
        case .always: return "holds"
        case .never: return "does not hold"
        case .custom(let number): return rules.customs[number](context.context) ? "holds" : "does not hold"
        case .rollout(let bucket, let percent):
            if let place = bucket.stickyPlace(of: context, modulus: 100) {
                let outcome = Double(place) <= percent ? "holds" : "does not hold"
                return "\(outcome): the context has place \(place) of 100, and the first \(percent) hold"
            }
            if case .field = bucket.stickiness { return "does not hold: the context lacks what it is sticky on" }
            return "holds by dice, for \(percent) of 100"
        }
    }
}
