// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why a stream of server-sent events is not read any further: something in it is larger than allowed.
public enum ServerSentEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A line, without what ends it, has more bytes than the limit named here.
    case lineTooLong(limit: Int)
    /// The data of one event has more bytes than the limit named here.
    case eventTooLarge(limit: Int)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .lineTooLong(let limit): "A line of the event stream has more than \(limit) bytes."
        case .eventTooLarge(let limit): "An event of the stream has more than \(limit) bytes of data."
        }
    }
}
