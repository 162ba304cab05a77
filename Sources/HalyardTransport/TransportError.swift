// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason why a request didn't get a response.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    ///
    /// A later attempt can succeed after every kind except `cancelled`, `closed`, and `tooLarge`.
    public enum Kind: Sendable, Hashable {
        /// The caller canceled the request.
        case cancelled
        /// A deadline passed first.
        case timedOut
        /// There was no connection, because the name is unknown, no server listens there, or the server isn't trusted.
        case unreachable
        /// The connection was lost or ended too early.
        case disconnected
        /// The response is larger than the caller allows.
        case tooLarge
        /// The response or the request isn't valid HTTP.
        case malformed
        /// A redirect can't be followed: it doesn't lead to an http or https URL, leads from https to http, or is one too many.
        case redirected
        /// The transport was closed.
        case closed
        /// Anything else.
        case other
    }

    /// The kind of error.
    public var kind: Kind
    /// The error as a sentence.
    public var message: String
    /// The origin of the request as `scheme://host:port`, because the path and the query might contain keys or personal data.
    public var url: String

    /// Creates an error.
    public init(_ kind: Kind, _ message: String, url: String = "") {
        self.kind = kind
        self.message = message
        self.url = url
    }

    /// The URL and the message.
    public var description: String { url.isEmpty ? message : "\(url): \(message)" }
}
