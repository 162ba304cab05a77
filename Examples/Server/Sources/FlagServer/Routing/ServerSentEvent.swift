// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One event of a stream to a client.
struct ServerSentEvent: Sendable, Equatable {
    /// The event's name; nil for "message".
    var name: String?
    /// JSON on one line.
    var data: String

    init(_ name: String? = nil, _ data: FlagValue) { (self.name, self.data) = (name, JSONWriter.text(data)) }

    /// The event on the wire.
    var text: String { (name.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n" }
}
