// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A server-sent event.
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event, or `message` if the server doesn't specify it.
    public var type: String
    /// The event's data lines, joined by line feeds.
    public var data: String
    /// The latest identifier of this or an earlier event, or an empty string.
    public var lastEventID: String

    /// Creates an event.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}
