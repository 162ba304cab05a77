// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason why a request failed.
public enum RequestFailure: Error, Sendable, Hashable {
    /// The server sent this response, with an unexpected status.
    case status(HTTPResponse)
    /// The server didn't respond.
    case transport(TransportError)
}

extension RequestFailure {
    /// The kind of failure, without details that differ between two failures with the same cause.
    package var cause: String {
        switch self {
        case .status(let response): "status \(response.head.status)"
        case .transport(let error): "\(error.kind)"
        }
    }
}

extension RequestFailure: CustomStringConvertible {
    /// The status, or the reason for the missing response, without secrets.
    public var description: String {
        switch self {
        case .status(let response): "The server responded with status \(response.head.status)"
        case .transport(let error): error.message
        }
    }
}
