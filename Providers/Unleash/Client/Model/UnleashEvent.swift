// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An event that a client sends to its subscribers; the raw value is the name for `subscribe(name:callback:)`.
public enum UnleashEvent: String, CaseIterable, Sendable {
    /// The client was created and its bootstrap is in place; later subscribers receive it at once.
    case initialized
    /// The first flags were fetched; sent once in the lifetime of a client, and later subscribers receive it at once.
    case ready
    /// A later fetch changed the flags.
    case update
    /// Metrics were delivered.
    case sent
    /// Flags could not be fetched or metrics could not be sent; the payload is a ``PollerError``.
    case error
    /// A flag with impression data was read; the payload is an ``ImpressionEvent``.
    case impression
    /// The service answered a request for flags after an earlier one had failed.
    case recovered
}
