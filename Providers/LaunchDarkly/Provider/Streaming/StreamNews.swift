// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// An event of LaunchDarkly's stream, if its name and data can be read.
enum StreamNews: Sendable, Hashable {
    /// All flags.
    case put(LaunchDarklyPayload)
    /// One flag.
    case patch(FlagValue)
    /// The deletion of one flag.
    case delete(FlagValue)
    /// Flags have changed and must be fetched. The Relay Proxy sends this event.
    case ping
    /// An event that this provider ignores.
    case unknown
    /// Data that isn't JSON.
    case malformed

    /// Creates the content of an event.
    ///
    /// - Parameter origin: The origin of the event's flags.
    init(_ event: ServerSentEvent, origin: Origin) {
        let make: (FlagValue) -> StreamNews
        switch event.type {
        case "put":
            self = LaunchDarklyPayload(Array(event.data.utf8), origin: origin).map(StreamNews.put) ?? .malformed
            return
        case "patch": make = StreamNews.patch
        case "delete": make = StreamNews.delete
        case "ping":
            self = .ping
            return
        default:
            self = .unknown
            return
        }
        guard let document = try? JSONReader().read(Array(event.data.utf8)) else {
            self = .malformed
            return
        }
        self = make(document)
    }
}
