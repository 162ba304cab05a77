// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Asks the providers in order, and the next one only when the one before does not know the flag; an error is the result
/// (OpenFeature, Appendix A).
public struct FirstMatch: MergeRule {
    /// The rule's name.
    public let name = "firstMatch"

    /// Makes the rule.
    public init() {}

    /// The first one that knows the flag, unless one before it could not say.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { question.firstMatch() }
}

/// Asks the providers in order until one has decided; an error counts only when nobody has (OpenFeature, Appendix A).
public struct FirstSuccessful: MergeRule {
    /// The rule's name.
    public let name = "firstSuccessful"

    /// Makes the rule.
    public init() {}

    /// The first one that decided.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { question.firstSuccessful() }
}
