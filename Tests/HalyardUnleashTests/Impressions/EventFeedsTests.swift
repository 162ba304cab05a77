// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@testable import HalyardUnleash

@Suite("The clients that share a sink")
struct EventFeedsTests {
    /// Remembers who shares it.
    private final class SharedSink: EventSink {
        let feeds = Lock(EventFeeds())

        var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

        func receive(_ event: FlagEvent) {
            if case .attached(let feed) = event { feeds.withLock { $0.attach(feed) } }
        }
    }

    private struct Provider: FlagProvider {
        let name = "shared"
        let sink: SharedSink
        var sinks: [ProviderSink] { [ProviderSink(sink, of: name)] }

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            channel.publish(.ready(FlagSnapshot(["a": 1], from: name, for: request.context)))
        }
    }

    @Test("are each listed once, as long as they live, and all receive findings")
    func clients() async throws {
        let sink = SharedSink()
        let first = await FlagClient.serving(Provider(sink: sink), for: .user("a"))
        do {
            let second = await FlagClient.serving(Provider(sink: sink), for: .user("b"))
            #expect(sink.feeds.withLock { $0.feeds.count } == 2)
            let finding = Diagnostic("eventsDropped", .warning, "Three.")
            for feed in sink.feeds.withLock({ $0 }).all { feed.report(finding) }
            #expect(first.diagnostics.recent == [finding])
            #expect(second.diagnostics.recent == [finding])
            await second.shutdown()
        }
        await until { sink.feeds.withLock({ $0.all.count }) <= 1 }
        // The same client comes back with the same sink.
        try await first.use(Provider(sink: sink))
        #expect(sink.feeds.withLock { $0.feeds.count } == 1)
        await first.shutdown()
    }

    @Test("a feed that belongs to no client stays")
    func plain() {
        var feeds = EventFeeds()
        feeds.attach(EventFeed())
        feeds.attach(EventFeed())
        #expect(feeds.feeds.count == 2 && feeds.all.count == 2)
    }
}
