// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Which provider's answer about a flag counts.
public enum StrategyResult: Sendable, Hashable {
    /// That of the provider with this index, counted from 0.
    case child(Int)
    /// No provider's: the flag is unknown.
    case notFound
    /// No provider's: one that had to be asked failed.
    case failure
}
