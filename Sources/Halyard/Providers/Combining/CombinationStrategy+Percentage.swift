// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// Moves a growing share of the identities from one provider to another.
    ///
    /// ```swift
    /// let percentage = CombinationStrategy.percentage(old: "launchdarkly", new: "unleash", percent: 10)
    /// ```
    /// An identity's place is a stable hash of its key. An identity that has moved stays moved while the share grows, in every run of
    /// the app and on every machine. For people without a key, the device's key is used (``CombinedProvider/AnonymousContextKey``). A
    /// ``MigrationStrategy`` to the same provider moves the same identities first.
    ///
    /// - Parameters:
    ///   - old: The provider for identities that have not moved.
    ///   - new: The provider for identities that have moved. If it doesn't have the flag or fails, the old provider's result counts.
    ///   - percent: The percentage of identities that have moved, from 0 to 100. Other numbers count as the nearest of the two.
    ///   - seed: A text that the place depends on besides the key, by default the name of the new provider.
    public static func percentage(old: String, new: String, percent: Double, seed: String? = nil) -> CombinationStrategy
    {
        var strategy = CombinationStrategy(builtIn: "percentage") { input in
            let hasMoved = StableShare.place(of: input.identity, seed: seed ?? new) * 100 < percent
            return input.firstSuccessful(among: hasMoved ? [new, old] : [old])
        }
        strategy.problem = { problem(movingFrom: old, to: new, among: $0) }
        strategy.soleSources = { _ in percent < 100 ? [old] : [] }
        strategy.usesShares = true
        return strategy
    }
}
