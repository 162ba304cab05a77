// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

/// Tests for the reports of used contexts.
@Suite("FlagClient: used contexts")
struct ContextUseTests {
    /// A provider that evaluates flags for every context, with a sink.
    private struct RulesProvider: FlagProvider {
        let base: InMemoryFlagProvider
        let sink: RecordingSink

        init(_ name: String, _ flags: [String: FlagValue], _ sink: RecordingSink) {
            base = InMemoryFlagProvider(name: name) { _ in flags }
            self.sink = sink
        }

        var name: String { base.name }
        var sinks: [ProviderSink] { [ProviderSink(sink, of: name)] }

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            try await base.run(request, into: channel)
        }
    }

    private let sink = RecordingSink(receivesContextUses: true)
    private let provider = InMemoryFlagProvider(["limit": 1, "plan": "free"])
    private let limit = FlagKey("limit", default: 0)
    private let plan = FlagKey("plan", default: "")

    private var used: [String] { sink.contextUses.map { "\($0.context)" } }

    /// Returns a started client whose first events have been delivered, so that reads deliver their events immediately.
    private func client(
        of provider: any FlagProvider, for context: EvaluationContext = .anonymous, at time: ManualTime = ManualTime(),
        sinks: [any EventSink] = [], _ change: (inout FlagClient.Options) -> Void = { _ in }
    ) async -> FlagClient {
        let client = await FlagClient.serving(provider, for: context, at: time, sinks: sinks, change)
        await client.flush()
        return client
    }

    @Test("Reports each view's context once")
    func oncePerView() async {
        let client = await client(of: provider, sinks: [sink])
        for name in ["ada", "bob", "ada"] {
            let view = client.snapshot(for: .user(name))
            for _ in 0..<3 {
                _ = (view[limit], view[plan], view.details(of: limit), view.bool("unknown", default: true))
            }
        }
        #expect(used == ["user:ada", "user:bob", "user:ada"])
        await client.shutdown()
    }

    @Test("Reports nothing for views without reads")
    func unreadView() async {
        let client = await client(of: provider, sinks: [sink])
        let view = client.snapshot(for: .user("ada"))
        #expect((view.allFlags.count, view.contains("limit")) == (2, true))
        #expect(used == [])
        await client.shutdown()
    }

    @Test("Reports nothing to sinks that don't request it")
    func otherSinks() async {
        let quiet = RecordingSink()
        let client = await client(of: provider, sinks: [quiet, sink])
        _ = client.snapshot(for: .user("ada"))[limit]
        client.track("bought", for: .user("bob"))
        #expect(quiet.contextUses == [])
        #expect(used == ["user:ada", "user:bob"])
        await client.shutdown()
    }

    @Test("Reports a context before the evaluation that uses it")
    func order() async {
        let sink = RecordingSink(interest: .every, receivesContextUses: true)
        let client = await client(of: provider, sinks: [sink])
        sink.clear()
        let view = client.snapshot(for: .user("ada"))
        _ = (view[limit], view[plan])
        client.track("bought", for: .user("bob"))
        #expect(sink.lines.map { $0.prefix { $0 != " " } } == ["used", "evaluated", "evaluated", "used", "tracked"])
        await client.shutdown()
    }

    @Test("Reports the context with all attributes and the time of the use")
    func content() async {
        let time = ManualTime()
        let client = await client(of: provider, at: time, sinks: [sink])
        let ada = EvaluationContext.user("ada", ["plan": "gold"])
        let view = client.snapshot(for: ada)
        time.advance(by: .seconds(5))
        _ = view[limit]
        #expect(sink.contextUses == [ContextUse(context: ada, time: time.now)])
        await client.shutdown()
    }

    @Test("Reports the client's own context, and again after a change")
    func ownContext() async {
        let client = await client(of: provider, for: .user("ada"), sinks: [sink])
        for _ in 0..<3 { _ = (client[limit], client.snapshot()[plan]) }
        #expect(used == ["user:ada"])
        await client.setContext(.user("bob"))
        await client.flush()
        for _ in 0..<3 { _ = client[limit] }
        #expect(used == ["user:ada", "user:bob"])
        await client.shutdown()
    }

    @Test("Reports a context again after a counting window was closed")
    func laterWindow() async {
        let client = await client(of: provider, sinks: [sink])
        let view = client.snapshot(for: .user("ada"))
        for _ in 0..<2 {
            for _ in 0..<2 { _ = view[limit] }
            await client.flush()
        }
        #expect(used == ["user:ada", "user:ada"])
        await client.shutdown()
    }

    @Test("Reports nothing without consent, and the next read with consent")
    func consent() async {
        let client = await client(of: provider, sinks: [sink]) { $0.eventsEnabled = false }
        let view = client.snapshot(for: .user("ada"))
        _ = view[limit]
        client.track("bought", for: .user("bob"))
        #expect(used == [])
        client.setEventsEnabled(true)
        await client.flush()
        _ = view[limit]
        #expect(used == ["user:ada"])
        await client.shutdown()
    }

    @Test("Reports a view's context once to threads that read it together")
    func threads() async {
        let client = await client(of: provider, sinks: [sink])
        for number in 0..<50 {
            let view = client.snapshot(for: .user("\(number)"))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { [limit] in _ = view[limit] } }
            }
        }
        await client.flush()
        #expect(used.sorted() == (0..<50).map { "user:\($0)" }.sorted())
        await client.shutdown()
    }

    @Test("Reports a context to the combined providers whose flags are read")
    func combined() async throws {
        let firstSink = RecordingSink(receivesContextUses: true)
        let secondSink = RecordingSink(receivesContextUses: true)
        let combined = try CombinedProvider(
            "both",
            [
                RulesProvider("first", ["limit": 1], firstSink), RulesProvider("second", ["plan": "free"], secondSink),
            ].map { CombinedProvider.Child($0) }, strategy: .firstMatch)
        let client = await client(of: combined, sinks: [sink])
        let view = client.snapshot(for: .user("ada"))
        for _ in 0..<2 { _ = view[limit] }
        #expect((firstSink.contextUses.count, secondSink.contextUses.count) == (1, 0))
        for _ in 0..<2 { _ = (view[plan], view[limit]) }
        #expect((firstSink.contextUses.count, secondSink.contextUses.count) == (1, 1))
        _ = client.snapshot(for: .user("bob")).bool("unknown", default: false)
        #expect((firstSink.contextUses.count, secondSink.contextUses.count) == (2, 2))
        #expect(used == ["user:ada", "user:bob"])
        await client.shutdown()
    }

    @Test("Reports the contexts of later views to an added sink")
    func addedSink() async {
        let client = await client(of: provider)
        let earlier = client.snapshot(for: .user("ada"))
        client.add(sinks: [sink], hooks: nil)
        await client.flush()
        _ = (earlier[limit], client.snapshot(for: .user("bob"))[limit])
        #expect(used == ["user:bob"])
        await client.shutdown()
    }

    @Test("Creates no record of a used context")
    func record() {
        let use = ContextUse(context: .user("ada"), time: Instant(millisecondsSinceEpoch: 0))
        #expect(EventRecord(.contextUsed(use)) == nil)
    }
}
