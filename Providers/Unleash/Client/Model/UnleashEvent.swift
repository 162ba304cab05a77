// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An event that a client sends to its subscribers.
///
/// The raw value is the name for `subscribe(name:callback:)`.
public enum UnleashEvent: String, CaseIterable, Sendable {
    /// The first flags were fetched.
    ///
    /// A client sends this event once. Later subscribers receive it immediately.
    case ready
    /// A later fetch changed the flags.
    case update
    /// Metrics were delivered.
    case sent
    /// Metrics couldn't be sent.
    ///
    /// The payload is a ``PollerError``.
    case error
    /// A flag with impression data was read.
    ///
    /// The payload is an ``ImpressionEvent``.
    case impression
}
