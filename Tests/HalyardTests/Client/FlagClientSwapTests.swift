// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: provider switches")
struct FlagClientSwapTests {
    private let time = ManualTime()
    private let oldSink = RecordingSink()
    private let newSink = RecordingSink()
    private let old: ScriptedProvider
    private let new: ScriptedProvider

    init() {
        old = ScriptedProvider(name: "old", sinks: ["old": oldSink])
        new = ScriptedProvider(name: "new", sinks: ["new": newSink])
    }

    @Test("Serves the old flags until the next provider responds")
    func warm() async {
        let (client, first) = await old.startedClient(at: time)
        var changes = client.changes.makeAsyncIterator()
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        #expect(run.request.cause == .swap)
        #expect(run.request.context == .user("a"))
        #expect(run.request.resume == nil)
        #expect(client[.limit] == 1)
        first.answer(["limit": 3], provider: "old")
        #expect(client[.limit] == 3, "the old provider's updates apply until the switch")
        run.answer(["limit": 2], provider: "new")
        #expect(await outcome == .completed)
        #expect(client[.limit] == 2)
        #expect(client.providerName == "new")
        #expect(client.state.status == .ready)
        #expect(await changes.next()?.map(\.description) == ["limit: 1 -> 2"])
        #expect(first.answer(["limit": 4], provider: "old") == false)
        #expect(client[.limit] == 2)
        await client.shutdown()
        #expect(old.closeCount == 1)
        #expect(new.closeCount == 1)
    }

    @Test("Sends each provider's events to its own sink during a switch")
    func sinks() async {
        let (client, _) = await old.startedClient(at: time)
        _ = client[.limit]
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        client.track("before")
        run.answer(["limit": 2], provider: "new")
        _ = await outcome
        _ = client[.limit]
        client.track("after")
        await client.shutdown()
        #expect(oldSink.readCounts == ["limit": 1])
        #expect(newSink.readCounts == ["limit": 1])
        #expect(oldSink.lines.contains("tracked before null - by user:a"))
        #expect(!newSink.lines.contains("tracked before null - by user:a"), "a candidate receives no events yet")
        #expect(newSink.lines.contains("tracked after null - by user:a"))
        #expect(oldSink.lines.contains("flush"))
    }

    @Test("Removes only the serving provider's sinks if a rollback ends a switch")
    func rollbackDuringSwitch() async throws {
        let (client, _) = await old.startedClient(at: time)
        async let used = client.swap(to: new)
        await new.nextRun().answer(["limit": 2], provider: "new")
        #expect(await used == .completed)
        let third = ScriptedProvider(name: "third")
        async let pending = client.swap(to: third, within: .seconds(5))
        _ = await third.nextRun()
        try await client.rollback()
        #expect(await pending == .superseded)
        _ = client[.limit]
        client.track("after")
        try await client.rollback()
        #expect(client.providerName == "new", "the provider that served before, not the candidate")
        await client.shutdown()
        #expect(oldSink.readCounts == ["limit": 1])
        #expect(newSink.readCounts == [:])
        #expect(!newSink.lines.contains("tracked after null - by user:a"))
    }

    @Test("Keeps a provider open if it serves again before it has closed")
    func returnedTo() async throws {
        let (client, _) = await old.startedClient(at: time)
        let gate = Signal()
        let slow = ScriptedProvider(name: "slow", sinks: ["slow": CallbackSink(onFlush: { await gate.wait() })])
        async let used = client.swap(to: slow)
        await slow.nextRun().answer(["limit": 2], provider: "slow")
        #expect(await used == .completed)
        // The provider's sink is still sending when the provider serves again.
        try await client.rollback()
        try await client.rollback()
        #expect(client.providerName == "slow")
        gate.give()
        await old.untilClosed()
        #expect(slow.closeCount == 0)
        await client.shutdown()
        #expect(slow.closeCount == 1)
    }

    @Test("Keeps the old provider if the next provider fails")
    func failure() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        let error = FlagError(.general, "no service")
        run.fail(error)
        #expect(await outcome == .failed(error))
        #expect(client[.limit] == 1)
        #expect(client.state.provider == "old")
        #expect(client.status == .ready)
        #expect(run.answer(["limit": 2], provider: "new") == false, "the run was stopped")
        await client.shutdown()
        #expect(new.closeCount == 1)
    }

    @Test("Reports why the next provider ended without flags", arguments: [true, false])
    func ends(throwing: Bool) async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        run.end(throwing: throwing ? FlagError(.providerFatal, "bad key") : nil)
        let expected =
            throwing
            ? FlagError(.providerFatal, "bad key")
            : FlagError(
                .general, "The provider 'new' ended without publishing flags. Publish a flag set, or throw an error.")
        #expect(await outcome == .failed(expected))
        #expect(client[.limit] == 1)
    }

    @Test("Drops the next provider at the deadline")
    func deadline() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new, within: .seconds(2))
        let run = await new.nextRun()
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        #expect(await outcome == .timedOut)
        #expect(run.answer(["limit": 2], provider: "new") == false)
        #expect(client[.limit] == 1)
    }

    @Test("Supersedes a pending switch with a later one")
    func twice() async {
        let (client, _) = await old.startedClient(at: time)
        async let first = client.swap(to: new)
        _ = await new.nextRun()
        let third = ScriptedProvider(name: "third")
        async let second = client.swap(to: third)
        let run = await third.nextRun()
        #expect(await first == .superseded)
        run.answer(["limit": 3], provider: "third")
        #expect(await second == .completed)
        #expect(client[.limit] == 3)
        await client.shutdown()
        #expect((old.closeCount, new.closeCount, third.closeCount) == (1, 1, 1))
    }

    @Test("Requests flags for a changed context from the next provider")
    func contextMeanwhile() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        let first = await new.nextRun()
        async let change = client.setContext(.user("b"))
        let again = await new.nextRun()
        #expect(again.request.context == .user("b"))
        #expect(again.request.cause == .swap)
        #expect(first.answer(["limit": 9], provider: "new") == false)
        again.answer(["limit": 2], provider: "new")
        #expect(await outcome == .completed)
        #expect(await change == .completed, "the new provider has answered for the new context")
        #expect(client[.limit] == 2)
        #expect(client.context == .user("b"))
    }

    @Test("Switches on the next provider's response, not on its cached flags")
    func cached() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        run.cache(["limit": 7])
        #expect(client[.limit] == 1)
        run.answer(["limit": 2], provider: "new")
        #expect(await outcome == .completed)
        #expect(client[.limit] == 2)
    }

    @Test("Switches to cached flags if the old provider has none")
    func cachedInsteadOfNothing() async {
        let client = FlagClient(provider: old, context: .user("a"), options: .manual(time))
        async let start = client.start(until: .anyFlags)
        _ = await old.nextRun()
        async let outcome = client.swap(to: new)
        await new.nextRun().cache(["limit": 7])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 7)
        #expect(client.status == .stale)
        #expect(await start != .ready)
    }

    @Test("Switches to cached flags offline")
    func cachedOffline() async {
        let client = FlagClient(
            provider: old, context: .user("a"), options: .manual(time) { $0.isOnline = false })
        await old.start(client)
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        #expect(run.request.mode == .offline)
        run.cache(["limit": 7])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 7)
    }

    @Test("Ignores and reports the next provider's flags for another context")
    func foreign() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        run.channel.publish(
            .ready(FlagSet(["limit": 9], from: "new", for: .user("other"))))
        #expect(client[.limit] == 1)
        #expect(client.diagnostics.recent.map(\.code) == ["foreignFlags"])
        #expect(client.diagnostics.recent.first?.subject == "new")
        run.answer(["limit": 2], provider: "new")
        #expect(await outcome == .completed)
    }

    @Test("Replaces the provider before the start")
    func beforeStart() async {
        let client = FlagClient(provider: old, context: .user("a"), options: .manual(time))
        #expect(await client.swap(to: new) == .notStarted)
        #expect(client.providerName == "new")
        await new.start(client, ["limit": 2])
        await client.shutdown()
        #expect(old.closeCount == 1)
    }

    @Test("Closes the next provider after the shutdown")
    func afterShutdown() async {
        let (client, _) = await old.startedClient(at: time)
        await client.shutdown()
        #expect(await client.swap(to: new) == .shutDown)
        await new.untilClosed()
        #expect(client[.limit] == 10)
    }

    @Test("Closes both providers on a shutdown during a switch")
    func shutdownMeanwhile() async {
        let (client, _) = await old.startedClient(at: time)
        async let outcome = client.swap(to: new)
        _ = await new.nextRun()
        await client.shutdown()
        #expect(await outcome == .shutDown)
        #expect((old.closeCount, new.closeCount) == (1, 1))
    }

    @Test("Closes a replaced provider that's a structure")
    func structure() async {
        struct Plain: FlagProvider {
            let name = "plain"
            let closings: Recorder<String>
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                channel.publish(.ready(FlagSet(["limit": 1], from: name, for: request.context)))
            }
            func close() async { closings.add(name) }
        }
        let closings = Recorder<String>()
        let client = await FlagClient.serving(Plain(closings: closings), at: time)
        #expect(await client.swap(to: InMemoryFlagProvider(["limit": 2])) == .completed)
        await until { closings.all == ["plain"] }
        await client.shutdown()
    }

    @Test("Replaces the provider's hooks, and keeps the client's hooks")
    func hooks() async {
        struct Hooked: FlagProvider {
            let inner: ScriptedProvider
            let hooks: [any EvaluationHook]
            var name: String { inner.name }
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let log = Recorder<String>()
        let mark = { (name: String) in NotingHook(log) { "\(name) for \($0.providerName)" } }
        let client = FlagClient(
            provider: Hooked(inner: old, hooks: [mark("old's")]), options: .manual(time))
        client.addHooks(mark("client's"))
        await old.start(client)
        _ = client[.limit]
        async let outcome = client.swap(to: Hooked(inner: new, hooks: [mark("new's")]))
        await new.nextRun().answer(["limit": 2], provider: "new")
        _ = await outcome
        _ = client[.limit]
        #expect(log.all == ["client's for old", "old's for old", "client's for new", "new's for new"])
    }
}
