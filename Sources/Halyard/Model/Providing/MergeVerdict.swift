// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Whose answer about a flag counts.
public enum MergeVerdict: Sendable, Hashable {
    /// That of the provider with this number, counted from 0.
    case child(Int)
    /// Nobody's: the flag is unknown.
    case notFound
    /// Nobody's: one that had to be asked could not say.
    case failure
}
