// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A server-sent event.
struct ServerSentEvent: Sendable, Equatable {
    /// The event's name, or `nil` for "message".
    var name: String?
    /// The data, as JSON on one line.
    var data: String

    init(_ name: String? = nil, _ data: FlagValue) { (self.name, self.data) = (name, JSONWriter.text(data)) }

    /// The text that is sent for the event.
    var text: String { (name.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n" }
}
