// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// Chooses one provider, and compares its results with the results of the other providers.
    ///
    /// ```swift
    /// let comparison = CombinationStrategy.comparison(authority: "launchdarkly", sampling: 0.1)
    /// ```
    /// Differences go into a ``ParityReport``. They are counted when flags change, not when a flag is read. In a view for a
    /// context other than the client's (``FlagClient/snapshot(for:)``), nothing changes: the first read of a flag compares it, and later
    /// reads don't. The other providers never affect the app, neither with their values nor with their errors.
    ///
    /// - Parameters:
    ///   - authority: The provider whose result counts, by default the first provider.
    ///   - sampling: The share of flags and identities whose results are compared, from 0 to 1. Other numbers count as the nearest of
    ///     the two.
    public static func comparison(authority: String? = nil, sampling: Double = 1) -> CombinationStrategy {
        var strategy = CombinationStrategy(builtIn: "comparison") { input in
            input.firstMatch(among: [authority ?? input.names.first ?? ""])
        }
        strategy.compare = { input in
            guard let index = authority.map({ input.names.firstIndex(of: $0) }) ?? 0, input.isSampled(sampling) else {
                return nil
            }
            return CombinationStrategy.ComparedChildren(
                authority: index, others: input.names.indices.filter { $0 != index })
        }
        strategy.problem = { missing(authority.map { [$0] } ?? [], among: $0) }
        strategy.soleSources = { names in Set([authority ?? names.first].compactMap(\.self)) }
        strategy.usesShares = true
        return strategy
    }
}
