// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The state of a provider's connection: its mode, when the flags were last known to be valid, and the last failure.
///
/// An immutable value.
public struct LaunchDarklyConnection: Sendable, Hashable {
    /// How flags are kept up to date.
    public enum Mode: String, Codable, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case offline
        /// A stream is being opened and nothing has arrived yet; or the stream was lost for more than a second, and no
        /// flags have arrived since.
        case establishingStreamingConnection
        /// Over a stream; one that was lost for less than a second still counts.
        case streaming
        /// By polling at intervals.
        case polling
    }

    /// Why something failed.
    public enum Failure: Error, Sendable, Hashable {
        /// The service rejected the mobile key (401).
        case unauthorized
        /// The service responded with this status.
        case httpError(Int)
        /// Anything else, as a sentence.
        case unknownError(String)

        init(status: Int) { self = status == 401 ? .unauthorized : .httpError(status) }
    }

    /// How flags are kept up to date.
    public internal(set) var mode = Mode.offline
    /// When the flags were last known to be valid; nil when they never were, and while they come over a stream.
    public internal(set) var lastKnownFlagValidity: Instant?
    /// The time of the last failure, of flags or events; nil when there was none.
    public internal(set) var lastFailedConnection: Instant?
    /// The reason for the last failure; nil when there was none.
    public internal(set) var lastFailure: Failure?

    /// Makes the state of a provider that has not done anything yet.
    package init() {}
}

// MARK: - What happens

extension LaunchDarklyConnection {
    /// What changes a connection.
    enum Event: Sendable, Hashable {
        /// A run begins, with flags that were valid at a moment.
        case began(Mode, knownSince: Instant?)
        /// The service sent flags, or confirmed those in place.
        case confirmed
        /// The service sent flags, or confirmed those in place, while the stream is lost.
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
