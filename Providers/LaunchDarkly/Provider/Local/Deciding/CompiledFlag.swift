// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Evaluates one flag with compiled rules.
///
/// It's a class, so that a change of one flag doesn't affect other flags. The elements of its lists contain no references, because
/// each read would count the references.
final class CompiledFlag: CompiledRules {
    /// The keys of the contexts with one variation.
    struct Target: Sendable {
        let field: Int
        let keys: Range<Int>
        let outcome: Int
    }

    struct Rule: Sendable {
        let clauses: Range<Int>
        let result: Result
    }

    enum Result: Sendable {
        case outcome(Int)
        /// The number of a rollout.
        case rollout(Int)
    }

    struct Rollout: Sendable {
        let bucket: LocalBucket
        let isExperiment: Bool
        let shares: Range<Int>
    }

    /// A part of a rollout.
    struct Share: Sendable {
        /// The end of its positions, which doesn't belong to it.
        let end: Double
        let outcome: Int
        /// The outcome for a context that has no part of an experiment's kind.
        let outcomeWithoutPart: Int
    }

    struct Prerequisite: Sendable {
        /// The number of the flag's key.
        let flag: Int
        let variation: Int
        /// The outcome if the flag has another variation.
        let failure: Int
    }

    /// The number of the outcome of a flag that serves a variation that doesn't exist.
    static let noVariation = -1
    /// The number of the outcome of a malformed part, which also applies to all flags that need it.
    static let malformed = -2

    /// The flag's JSON.
    let text: String
    let key: String
    let version: Int64?
    let isOn: Bool
    let isForBrowsers: Bool
    let isForMobileApps: Bool
    /// The facts that LaunchDarkly's events need for each result.
    let eventFacts: [String: FlagValue]
    /// The unique results that the flag can have, except for errors.
    let outcomes: [EvaluatedFlag]
    /// The variation of each outcome, or -1 for none.
    let variations: [Int]
    let off: Int
    let prerequisites: [Prerequisite]
    let targets: [Target]
    let rules: [Rule]
    let `fallthrough`: Result
    let rollouts: [Rollout]
    let shares: [Share]
    let clauses: ClauseList
    let targetKeys: TextList
    /// The prefixes of the rollouts.
    let bytes: [UInt8]

    init(_ compiler: FlagCompiler) {
        text = compiler.flag.text
        key = compiler.flag.key
        version = compiler.flag.version
        isOn = compiler.flag.isOn
        isForBrowsers = compiler.flag.isForBrowsers
        isForMobileApps = compiler.flag.isForMobileApps
        eventFacts = compiler.flag.eventFacts
        outcomes = compiler.outcomes
        variations = compiler.variations
        off = compiler.off
        prerequisites = compiler.prerequisites
        targets = compiler.targets
        rules = compiler.rules
        `fallthrough` = compiler.fallthrough
        rollouts = compiler.rollouts
        shares = compiler.shares
        clauses = compiler.clauses
        targetKeys = compiler.targetKeys
        bytes = compiler.bytes
    }

    /// The numbers of the fields that the flag uses, with repetitions.
    var fields: [Int] {
        clauses.fields + targets.map(\.field) + rollouts.flatMap { [$0.bucket.field, $0.bucket.part] }
    }

    // MARK: Evaluating

    /// Returns the number of the outcome for a context.
    func number(for context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits) -> Int {
        if !isOn { return off }
        for prerequisite in prerequisites {
            guard let isMet = isMet(prerequisite, for: context, in: rules, &visits) else { return Self.malformed }
            if !isMet { return prerequisite.failure }
        }
        if let target = target(for: context) { return targets[target].outcome }
        for index in self.rules.indices {
            let rule = self.rules[index]
            guard let hold = clauses.areMet(rule.clauses, for: context, in: rules, &visits) else {
                return Self.malformed
            }
            if hold { return number(of: rule.result, for: context) }
        }
        return number(of: `fallthrough`, for: context)
    }

    /// Returns whether a prerequisite is on and has the required variation, or `nil` if a part that it needs is malformed.
    func isMet(
        _ prerequisite: Prerequisite, for context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits
    ) -> Bool? {
        rules.withFlag(prerequisite.flag) { flag in
            guard flag.isOn else { return false }
            guard visits.enter() else { return nil }
            let number = flag.number(for: context, in: rules, &visits)
            visits.leave()
            if number == Self.malformed { return nil }
            return number >= 0 && prerequisite.variation >= 0 && flag.variations[number] == prerequisite.variation
        }
    }

    /// Returns the index of the first list of targets that contains a context, or `nil` if there's none.
    func target(for context: LocalValues) -> Int? {
        for index in targets.indices {
            if case .text(let key) = context.values[targets[index].field],
                targetKeys.contains(key, of: context.texts, in: targets[index].keys)
            {
                return index
            }
        }
        return nil
    }

    func number(of result: Result, for context: LocalValues) -> Int {
        switch result {
        case .outcome(let number): return number
        case .rollout(let number):
            let rollout = rollouts[number]
            let share = shares[share(of: rollout, at: rollout.bucket.position(of: context, bytes))]
            let isOutside = rollout.isExperiment && !rollout.bucket.hasPart(context)
            return isOutside ? share.outcomeWithoutPart : share.outcome
        }
    }

    /// Returns the index of the share that contains a position, or of the last share if none does.
    func share(of rollout: Rollout, at position: Double) -> Int {
        for index in rollout.shares where position < shares[index].end { return index }
        return rollout.shares.upperBound - 1
    }
}
