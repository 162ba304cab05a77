// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a follower of a client sees: the newest state, and what changed for it since the update before.
///
/// A slow follower gets one update for everything that happened meanwhile: the newest state and one merged change set.
public struct FlagUpdate: Sendable {
    let published: Published
    /// What changed since the update before; empty in the first one and when only the status changed.
    public let changes: ChangeSet

    /// Status, flags and error, which are always consistent.
    public var state: FlagClient.State { published.state }
}
