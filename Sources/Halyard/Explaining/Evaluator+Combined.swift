// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What a combination says about a flag: the rule first, then each provider in the rule's order.
extension Evaluator {
    func combinedSteps(_ key: String, in snapshot: FlagSnapshot, isAsked: Bool = true) -> [Explanation.Step] {
        guard let combination = snapshot.combination else { return [] }
        let question = combination.question(key, in: snapshot)
        let verdict = combination.rule.verdict(question)
        var steps = [ruleStep(combination, question, verdict, isAsked: isAsked)]
        for (index, name) in combination.names.enumerated() {
            let isServing = isAsked && verdict == .child(index)
            guard let part = snapshot.parts[name] else {
                steps.append(
                    .init(.provider, .passed, "The provider '\(name)' has no flags.", ["provider": .string(name)]))
                continue
            }
            steps += part.layers.reversed().map { step($0) }
            steps +=
                part.combination == nil
                ? [childStep(name, question.answers[index], key, part, isServing: isServing)]
                : combinedSteps(key, in: part, isAsked: isServing)
        }
        return steps
    }

    private func ruleStep(
        _ combination: Combination, _ question: MergeQuestion, _ verdict: MergeVerdict, isAsked: Bool
    ) -> Explanation.Step {
        let rule = combination.rule
        var facts: [String: FlagValue] = [
            "rule": .string(rule.name), "providers": .array(combination.names.map { .string($0) }),
        ]
        if let migration = rule as? Migration { facts["step"] = .string(migration.step(of: question.key).rawValue) }
        switch verdict {
        case .child(let index) where combination.names.indices.contains(index):
            let name = combination.names[index]
            facts["provider"] = .string(name)
            return .init(
                .rule, isAsked ? .used : .passed, "The rule \(rule.name) takes the answer of '\(name)'.", facts)
        case .failure:
            return .init(.rule, .refused, "The rule \(rule.name) needs a provider that has no flags.", facts)
        case .child, .notFound:
            return .init(.rule, .passed, "By the rule \(rule.name) no provider has the flag.", facts)
        }
    }

    private func childStep(
        _ name: String, _ answer: ChildAnswer, _ key: String, _ part: FlagSnapshot, isServing: Bool
    ) -> Explanation.Step {
        var facts: [String: FlagValue] = [
            "provider": .string(name), "flags": .int(Int64(part.table.count)),
            "confirmedAt": .string(part.confirmedAt.description),
        ]
        switch answer {
        case .flag(let flag):
            facts.merge(self.facts(of: flag, part)) { _, fact in fact }
            if let moment = part.expiresAt, time.now >= moment {
                return .init(.provider, .refused, "The flag of '\(name)' was stored, and expired at \(moment).", facts)
            }
            return .init(.provider, isServing ? .used : .passed, sentence(about: flag, facts), facts)
        case .off:
            return .init(
                .provider, isServing ? .used : .passed,
                "The provider '\(name)' lists only flags that are on, and not this one: it is off.", facts)
        case .notFound, .failed:
            return .init(.provider, .passed, "The provider '\(name)' has no flag of this name.", facts)
        }
    }
}
