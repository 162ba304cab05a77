// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An event that a client sends to its subscribers; the raw value is the name for `subscribe(name:callback:)`.
public enum UnleashEvent: String, CaseIterable, Sendable {
    /// The first flags were fetched; sent once in the lifetime of a client, and later subscribers receive it at once.
    case ready
    /// A later fetch changed the flags.
    case update
    /// Metrics were delivered.
    case sent
    /// Metrics could not be sent. The payload is a ``PollerError``.
    case error
    /// A flag with impression data was read; the payload is an ``ImpressionEvent``.
    case impression
}
