// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How several providers are combined: their names in order, and the rule.
///
/// Travels with the merged snapshots, so that an explanation can ask the rule again.
final class Combination: Sendable {
    let names: [String]
    let rule: any MergeRule

    init(names: [String], rule: any MergeRule) {
        self.names = names
        self.rule = rule
    }

    /// What the children of a merged snapshot say about a flag.
    func question(_ key: String, in snapshot: FlagSnapshot) -> MergeQuestion {
        MergeQuestion(
            key: key, context: snapshot.context, names: names,
            answers: names.map { name in
                guard let part = snapshot.parts[name] else {
                    return .failed(FlagError(.providerNotReady, "The provider '\(name)' has no flags."))
                }
                return part.table[key].map { .flag($0) } ?? (part.absence == .off ? .off : .notFound)
            })
    }
}
