// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// Moves a growing share of the identities from one provider to another.
    ///
    /// ```swift
    /// let percentage = CombinationStrategy.percentage(old: "launchdarkly", new: "unleash", percent: 10)
    /// ```
    /// An identity's position is a stable hash of its key. While the share grows, an identity that has moved never moves back, in
    /// every run of the app and on every machine. For contexts without a key, the device's key is used
    /// (``CombinedProvider/AnonymousContextKey``). A ``MigrationStrategy`` to the same provider moves the same identities first.
    ///
    /// - Parameters:
    ///   - old: The provider for identities that have not moved.
    ///   - new: The provider for identities that have moved. If it fails or lacks the flag, the old provider's result counts.
    ///   - percent: The percentage of identities that have moved, from 0 to 100. Other numbers are clamped.
    ///   - seed: A string that affects the position in addition to the key, by default the name of the new provider.
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
