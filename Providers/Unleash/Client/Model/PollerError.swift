// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleash

/// Why there are no fresh flags.
public enum PollerError: Error, Sendable, Equatable {
    /// The answer could not be read.
    case decoding
    /// The service refused or failed: a status from 400 to 599.
    case network
    /// The client cannot ask at all: its URL, its key or its app name cannot be used. The diagnostics of
    /// ``UnleashClientBase/halyard`` say what is wrong.
    case url
    /// There was no answer, or the client was stopped before it came.
    case noResponse
    /// The service answered with a status that means nothing here.
    case unhandledStatusCode

    init(_ problem: UnleashFetch.Problem) {
        switch problem {
        case .status(let status): self = (400...599).contains(status) ? .network : .unhandledStatusCode
        case .transport: self = .noResponse
        case .undecodable: self = .decoding
        }
    }
}
