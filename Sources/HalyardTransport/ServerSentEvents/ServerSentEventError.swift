// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An error for a part of a server-sent event stream that is larger than allowed.
public enum ServerSentEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A line, without its line ending, has more bytes than this limit.
    case lineTooLong(limit: Int)
    /// The data of one event has more bytes than this limit.
    case eventTooLarge(limit: Int)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .lineTooLong(let limit): "A line of the event stream has more than \(limit) bytes."
        case .eventTooLarge(let limit): "An event of the stream has more than \(limit) bytes of data."
        }
    }
}
