// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Compiles a flag into rules that can be tested quickly.
struct FlagCompiler {
    let flag: LocalFlag
    private let origin: Origin
    /// The reader that reads the flag, and records problems with it.
    private(set) var reader: RuleReader

    private(set) var outcomes: [EvaluatedFlag] = []
    private(set) var variations: [Int] = []
    private(set) var off = 0
    private(set) var prerequisites: [CompiledFlag.Prerequisite] = []
    private(set) var targets: [CompiledFlag.Target] = []
    private(set) var rules: [CompiledFlag.Rule] = []
    private(set) var `fallthrough` = CompiledFlag.Result.outcome(CompiledFlag.noVariation)
    private(set) var rollouts: [CompiledFlag.Rollout] = []
    private(set) var shares: [CompiledFlag.Share] = []
    private(set) var clauses = ClauseList()
    private(set) var targetKeys = TextList()
    private(set) var bytes: [UInt8] = []
    /// The flag's previous outcomes, if the version is unchanged.
    private var earlierOutcomes: [OutcomeID: EvaluatedFlag] = [:]

    /// Compiles a flag.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - origin: The origin of its values.
    ///   - earlier: The flag's previous rules. Equal outcomes keep their objects, so that their counts continue.
    ///   - references: The collection that receives the fields, flags, and segments of the rules.
    ///   - reader: The reader that reads the flag.
    init(
        _ flag: LocalFlag, origin: Origin, after earlier: CompiledFlag?, _ references: inout LocalReferences,
        _ reader: RuleReader
    ) {
        self.flag = flag
        self.origin = origin
        self.reader = reader
        // Outcomes of another version aren't equal.
        if let earlier, earlier.version == flag.version {
            for outcome in earlier.outcomes { earlierOutcomes[OutcomeID(outcome)] = outcome }
        }
        off = offOutcome(.off)
        // The rest of a flag that is off has no effect.
        if !flag.isOn { return }
        addPrerequisites(&references)
        addTargets(&references)
        for (index, rule) in flag.rules.enumerated() {
            self.reader.enter(.member("rules"))
            self.reader.enter(.element(index))
            let numbers = clauses.add(rule.clauses, &references, &self.reader)
            let result = result(of: rule.result, .rule(index, rule), &references)
            rules.append(CompiledFlag.Rule(clauses: numbers, result: result))
            self.reader.leave()
            self.reader.leave()
        }
        self.reader.enter(.member("fallthrough"))
        `fallthrough` = result(of: flag.fallthrough, .fallthrough, &references)
        self.reader.leave()
    }

    // MARK: Parts

    private mutating func addPrerequisites(_ references: inout LocalReferences) {
        for (index, prerequisite) in flag.prerequisites.enumerated() {
            prerequisites.append(
                CompiledFlag.Prerequisite(
                    flag: references.flags.number(of: prerequisite.key), variation: prerequisite.variation,
                    failure: offOutcome(.prerequisiteFailed(index))))
        }
    }

    private mutating func addTargets(_ references: inout LocalReferences) {
        var outcomes: [Int: Int] = [:]
        let isByUser = flag.contextTargets.isEmpty
        for (index, target) in (isByUser ? flag.targets : flag.contextTargets).enumerated() {
            var keys = target.keys
            // An entry for users represents the first list of users with the same variation.
            if !isByUser, target.kind.isEmpty || target.kind == ContextKind.user.rawValue {
                keys = flag.targets.first { $0.variation == target.variation }?.keys ?? []
            }
            if keys.isEmpty { continue }
            let variation = target.variation ?? CompiledFlag.noVariation
            let outcome =
                outcomes[variation]
                ?? outcome(
                    target.variation, .target,
                    at: [isByUser ? "targets" : "contextTargets", String(index), "variation"])
            outcomes[variation] = outcome
            let field = references.fields.number(of: .key(of: isByUser ? "" : target.kind))
            targets.append(CompiledFlag.Target(field: field, keys: targetKeys.add(keys), outcome: outcome))
        }
    }

    private mutating func result(
        of serving: Serving, _ reason: LocalReason, _ references: inout LocalReferences
    ) -> CompiledFlag.Result {
        if serving.variation != nil {
            return .outcome(outcome(serving.variation, reason, at: ["variation"]))
        }
        guard let rollout = serving.rollout, !rollout.shares.isEmpty else {
            reader.add(
                "There's neither a variation nor a rollout, so the flag has no value here.",
                suggestion: "Add a \"variation\".")
            return .outcome(CompiledFlag.noVariation)
        }
        reader.enter(.member("rollout"))
        defer { reader.leave() }
        return self.result(of: rollout, reason, &references)
    }

    private mutating func result(
        of rollout: Rollout, _ reason: LocalReason, _ references: inout LocalReferences
    ) -> CompiledFlag.Result {
        let start = bytes.count
        bytes += (rollout.seed.map { "\($0)." } ?? "\(flag.key).\(flag.salt).").utf8
        let attribute =
            rollout.isExperiment ? nil : LaunchDarklyReference(attribute: rollout.attribute, kind: rollout.kind)
        let prefix = start..<bytes.count
        guard let bucket = references.bucket(attribute, kind: rollout.kind, prefix: prefix, &reader) else {
            return .outcome(CompiledFlag.malformed)
        }
        let first = shares.count
        var end = 0.0
        var outcomes: [ShareKind: Int] = [:]
        for (index, share) in rollout.shares.enumerated() {
            end += Double(share.weight) / 100_000
            let isInExperiment = rollout.isExperiment && !share.isUntracked
            func number(of kind: ShareKind) -> Int {
                if let known = outcomes[kind] { return known }
                let reason = kind.isInExperiment ? reason.inExperiment : reason
                let number = outcome(
                    kind.variation, reason, at: ["variations", String(index), "variation"])
                outcomes[kind] = number
                return number
            }
            let usual = number(of: ShareKind(share.variation, isInExperiment))
            let isUsable = usual != CompiledFlag.noVariation
            shares.append(
                CompiledFlag.Share(
                    end: end, outcome: usual,
                    outcomeWithoutPart: isUsable ? number(of: ShareKind(share.variation, false)) : usual))
        }
        rollouts.append(
            CompiledFlag.Rollout(
                bucket: bucket, isExperiment: rollout.isExperiment, shares: first..<shares.count))
        return .rollout(rollouts.count - 1)
    }

    /// The outcome of a part of a rollout.
    private struct ShareKind: Hashable {
        let variation: Int
        let isInExperiment: Bool

        init(_ variation: Int, _ isInExperiment: Bool) {
            self.variation = variation
            self.isInExperiment = isInExperiment
        }
    }

    // MARK: Outcomes

    private struct OutcomeID: Hashable {
        let variant: String?
        let reason: FlagValue?

        init(_ outcome: EvaluatedFlag) {
            variant = outcome.variant
            reason = outcome.metadata[LocalReason.fact]
        }
    }

    private mutating func offOutcome(_ reason: LocalReason) -> Int {
        outcome(flag.offVariation, reason, at: ["offVariation"], isOptional: true)
    }

    /// Adds an outcome and returns its number.
    ///
    /// - Parameters:
    ///   - variation: The index of the variation, or `nil` for none.
    ///   - reason: The reason for the outcome.
    ///   - path: The path from the current part to the index.
    ///   - isOptional: A Boolean value that indicates whether the flag can be without a variation.
    private mutating func outcome(
        _ variation: Int?, _ reason: LocalReason, at path: @autoclosure () -> [String], isOptional: Bool = false
    ) -> Int {
        if let variation, !flag.variations.indices.contains(variation) {
            reader.add(
                "The flag has no variation \(variation), so it has no value here.", at: path(),
                suggestion: "Use an index from 0 to \(max(flag.variations.count - 1, 0)).")
            return CompiledFlag.noVariation
        }
        if variation == nil, !isOptional {
            reader.add("There's no variation, so the flag has no value here.", at: path(), suggestion: "Add an index.")
            return CompiledFlag.noVariation
        }
        let new = flag.outcome(variation, reason, origin: origin)
        let earlier = earlierOutcomes.isEmpty ? nil : earlierOutcomes[OutcomeID(new)]
        outcomes.append(earlier.flatMap { $0.isEqual(to: new) ? $0 : nil } ?? new)
        variations.append(variation ?? -1)
        return outcomes.count - 1
    }
}
