// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardTransport

/// The reason why there are no fresh flags.
public enum PollerError: Error, Sendable, Equatable {
    /// The response couldn't be decoded.
    case decoding
    /// The service rejected the request or failed, with a status from 400 to 599.
    case network
    /// The client can't make requests, because its URL, key, or app name is invalid.
    ///
    /// The diagnostics of ``UnleashClientBase/halyard`` report the reason.
    case url
    /// There was no response, or the client was stopped before the response arrived.
    case noResponse
    /// The service responded with an unexpected status.
    case unhandledStatusCode

    /// Creates the reason for a fetch without flags, or returns `nil` for a 304 response without an ETag.
    ///
    /// After such a response the flags haven't changed.
    init?(_ failure: PolledService.Failure) {
        switch failure {
        case .request(.status(let response)) where response.head.status == 304: return nil
        case .request(let failure): self.init(failure)
        case .unreadable: self = .decoding
        }
    }

    init(_ failure: RequestFailure) {
        switch failure {
        case .status(let response): self = (400...599).contains(response.head.status) ? .network : .unhandledStatusCode
        case .transport: self = .noResponse
        }
    }
}
