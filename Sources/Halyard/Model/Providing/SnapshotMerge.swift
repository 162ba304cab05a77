// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How the parts of a snapshot were merged; used by explanations, and for flags that no part lists.
protocol SnapshotMerge: Sendable {
    /// True if all parts have flags.
    var isComplete: Bool { get }
    /// Whether absence can mean something else than "unknown" for some flag.
    var isMixed: Bool { get }

    /// What it means that no part of a snapshot lists a flag.
    func absenceAnswer(about key: String, hash: UInt64, in snapshot: FlagSnapshot) -> ChildAnswer

    /// How the same parts are merged for another context.
    ///
    /// - Parameters:
    ///   - parts: The parts for that context.
    ///   - elsewhere: The parts that have flags for the context before only.
    func moving(to context: EvaluationContext, _ parts: [String: FlagSnapshot], elsewhere: Set<String>)
        -> any SnapshotMerge

    /// What the parts of a snapshot decide about a flag.
    func decision(about key: String, in snapshot: FlagSnapshot) -> MergeDecision
}

/// What the rule of a combination decides about one flag, and from which answers.
struct MergeDecision: Sendable {
    var rule: String
    /// Facts that the rule reports about itself.
    var facts: [String: FlagValue]
    /// The providers in the rule's order, and each one's answer about the flag.
    var answers: [(provider: String, answer: ChildAnswer)]
    var verdict: MergeVerdict
}
