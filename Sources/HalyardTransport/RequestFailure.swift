// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason why a request had no success.
public enum RequestFailure: Error, Sendable, Hashable {
    /// The server gave this answer, whose status isn't one that the caller wants.
    case status(HTTPResponse)
    /// There was no answer.
    case transport(TransportError)
}

extension RequestFailure: CustomStringConvertible {
    /// The status, or why there was no answer.
    ///
    /// Without anything that may be secret.
    public var description: String {
        switch self {
        case .status(let response): "The server answered \(response.head.status)"
        case .transport(let error): error.message
        }
    }
}
