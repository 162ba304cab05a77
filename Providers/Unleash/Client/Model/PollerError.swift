// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardTransport

/// Why there are no fresh flags.
public enum PollerError: Error, Sendable, Equatable {
    /// The response could not be decoded.
    case decoding
    /// The service refused or failed: a status from 400 to 599.
    case network
    /// The client cannot make requests, because its URL, its key or its app name is invalid; see the diagnostics of
    /// ``UnleashClientBase/halyard``.
    case url
    /// There was no response, or the client was stopped before it came.
    case noResponse
    /// The service responded with an unexpected status.
    case unhandledStatusCode

    /// The reason for a fetch without flags, or `nil` for a 304 without a tag: nothing has changed.
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
