// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How the parts of a snapshot were merged; used by explanations, and for flags that no part lists.
protocol FlagSetMerge: Sendable {
    /// Is true if all parts have flags.
    var isComplete: Bool { get }
    /// Whether absence can mean something else than "unknown" for some flag.
    var isMixed: Bool { get }

    /// What it means that no part of a snapshot lists a flag.
    func absenceAnswer(about key: String, hash: UInt64, in flagSet: FlagSet) -> ChildResult

    /// How the same parts are merged for another context.
    ///
    /// - Parameters:
    ///   - parts: The parts for that context.
    ///   - elsewhere: The parts that have flags for the context before only.
    func moving(to context: EvaluationContext, _ parts: [String: FlagSet], elsewhere: Set<String>)
        -> any FlagSetMerge

    /// What the parts of a snapshot decide about a flag.
    func decision(about key: String, in flagSet: FlagSet) -> MergeDecision

    /// The reason why a provider has no flags, if it is known.
    func error(of provider: String) -> FlagError?
}

/// The decision of a combination's strategy about one flag, and the results that it's made from.
struct MergeDecision: Sendable {
    var strategy: String
    /// The strategy's own facts.
    var facts: [String: FlagValue]
    /// The providers in their order, and the result of each one.
    var answers: [(provider: String, answer: ChildResult)]
    var result: StrategyResult
}
