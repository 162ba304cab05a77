// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The provider whose result for a flag counts.
public enum StrategyResult: Sendable, Hashable {
    /// The provider with this index, counted from 0.
    case child(Int)
    /// No provider, because the flag is unknown.
    case notFound
    /// No provider, because a required one failed.
    case failure
}
