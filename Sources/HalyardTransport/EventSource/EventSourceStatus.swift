// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventSource {
    /// What an event source reports, in the order in which it happened.
    public enum Event: Sendable, Hashable {
        /// The connection changed.
        case status(Status)
        /// The server sent an event.
        case event(ServerSentEvent)
        /// The server sent a comment, without its colon; only reported when ``EventSourcePolicy/deliversComments`` is set.
        case comment(String)
    }

    /// How things stand with the connection.
    public enum Status: Sendable, Hashable {
        /// A request is made; the number counts from 1 and includes this one.
        case connecting(attempt: Int)
        /// The server answered as it should, and its events come.
        case open(HTTPResponseHead)
        /// There is no connection; the next attempt comes after the duration.
        case waiting(Duration, after: Problem)
        /// There will be no further attempt, and nothing comes behind this.
        case closed(CloseReason)
    }

    /// Why there is no connection any more.
    public enum Problem: Error, Sendable, Hashable {
        /// The server ended the stream; some do so regularly.
        case ended
        /// Nothing came for this long, not even a comment.
        case silent(Duration)
        /// The server answered with this status.
        case status(Int)
        /// The server answered with something else than an event stream; empty when it did not say what it is.
        case contentType(String)
        /// The request did not get an answer, or the connection was lost.
        case transport(TransportError)
        /// The stream held something that is larger than allowed.
        case tooLarge(ServerSentEventError)
    }

    /// Why there will be no further attempt.
    public enum CloseReason: Sendable, Hashable {
        /// ``EventSource/close()`` was called, or the task that iterates was cancelled.
        case closedHere
        /// The server asked for no further attempts (204), or the policy or a closed transport forbids them.
        case refused(Problem)
    }
}

extension EventSource.Problem: CustomStringConvertible {
    /// A sentence, which holds no URL.
    public var description: String {
        switch self {
        case .ended: "The stream ended."
        case .silent(let duration): "Nothing came over the stream for \(duration)."
        case .status(let status): "The server answered \(status) instead of a stream."
        case .contentType(let type): "The server answered with \"\(type)\" instead of a stream."
        case .transport(let error): error.message
        case .tooLarge(let error): "The stream held something that is too large: \(error)."
        }
    }
}
