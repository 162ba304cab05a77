// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Explains a flag of a combination: first the strategy, then each provider in order.
import HalyardSupport

extension Evaluator {
    func combinedSteps(_ key: String, in flagSet: FlagSet, isAsked: Bool = true) -> [Explanation.Step] {
        guard let decision = flagSet.merge?.decision(about: key, in: flagSet) else { return [] }
        var steps = [strategyStep(decision, isAsked: isAsked)]
        for (index, (name, answer)) in decision.answers.enumerated() {
            let isServing = isAsked && decision.result == .child(index)
            guard let part = flagSet.parts[name] else {
                let why = flagSet.merge?.error(of: name).map { " \($0.message)".asSentence } ?? ""
                steps.append(
                    .init(.provider, .passed, "The provider '\(name)' has no flags.\(why)", ["provider": .string(name)])
                )
                continue
            }
            steps += part.layerReports.reversed().map { step($0) }
            steps +=
                part.merge == nil
                ? [childStep(name, answer, key, part, isServing: isServing)]
                : combinedSteps(key, in: part, isAsked: isServing)
        }
        return steps
    }

    private func strategyStep(_ decision: MergeDecision, isAsked: Bool) -> Explanation.Step {
        let strategy = decision.strategy
        var facts = decision.facts
        facts["strategy"] = .string(strategy)
        facts["providers"] = .array(decision.answers.map { .string($0.provider) })
        switch decision.result {
        case .child(let index) where decision.answers.indices.contains(index):
            let name = decision.answers[index].provider
            facts["provider"] = .string(name)
            return .init(
                .strategy, isAsked ? .used : .passed, "The strategy \(strategy) uses the result of '\(name)'.", facts)
        case .failure:
            return .init(.strategy, .refused, "The strategy \(strategy) requires a provider that has no flags.", facts)
        case .child, .notFound:
            return .init(.strategy, .passed, "The strategy \(strategy) found no provider with this flag.", facts)
        }
    }

    private func childStep(
        _ name: String, _ answer: ChildResult, _ key: String, _ part: FlagSet, isServing: Bool
    ) -> Explanation.Step {
        var facts: [String: FlagValue] = [
            "provider": .string(name), "flags": .int(Int64(part.table.count)),
            "confirmedAt": .string(part.confirmedAt.description),
        ]
        switch answer {
        case .flag(let flag):
            facts.merge(self.facts(of: flag, part)) { _, fact in fact }
            let ruleFacts = part.ruleFacts(about: key, hash: flag.hash)
            facts.merge(ruleFacts) { fact, _ in fact }
            if let moment = part.expiresAt, time.now >= moment {
                return .init(.provider, .refused, "The stored flag of '\(name)' expired at \(moment).", facts)
            }
            let message = sentence(about: flag, facts) + sentence(about: ruleFacts)
            return .init(.provider, isServing ? .used : .passed, message, facts)
        case .off:
            return .init(
                .provider, isServing ? .used : .passed,
                "The provider '\(name)' lists only flags that are on. This flag isn't listed, so it's off.", facts)
        case .notFound, .failed:
            return .init(.provider, .passed, "The provider '\(name)' has no flag with this key.", facts)
        }
    }
}
