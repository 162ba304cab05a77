// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// How a provider stands with its service: what it does, when the flags were last known to be right, and what went wrong.
///
/// An immutable value.
public struct LaunchDarklyConnection: Sendable, Hashable {
    /// How flags are kept up to date.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case offline
        /// A stream is to be opened, and nothing has come yet; or the stream was lost for more than a second, and no flags
        /// have come since.
        case establishingStreamingConnection
        /// Over a stream; one that was lost for less than a second counts as one.
        case streaming
        /// By asking now and then.
        case polling
    }

    /// Why something failed.
    public enum Failure: Error, Sendable, Hashable {
        /// The service does not know the mobile key (401).
        case unauthorized
        /// The service answered with this status.
        case httpError(Int)
        /// Anything else, as a sentence.
        case unknownError(String)

        init(status: Int) { self = status == 401 ? .unauthorized : .httpError(status) }
    }

    /// How flags are kept up to date.
    public internal(set) var mode = Mode.offline
    /// When the flags were last known to be right; nil when they never were, and while they come over a stream.
    public internal(set) var lastKnownFlagValidity: Instant?
    /// When something failed last, be it flags or events; nil when nothing did.
    public internal(set) var lastFailedConnection: Instant?
    /// Why it failed; nil when nothing did.
    public internal(set) var lastFailure: Failure?

    /// Makes the state of a provider that has done nothing yet.
    package init() {}
}

// MARK: - What happens

extension LaunchDarklyConnection {
    /// What changes a connection.
    enum Event: Sendable, Hashable {
        /// A run begins, with flags that were right at a moment.
        case began(Mode, knownSince: Instant?)
        /// The service sent flags, or said that those in place are right.
        case confirmed
        /// The service sent flags, or said that those in place are right, while the stream is lost.
        case known
        /// A stream that was open is lost.
        case lost
        /// No stream could be opened in time.
        case interrupted
        case failed(Failure)
        /// There will be no further attempt.
        case ended
    }

    mutating func apply(_ event: Event, at now: Instant) {
        switch event {
        case .began(let newMode, let knownSince):
            if mode == .streaming, lastKnownFlagValidity == nil { lastKnownFlagValidity = now }
            if let knownSince { lastKnownFlagValidity = max(knownSince, lastKnownFlagValidity ?? knownSince) }
            mode = newMode
        case .confirmed where mode == .polling:
            lastKnownFlagValidity = now
        case .confirmed:
            mode = .streaming
            lastKnownFlagValidity = nil
        case .known:
            lastKnownFlagValidity = now
        case .interrupted:
            if mode == .streaming { mode = .establishingStreamingConnection }
        case .lost:
            if mode == .streaming, lastKnownFlagValidity == nil { lastKnownFlagValidity = now }
        case .failed(let failure):
            (lastFailedConnection, lastFailure) = (now, failure)
        case .ended:
            if mode == .streaming, lastKnownFlagValidity == nil { lastKnownFlagValidity = now }
            mode = .offline
        }
    }
}
