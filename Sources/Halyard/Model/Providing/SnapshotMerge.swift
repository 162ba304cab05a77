// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How the parts of a snapshot became one; explanations ask it.
protocol SnapshotMerge: Sendable {
    /// What is decided about a flag by the parts of a snapshot.
    func decision(about key: String, in snapshot: FlagSnapshot) -> MergeDecision
}

/// What the rule of a combination decides about one flag, and by which answers.
struct MergeDecision: Sendable {
    var rule: String
    /// What the rule says about itself.
    var facts: [String: FlagValue]
    /// The providers in the rule's order, and what each says about the flag.
    var answers: [(provider: String, answer: ChildAnswer)]
    var verdict: MergeVerdict
}
