// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's latest state, with the changes since the previous update.
///
/// ```swift
/// for await update in flags.updates {
///     print(update.state.status, update.changes.keys)
/// }
/// ```
/// A slow reader gets one update for everything that happened in the meantime: the latest state and one merged change set.
public struct FlagUpdate: Sendable {
    let published: Published
    /// The changes since the previous update, which are empty in the first update and if only the status changed.
    public let changes: ChangeSet

    /// The status, the flags, and the error, which are always consistent.
    public var state: FlagClient.State { published.state }

    /// A snapshot of the update's flags.
    ///
    /// A snapshot from the client can already be newer than the update.
    public var snapshot: FlagSnapshot { FlagSnapshot(published) }
}
