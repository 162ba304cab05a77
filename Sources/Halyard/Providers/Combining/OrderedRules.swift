// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Asks the providers in order, each one only when the previous one does not know the flag; an error is the result
/// (OpenFeature, Appendix A).
public struct FirstMatch: MergeRule {
    /// The rule's name.
    public let name = "firstMatch"

    /// Makes the rule.
    public init() {}

    /// The first one that knows the flag, unless an earlier one failed.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { question.firstMatch() }

    /// The first provider, whose error is the result for every flag.
    public func soleSources(among names: [String]) -> Set<String> { Set(names.prefix(1)) }
}

/// Asks the providers in order until one has decided; an error counts only when none has (OpenFeature, Appendix A).
public struct FirstSuccessful: MergeRule {
    /// The rule's name.
    public let name = "firstSuccessful"

    /// Makes the rule.
    public init() {}

    /// The first one that decided.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { question.firstSuccessful() }
}
