// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Moves a growing share of the identities from one provider to another.
///
/// ```swift
/// let percentage = Percentage(old: "launchdarkly", new: "unleash", percent: 10)
/// ```
/// An identity's place is a stable hash of its key: one that has moved stays moved while the share grows, in every run of
/// the app and on every machine. For people without a key, the device's key is used (``AnonymousKey``). A ``Migration`` to
/// the same provider moves the same identities first.
public struct Percentage: MergeRule {
    /// The rule's name.
    public let name = "percentage"
    /// The provider that answers for identities that have not moved.
    public let old: String
    /// The provider that answers for those that have; where it does not know the flag or fails, the old one answers.
    public let new: String
    /// The percentage of identities that have moved, from 0 to 100.
    public let percent: Double
    /// What else the place depends on; by default, the name of the new provider.
    public let seed: String

    /// Makes the rule; below 0 percent counts as 0, above 100 as 100.
    public init(old: String, new: String, percent: Double, seed: String? = nil) {
        self.old = old
        self.new = new
        self.percent = percent
        self.seed = seed ?? new
    }

    /// The new provider for identities that have moved, otherwise the old one.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        let hasMoved = StableShare.place(of: question.identity, seed: seed) * 100 < percent
        return question.firstSuccessful(among: hasMoved ? [new, old] : [old])
    }

    /// Checks that both providers exist.
    public func problem(among names: [String]) -> String? { missing([old, new], among: names) }

    /// The old provider, until all identities have moved.
    public func soleSources(among names: [String]) -> Set<String> { percent < 100 ? [old] : [] }
}
