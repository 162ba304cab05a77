// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Moves a growing share of the identities from one provider to another.
///
/// An identity's place is a stable hash of its key: who moved stays moved while the share grows, in every run of the app
/// and on every machine. For people without a key the device's stands in (``AnonymousKey``). A ``Migration`` to the same
/// provider moves the same identities first.
public struct Percentage: MergeRule {
    /// The rule's name.
    public let name = "percentage"
    /// Who answers those who have not moved.
    public let old: String
    /// Who answers those who have; what it does not know or cannot say, the old one answers.
    public let new: String
    /// How many of a hundred identities have moved, from 0 to 100.
    public let percent: Double
    /// What else the place depends on; the name of the new provider unless it is given.
    public let seed: String

    /// Makes the rule; below 0 percent counts as 0, above 100 as 100.
    public init(old: String, new: String, percent: Double, seed: String? = nil) {
        self.old = old
        self.new = new
        self.percent = percent
        self.seed = seed ?? new
    }

    /// The new one for those who have moved, or else the old one.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        let hasMoved = StableShare.place(of: question.identity, seed: seed) * 100 < percent
        return question.firstSuccessful(among: hasMoved ? [new, old] : [old])
    }

    /// Whether both are there.
    public func problem(among names: [String]) -> String? { missing([old, new], among: names) }
}
