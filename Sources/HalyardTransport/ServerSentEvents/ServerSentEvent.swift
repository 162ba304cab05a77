// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One event of a server's stream.
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; `message` when the server does not say.
    public var type: String
    /// What the event says: its data lines, joined by line feeds.
    public var data: String
    /// The newest identifier that the server gave this or an earlier event; empty when it gave none.
    public var lastEventID: String

    /// Makes an event.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}
