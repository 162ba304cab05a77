// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import Testing

@Suite("Recording sink")
struct RecordingSinkTests {
    private let provider = TestProvider(["limit": 1, "new-nav": true])
    private let time = ManualTime()

    private func makeClient(_ sink: RecordingSink) async -> FlagClient {
        var options = FlagClient.Options()
        options.time = time
        let client = FlagClient(provider: provider, context: .user("a"), sinks: [sink], options: options)
        await client.start()
        return client
    }

    @Test("Adds up the reads of each flag across all summaries")
    func reads() async {
        let sink = RecordingSink()
        let client = await makeClient(sink)
        _ = (client[.limit], client[.limit], client[.newNav], client.bool("unknown", default: false))
        await client.flush()
        _ = client[.limit]
        #expect(sink.reads(of: .limit) == 2)
        await client.flush()
        #expect(sink.reads(of: .limit) == 3)
        #expect(sink.reads(of: "new-nav") == 1)
        #expect(sink.reads(of: "unknown") == 1)
        #expect(sink.reads(of: "never") == 0)
        #expect(sink.readCounts == ["limit": 3, "new-nav": 1, "unknown": 1])
        #expect(sink.summaries.map { $0.entries.map(\.key) } == [["limit", "new-nav", "unknown"], ["limit"]])
        #expect(sink.flushCount == 2)
        #expect(sink.evaluations.isEmpty)
    }

    @Test("Receives every evaluation if its interest is every")
    func every() async {
        let sink = RecordingSink(interest: .every)
        let client = await makeClient(sink)
        _ = (client[.limit], client[.newNav])
        // Another thread might still be delivering the evaluations.
        await client.flush()
        #expect(sink.evaluations.map(\.key) == ["limit", "new-nav"])
        #expect(sink.evaluations.map(\.value) == [1, true])
    }

    @Test("Lists all calls in their order")
    func calls() async {
        let sink = RecordingSink()
        let client = await makeClient(sink)
        client.track("checkout")
        await client.flush()
        await client.erase(.user("z"))
        await client.shutdown()
        let calls = sink.calls.compactMap { call -> String? in
            switch call {
            case .receive(.attached): "attached"
            case .receive(.tracked(let event)): "tracked \(event.name)"
            case .receive: nil
            case .flush: "flush"
            case .erase(let context): "erase \(context)"
            case .detach: "detach"
            }
        }
        #expect(calls == ["attached", "tracked checkout", "flush", "erase user:z", "flush", "detach"])
    }

    @Test("Doesn't accept tracking events if it's created without them")
    func withoutTrackingEvents() async {
        let sink = RecordingSink(acceptsTrackingEvents: false)
        let client = await makeClient(sink)
        client.track("checkout")
        await client.flush()
        #expect(sink.trackingEvents == [])
        #expect(client.diagnostics.recent.map(\.code) == ["trackedNowhere"])
    }

    @Test("Keeps events and flag changes until it's cleared")
    func otherEvents() async {
        let sink = RecordingSink()
        let client = await makeClient(sink)
        client.track("checkout", data: ["items": 2], metric: 49.9)
        provider.set(.limit, 2)
        client.alias(.user("a"), previous: .user("anonymous"))
        await client.erase(.user("z"))
        await client.flush()
        let now = time.now
        #expect(
            sink.trackingEvents == [
                TrackingEvent(name: "checkout", data: ["items": 2], metric: 49.9, context: .user("a"), time: now)
            ])
        #expect(
            sink.identifyEvents == [
                IdentifyEvent(context: .user("a"), time: now),
                IdentifyEvent(context: .user("a"), previous: .user("anonymous"), isAlias: true, time: now),
            ])
        #expect(
            sink.changes.map { $0.map(\.description) } == [
                ["limit: absent -> 1", "new-nav: absent -> true"], ["limit: 1 -> 2"],
            ])
        #expect(sink.erasedContexts == [.user("z")])
        sink.clear()
        #expect(sink.trackingEvents.isEmpty && sink.identifyEvents.isEmpty && sink.changes.isEmpty)
        #expect(sink.summaries.isEmpty && sink.erasedContexts.isEmpty && sink.flushCount == 0)
        client.track("later")
        await client.flush()
        #expect(sink.trackingEvents.map(\.name) == ["later"])
    }
}
