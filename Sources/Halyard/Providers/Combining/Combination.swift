// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How several providers are combined for one context: their names in order, and the rule.
///
/// Travels with the merged snapshots, so that an explanation can ask the rule again.
final class Combination: Sendable {
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
    func question(_ key: String, hash: UInt64, in snapshot: FlagSnapshot) -> MergeQuestion {
        MergeQuestion(
            key: key, context: snapshot.context, identity: identity, names: names,
            answers: names.map { name in
                snapshot.parts[name]?.answer(about: key, hash: hash)
                    ?? .failed(FlagError(.providerNotReady, "The provider '\(name)' has no flags."))
            })
    }
}

/// A combination, and what absence means in the snapshots of its children.
struct MergedParts: SnapshotMerge {
    let combination: Combination
    let isMixed: Bool

    /// - Parameter parts: The children's snapshots by name; a child without flags has none.
    init(_ combination: Combination, _ parts: [String: FlagSnapshot]) {
        self.combination = combination
        isMixed =
            parts.count < combination.names.count
            || parts.values.contains { $0.absence == .off || $0.merge?.isMixed == true }
    }

    func absenceAnswer(about key: String, hash: UInt64, in snapshot: FlagSnapshot) -> ChildAnswer {
        let question = combination.question(key, hash: hash, in: snapshot)
        switch combination.rule.verdict(question) {
        case .child(let index) where question.answers.indices.contains(index):
            if case .flag = question.answers[index] { return .notFound }
            return question.answers[index]
        case .failure:
            return .failed(snapshot.missingError ?? question.firstError ?? .undecided)
        case .child, .notFound:
            return .notFound
        }
    }

    func decision(about key: String, in snapshot: FlagSnapshot) -> MergeDecision {
        let rule = combination.rule
        let question = combination.question(key, hash: KeyHash.of(key), in: snapshot)
        return MergeDecision(
            rule: rule.name, facts: rule.facts(about: key),
            answers: zip(combination.names, question.answers).map { ($0, $1) }, verdict: rule.verdict(question))
    }
}

extension MergeQuestion {
    /// The first error among the answers.
    fileprivate var firstError: FlagError? {
        for case .failed(let error) in answers { return error }
        return nil
    }
}

extension FlagError {
    fileprivate static let undecided = FlagError(
        .providerNotReady, "The rule of the combination needs a provider that has no flags. Wait for it.")
}

extension FlagSnapshot {
    /// The snapshot with the rules that its parts were merged by, which are not stored.
    func merged(by provider: any FlagProvider) async -> FlagSnapshot {
        if parts.isEmpty { return self }
        if let wrapper = provider as? any ProviderWrapper { return await merged(by: wrapper.inner) }
        guard let combined = provider as? CombinedProvider else { return self }
        var parts = parts
        for (name, part) in parts {
            guard let child = combined.children.first(where: { $0.name == name }) else { continue }
            parts[name] = await part.merged(by: child)
        }
        var result = replacing(parts: parts)
        result.merge = MergedParts(await combined.combination(for: context) { _ in }, parts)
        return result
    }
}
