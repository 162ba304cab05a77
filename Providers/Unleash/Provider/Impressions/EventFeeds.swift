// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The feeds of all clients that share a sink, each once and for as long as its client exists.
///
/// A sink keeps it under its lock, and calls the feeds outside of all locks.
struct EventFeeds: Sendable {
    private(set) var feeds: [EventFeed] = []

    /// The feeds of the clients that still exist, in the order in which they were attached.
    var all: [EventFeed] { feeds.filter { !$0.isOver } }

    /// Adds a client's feed in place of its earlier one, and removes the feeds of clients that have ended.
    mutating func attach(_ feed: EventFeed) {
        feeds.removeAll { $0.isOver || $0.leads(whereDoes: feed) }
        feeds.append(feed)
    }
}
