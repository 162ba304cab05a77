// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyRules {
    /// Returns the results of the prerequisites and rules, and the part that determines the value, for explanations.
    ///
    /// It's slow, because it reads the flag again and tests each part separately.
    func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue] {
        let values = values(of: context)
        guard values.isValid else { return ["determinedBy": "the context, which LaunchDarkly doesn't accept"] }
        guard let flag = book.flag(place) else { return [:] }
        var explainer = LocalExplainer(flag, book.flags.rules[place], values, self)
        let cause = explainer.cause()
        var facts: [String: FlagValue] = ["determinedBy": .string(cause)]
        if !explainer.prerequisites.isEmpty { facts["prerequisites"] = .array(explainer.prerequisites) }
        if !explainer.rules.isEmpty { facts["rules"] = .array(explainer.rules) }
        if explainer.visits.usesBigSegment { facts["bigSegments"] = "not configured" }
        return facts
    }
}

/// Evaluates a flag for a context part by part.
private struct LocalExplainer {
    /// The results of the tested prerequisites and rules.
    private(set) var prerequisites: [FlagValue] = []
    private(set) var rules: [FlagValue] = []
    private(set) var visits = Visits()
    private let flag: LocalFlag
    private let compiled: CompiledFlag
    private let context: LocalValues
    private let all: LaunchDarklyRules

    init(_ flag: LocalFlag, _ compiled: CompiledFlag, _ context: LocalValues, _ all: LaunchDarklyRules) {
        self.flag = flag
        self.compiled = compiled
        self.context = context
        self.all = all
    }

    /// Returns the part that determines the flag's value.
    mutating func cause() -> String {
        if !flag.isOn { return "the flag's switch, which is off" }
        if let cause = failedPrerequisite() { return cause }
        if let target = compiled.target(for: context) {
            return "a list of keys, which includes the context\(variation(compiled.targets[target].outcome))"
        }
        for (index, rule) in flag.rules.enumerated() {
            let name = "rule \(index + 1) of \(flag.rules.count)\(rule.id.map { " (\"\($0)\")" } ?? "")"
            let result = result(of: rule, compiled.rules[index])
            rules.append(.string("\(name) \(result.text)"))
            switch result.isMet {
            case nil: return "\(name), which \(result.text)"
            case true?:
                return "\(name), which \(result.text)\(serving(compiled.rules[index].result, rule.result.rollout))"
            case false?: break
            }
        }
        let serving = serving(compiled.fallthrough, flag.fallthrough.rollout)
        if rules.isEmpty { return "the default rule\(serving)" }
        let results = rules.compactMap { String(flagValue: $0) }.joined(separator: "; ")
        return "the default rule, because no other rule applies (\(results))\(serving)"
    }

    private mutating func failedPrerequisite() -> String? {
        for (index, prerequisite) in flag.prerequisites.enumerated() {
            let isMet = compiled.isMet(compiled.prerequisites[index], for: context, in: all, &visits)
            let problem = isMet == true ? nil : problem(with: prerequisite, isMalformed: isMet == nil)
            prerequisites.append(.string("\(prerequisite.key): \(problem ?? "met")"))
            if let problem { return "the prerequisite \"\(prerequisite.key)\", which \(problem)" }
        }
        return nil
    }

    private func problem(with prerequisite: LocalFlag.Prerequisite, isMalformed: Bool) -> String {
        guard let needed = all.book.flags[prerequisite.key] else { return "is unknown" }
        if isMalformed { return visits.isOverLimit ? Visits.limitExcess : "depends on a malformed part" }
        if !needed.isOn { return "is off" }
        var visits = Visits()
        let number = needed.number(for: context, in: all, &visits)
        let served =
            number < 0 || needed.variations[number] < 0 ? "no variation" : "variation \(needed.variations[number])"
        return "serves \(served) instead of \(prerequisite.variation)"
    }

    // MARK: Rules

    /// Returns whether the context meets a rule, and a verb with the reason.
    private mutating func result(
        of rule: LocalFlag.Rule, _ compiledRule: CompiledFlag.Rule
    ) -> (isMet: Bool?, text: String) {
        var segments: [String] = []
        for (number, clause) in zip(compiledRule.clauses, rule.clauses) {
            let index = number - compiledRule.clauses.lowerBound + 1
            let isMet = compiled.clauses.isMet(number, for: context, in: all, &visits)
            if isMet == nil {
                let cause = clause.isAboutSegments ? "a malformed segment" : "a malformed attribute"
                let why = visits.isOverLimit ? "a segment that \(Visits.limitExcess)" : cause
                return (nil, "has no result, because its clause \(index) has \(why)")
            }
            let memberships = memberships(of: clause)
            if isMet == false {
                let subject = clause.isAboutSegments ? "" : " on \(clause.attribute)"
                let why = memberships.isEmpty ? "" : ": \(memberships.joined(separator: ", "))"
                return (false, "doesn't apply, because its clause \(index)\(subject) isn't met\(why)")
            }
            segments += memberships
        }
        return (true, "applies\(segments.isEmpty ? "" : " (\(segments.joined(separator: ", ")))")")
    }

    /// Returns whether the segments of a clause contain the context.
    private func memberships(of clause: LocalClause) -> [String] {
        clause.segments.map { key in
            guard let segment = all.book.segments[key] else { return "the segment \"\(key)\" is unknown" }
            var visits = Visits()
            guard let isIn = segment.contains(context, in: all, &visits) else {
                return "the segment \"\(key)\" is malformed"
            }
            let verb = isIn ? "contains" : "doesn't contain"
            return "the segment \"\(key)\" \(verb) the context by \(cause(of: segment))"
        }
    }

    /// Returns the part of a segment that determines whether it contains the context.
    private func cause(of segment: CompiledSegment) -> String {
        if segment.bigField == nil {
            if segment.isAny(of: segment.included, context) { return "its included keys" }
            if segment.isAny(of: segment.excluded, context) { return "its excluded keys" }
        }
        for index in segment.rules.indices {
            var visits = Visits()
            if segment.isMet(index, for: context, in: all, &visits) == true { return "its rule \(index + 1)" }
        }
        return segment.bigField == nil ? "its rules" : "its rules, because the keys of big segments aren't available"
    }

    // MARK: Variations

    private func serving(_ result: CompiledFlag.Result, _ source: Rollout?) -> String {
        switch result {
        case .outcome(let number): return variation(number)
        case .rollout(let number):
            let rollout = compiled.rollouts[number]
            let outcome = variation(compiled.number(of: result, for: context))
            guard rollout.bucket.hasPart(context) else {
                let kind = source.map { $0.kind.isEmpty ? ContextKind.user.rawValue : $0.kind } ?? ""
                return "\(outcome), because the context has no part of the rollout's kind \"\(kind)\""
            }
            let position = Int(rollout.bucket.position(of: context, compiled.bytes) * 100_000)
            return "\(outcome), because the context has position \(position) of 100000 in the rollout"
        }
    }

    private func variation(_ outcome: Int) -> String {
        switch outcome {
        case CompiledFlag.malformed: ", whose rollout is malformed"
        case ..<0: ", whose variation doesn't exist"
        default: ": variation \(compiled.variations[outcome])"
        }
    }
}
