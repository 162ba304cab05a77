// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why a request did not get an answer.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened; every kind but `cancelled`, `closed` and `tooLarge` may pass by itself.
    public enum Kind: Sendable, Hashable {
        /// The caller gave up.
        case cancelled
        /// A deadline came first.
        case timedOut
        /// No connection could be made: the name is unknown, no server listens there, or it is not trusted.
        case unreachable
        /// The connection was lost, or its end came too early.
        case disconnected
        /// The answer is larger than the caller allows.
        case tooLarge
        /// The answer, or the request, is not HTTP as it should be.
        case malformed
        /// A redirect cannot be followed: it leads to no HTTP address, or from https to http, or there were too many.
        case redirected
        /// The transport was closed.
        case closed
        /// Anything else.
        case other
    }

    /// What happened.
    public var kind: Kind
    /// The same as a sentence.
    public var message: String
    /// Who was asked, as `scheme://host:port`; path and query may hold keys or personal data.
    public var url: String

    /// Makes an error.
    public init(_ kind: Kind, _ message: String, url: String = "") {
        self.kind = kind
        self.message = message
        self.url = url
    }

    /// The URL and the sentence.
    public var description: String { url.isEmpty ? message : "\(url): \(message)" }
}
