// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The feeds of all clients that share a sink, each once and for as long as its client exists.
///
/// A value for a sink to keep under its lock; call the feeds themselves outside of all locks.
public struct EventFeeds: Sendable {
    private var feeds: [EventFeed] = []

    /// Makes an empty list.
    public init() {}

    /// The feeds of the clients that still exist, in the order in which they were attached.
    public var all: [EventFeed] { feeds.filter { !$0.isOver } }

    /// The number of attached clients that existed when ``attach(_:)`` was last called.
    public var count: Int { feeds.count }

    /// Adds a client's feed, replacing an earlier one of the same client, and removes those of clients that are gone.
    public mutating func attach(_ feed: EventFeed) {
        feeds.removeAll { $0.isOver || $0.leads(whereDoes: feed) }
        feeds.append(feed)
    }
}
