// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How several providers are combined for one context: their names in order, and the rule.
///
/// Travels with the merged snapshots, so that an explanation can ask the rule again.
final class Combination: SnapshotMerge {
    let names: [String]
    let rule: any MergeRule
    /// The digest of the context's identity, for stable shares.
    let identity: String

    init(names: [String], rule: any MergeRule, identity: String) {
        self.names = names
        self.rule = rule
        self.identity = identity
    }

    /// The answers of a merged snapshot's children for a flag.
    func question(_ key: String, in snapshot: FlagSnapshot) -> MergeQuestion {
        MergeQuestion(
            key: key, context: snapshot.context, identity: identity, names: names,
            answers: names.map { name in
                guard let part = snapshot.parts[name] else {
                    return .failed(FlagError(.providerNotReady, "The provider '\(name)' has no flags."))
                }
                return part.answer(about: key, hash: KeyHash.of(key))
            })
    }

    func decision(about key: String, in snapshot: FlagSnapshot) -> MergeDecision {
        let question = question(key, in: snapshot)
        return MergeDecision(
            rule: rule.name, facts: rule.facts(about: key), answers: zip(names, question.answers).map { ($0, $1) },
            verdict: rule.verdict(question))
    }
}
