// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The state of a provider's connection: its mode, when the flags were last known to be valid, and the last failure.
public struct LaunchDarklyConnection: Sendable, Hashable {
    /// The method of keeping flags up to date.
    public enum Mode: String, Codable, Sendable, Hashable, CaseIterable {
        /// The provider doesn't update flags.
        case offline
        /// A stream is being opened and nothing has arrived yet, or the stream was lost for more than a second and no flags
        /// have arrived since.
        case establishingStreamingConnection
        /// Flags come over a stream, which might have been lost for less than a second.
        case streaming
        /// The provider polls at intervals.
        case polling
    }

    /// The reason for a failure.
    public enum Failure: Error, Sendable, Hashable {
        /// The service rejected the mobile key (401).
        case unauthorized
        /// The service responded with this status.
        case httpError(Int)
        /// Any other failure, as a sentence.
        case unknownError(String)

        init(status: Int) { self = status == 401 ? .unauthorized : .httpError(status) }
    }

    /// The current method of keeping flags up to date.
    public internal(set) var mode = Mode.offline
    /// The last time at which the flags were known to be valid, or `nil` if they never were or come over a stream.
    public internal(set) var lastKnownFlagValidity: Instant?
    /// The time of the last failure of a flag or event request, or `nil` if there was none.
    public internal(set) var lastFailedConnection: Instant?
    /// The reason for the last failure, or `nil` if there was none.
    public internal(set) var lastFailure: Failure?

    /// Creates the state of a provider that hasn't run yet.
    package init() {}
}

// MARK: - What happens

extension LaunchDarklyConnection {
    /// An event that changes a connection.
    enum Event: Sendable, Hashable {
        /// A run begins, with flags that were valid at that time.
        case began(Mode, knownSince: Instant?)
        /// The service sent flags, or confirmed the flags in place.
        case confirmed
        /// The service sent flags, or confirmed the flags in place, while the stream is lost.
        case known
        /// An open stream is lost.
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
