// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The feeds of all clients that share a sink, one for each client that still exists.
///
/// A sink accesses it under its lock, and calls the feeds without any lock.
struct EventFeeds: Sendable {
    private(set) var feeds: [EventFeed] = []

    /// The feeds of the clients that still exist, in the order in which they were attached.
    var all: [EventFeed] { feeds.filter { !$0.isOver } }

    /// Adds a client's feed or replaces its earlier one, and removes the feeds of clients that have ended.
    mutating func attach(_ feed: EventFeed) {
        feeds.removeAll { $0.isOver || $0.belongsToSameClient(as: feed) }
        feeds.append(feed)
    }
}
