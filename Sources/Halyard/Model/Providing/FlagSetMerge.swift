// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The merge of a flag set's parts, for explanations, and for flags that no part lists.
protocol FlagSetMerge: Sendable {
    /// A Boolean value that indicates whether all parts have flags.
    var isComplete: Bool { get }
    /// A Boolean value that indicates whether absence can mean something other than "unknown" for some flag.
    var isMixed: Bool { get }

    /// Returns the result for a flag that no part of a flag set lists.
    func absenceAnswer(about key: String, hash: UInt64, in flagSet: FlagSet) -> ChildResult

    /// Returns the merge of the same parts for another context.
    ///
    /// - Parameters:
    ///   - parts: The parts for that context.
    ///   - elsewhere: The parts that have flags only for the previous context.
    func moving(to context: EvaluationContext, _ parts: [String: FlagSet], elsewhere: Set<String>)
        -> any FlagSetMerge

    /// Returns a response for a context, merged again with other parts.
    func merging(_ parts: [String: FlagSet], of answer: FlagSet) -> FlagSet

    /// Returns the decision about a flag from the parts of a flag set.
    func decision(about key: String, in flagSet: FlagSet) -> MergeDecision

    /// Returns the reason why a provider has no flags, if it's known.
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
