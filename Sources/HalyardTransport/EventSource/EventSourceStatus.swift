// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventSource {
    /// An event that an event source reports, in chronological order.
    public enum Event: Sendable, Hashable {
        /// The connection changed.
        case status(Status)
        /// The server sent an event.
        case event(ServerSentEvent)
        /// The server sent a comment, which is reported without its colon if ``EventSourcePolicy/deliversComments`` is set.
        case comment(String)
    }

    /// The state of the connection.
    public enum Status: Sendable, Hashable {
        /// A request is being created, with a number that starts at 1 and includes this attempt.
        case connecting(attempt: Int)
        /// The server responded successfully, and its events follow.
        case open(HTTPResponseHead)
        /// There is no connection, and the next attempt starts after the duration.
        case waiting(Duration, after: Problem)
        /// There are no more attempts or events.
        case closed(CloseReason)
    }

    /// The reason why a connection failed or ended.
    public enum Problem: Error, Sendable, Hashable {
        /// The server ended the stream, as some servers do regularly.
        case ended
        /// Nothing arrived for this duration, not even a comment.
        case silent(Duration)
        /// The server responded with this status.
        case status(Int)
        /// The server responded with this media type instead of an event stream, or with none if it's empty.
        case contentType(String)
        /// The request didn't get a response, or the connection was lost.
        case transport(TransportError)
        /// The stream contained something that is larger than allowed.
        case tooLarge(ServerSentEventError)
    }

    /// The reason why there are no more attempts.
    public enum CloseReason: Sendable, Hashable {
        /// ``EventSource/close()`` was called, or the iterating task was canceled.
        case closedHere
        /// The server requested no further attempts (204), or the policy or a closed transport prevents them.
        case refused(Problem)
    }
}

extension EventSource.Problem: CustomStringConvertible {
    /// The problem as a sentence without a URL.
    public var description: String {
        switch self {
        case .ended: "The stream ended."
        case .silent(let duration): "The stream received nothing for \(duration)."
        case .status(let status): "The server responded with status \(status) instead of a stream."
        case .contentType(let type): "The server answered with \"\(type)\" instead of a stream."
        case .transport(let error): error.message
        case .tooLarge(let error): "The stream contained too much data. \(error)"
        }
    }
}
