// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What became of a request that was sent for its effect.
public enum Delivery: Sendable, Hashable {
    /// The server took it (2xx).
    case delivered(HTTPResponse)
    /// The server will never take it.
    case dropped(HTTPResponseHead)
    /// The last attempt failed, but a later one might not.
    case failed(Problem)

    /// Why an attempt failed.
    public enum Problem: Error, Sendable, Hashable {
        /// The server answered with a status that may pass.
        case status(HTTPResponseHead)
        /// There was no answer.
        case transport(TransportError)
    }
}
