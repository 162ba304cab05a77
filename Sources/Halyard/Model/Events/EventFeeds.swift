// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The ways back to all clients that share a sink, each once and for as long as it is there.
///
/// A value, for a sink to keep under its lock; call the feeds themselves outside of every lock.
public struct EventFeeds: Sendable {
    private var feeds: [EventFeed] = []

    /// Makes an empty list.
    public init() {}

    /// The feeds of the clients that are still there, in the order in which they came.
    public var all: [EventFeed] { feeds.filter { !$0.isOver } }

    /// How many clients have come and are still there, as far as ``attach(_:)`` has looked.
    public var count: Int { feeds.count }

    /// Takes a client's feed, in place of an earlier one of the same client, and forgets those of clients that are gone.
    public mutating func attach(_ feed: EventFeed) {
        feeds.removeAll { $0.isOver || $0.leads(whereDoes: feed) }
        feeds.append(feed)
    }
}
