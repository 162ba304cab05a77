// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What came of one request of a polling loop.
public enum PollingOutcome: Sendable, Hashable {
    /// The server sent a body (200).
    case modified(HTTPResponse)
    /// What the consumer accepted last is still what the server has (304).
    case notModified(HTTPResponseHead)
    /// There is no news; the next request comes after the duration, or never by itself when it is nil.
    case failed(Problem, retryAfter: Duration?)

    /// Why there is no news.
    public enum Problem: Error, Sendable, Hashable {
        /// The server answered with this head, whose status is neither 200 nor an expected 304.
        case status(HTTPResponseHead)
        /// There was no answer.
        case transport(TransportError)
    }
}
