// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a client tells those who subscribe; the raw value is the name for `subscribe(name:callback:)`.
public enum UnleashEvent: String, CaseIterable, Sendable {
    /// The client is made, and its bootstrap is in place. Who subscribes later gets it at once.
    case initialized
    /// The first flags were fetched. Comes once in the life of a client; who subscribes later gets it at once.
    case ready
    /// A later fetch changed the flags.
    case update
    /// Metrics were delivered.
    case sent
    /// Flags could not be fetched or metrics could not be sent; the payload is a ``PollerError``.
    case error
    /// A flag with impression data was read; the payload is an ``ImpressionEvent``.
    case impression
    /// The service answered a request for flags after one that failed.
    case recovered
}
