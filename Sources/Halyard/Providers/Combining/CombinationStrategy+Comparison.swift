// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension CombinationStrategy {
    /// Chooses one provider, and compares its results with the results of the other providers.
    ///
    /// ```swift
    /// let comparison = CombinationStrategy.comparison(primary: "launchdarkly", sampling: 0.1)
    /// ```
    /// Differences go into a ``ParityReport``. They are counted when flags change, not when a flag is read. The flags
    /// of a snapshot for a context other than the client's (``FlagClient/snapshot(for:)``) don't change, so the first
    /// read of each flag compares it. The other providers never affect the app, neither with their values nor with
    /// their errors.
    ///
    /// - Parameters:
    ///   - primary: The provider whose result counts, by default the first provider.
    ///   - sampling: The share of flags and identities whose results are compared, from 0 to 1. Other numbers are
    ///     clamped.
    public static func comparison(primary: String? = nil, sampling: Double = 1) -> CombinationStrategy {
        var strategy = CombinationStrategy(builtIn: "comparison") { input in
            input.firstMatch(among: [primary ?? input.names.first ?? ""])
        }
        strategy.compare = { input in
            guard let index = primary.map({ input.names.firstIndex(of: $0) }) ?? 0, input.isSampled(sampling) else {
                return nil
            }
            return CombinationStrategy.ComparedChildren(
                primary: index, others: input.names.indices.filter { $0 != index })
        }
        strategy.problem = { missing(primary.map { [$0] } ?? [], among: $0) }
        strategy.soleSources = { names in Set([primary ?? names.first].compactMap(\.self)) }
        strategy.usesShares = true
        return strategy
    }
}
