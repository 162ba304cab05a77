// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@testable import HalyardUnleash

@Suite("Unleash event feeds")
struct EventFeedsTests {
    @Test("Lists each client once, and reports diagnostics to all clients")
    func clients() async throws {
        let feeds = Lock(EventFeeds())
        let sink = CallbackSink(
            interest: .counts,
            onReceive: { event in
                if case .attached(let feed) = event { feeds.withLock { $0.attach(feed) } }
            })
        let provider = FixedProvider(name: "shared", ["a": 1], sinks: [sink])
        let first = await FlagClient.serving(provider, for: .user("a"))
        do {
            let second = await FlagClient.serving(provider, for: .user("b"))
            #expect(feeds.withLock { $0.feeds.count } == 2)
            let diagnostic = Diagnostic("eventsDropped", .warning, "Three.")
            for feed in feeds.withLock({ $0 }).all { feed.report(diagnostic) }
            #expect(first.diagnostics.recent == [diagnostic])
            #expect(second.diagnostics.recent == [diagnostic])
            await second.shutdown()
        }
        await until { feeds.withLock({ $0.all.count }) <= 1 }
        // The same client attaches to the same sink again.
        try await first.switchProvider(to: provider)
        #expect(feeds.withLock { $0.feeds.count } == 1)
        await first.shutdown()
    }

    @Test("Keeps feeds that belong to no client")
    func plain() {
        var feeds = EventFeeds()
        feeds.attach(EventFeed())
        feeds.attach(EventFeed())
        #expect(feeds.feeds.count == 2 && feeds.all.count == 2)
    }
}
