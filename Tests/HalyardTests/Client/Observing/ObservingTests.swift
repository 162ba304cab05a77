// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("Observation")
struct ObservingTests {
    private let provider = InMemoryFlagProvider(["new-nav": false, "limit": 1])

    @Test("Ends observations of released owners without an update")
    @MainActor
    func releasedOwners() async {
        final class Owner {}
        let client = await FlagClient.serving(provider)
        let ended = Recorder<Int>()
        for number in 0..<200 {
            let held = OnEnd { ended.add(number) }
            client.observe(.limit, owner: Owner()) { _, _ in _ = held }
        }
        await until { ended.count >= 128 }
        let owner = Owner()
        client.observe(.limit, owner: owner) { _, _ in ended.add(-1) }
        provider.set(.limit, 2)
        await until { ended.all.contains(-1) }
        withExtendedLifetime(owner) {}
    }

    @Test("Delivers the current state first, then each change")
    func updates() async {
        let client = await FlagClient.serving(provider)
        var updates = client.updates.makeAsyncIterator()
        let first = await updates.next()
        #expect(first?.state.status == .ready)
        #expect(first?.changes.isEmpty == true)
        provider.set(.limit, 2)
        let second = await updates.next()
        #expect(second?.changes.map(\.description) == ["limit: 1 -> 2"])
        #expect(second?.state.flagSet?.table["limit"]?.value == 2)
    }

    @Test("Delivers the flags of an update, even if a later one exists")
    func snapshot() async throws {
        let client = await FlagClient.serving(provider)
        var updates = client.updates.makeAsyncIterator()
        let first = try #require(await updates.next())
        provider.set(.limit, 2)
        let second = try #require(await updates.next())
        provider.set(.limit, 3)
        #expect([first, second].map { $0.snapshot[.limit] } == [1, 2])
        #expect(client[.limit] == 3)
    }

    @Test("Merges changes for a slow follower, without undone changes")
    func merging() async {
        let client = await FlagClient.serving(provider)
        var changes = client.changes.makeAsyncIterator()
        provider.set(.limit, 2)
        provider.set(.limit, 3)
        provider.set(.newNav, true)
        provider.set(.newNav, false)
        provider.set("added", 1)
        provider.set("added", nil)
        provider.set("other", "x")
        #expect(await changes.next()?.map(\.description) == ["limit: 1 -> 3", "other: absent -> \"x\""])
    }

    @Test("Delivers only changes of the requested keys")
    func keys() async {
        let client = await FlagClient.serving(provider)
        var changes = client.changes(of: ["limit", "missing"]).makeAsyncIterator()
        provider.set(.newNav, true)
        provider.set(.limit, 2)
        #expect(await changes.next()?.keys == ["limit"])
    }

    @Test("Reports no change for a new version with the same value")
    func versionOnly() async {
        let scripted = ScriptedProvider()
        let client = FlagClient(provider: scripted, options: .manual())
        let run = await scripted.start(client)
        var updates = client.updates.makeAsyncIterator()
        _ = await updates.next()
        run.answer(["limit": 1])
        #expect(await updates.next()?.changes.isEmpty == true)
    }

    @Test("Delivers the current value first, then each different value")
    func values() async {
        let client = await FlagClient.serving(provider)
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 1)
        provider.set(.newNav, true)
        provider.set(.limit, 2)
        #expect(await values.next() == 2)
        provider.set("limit", nil)
        #expect(await values.next() == 10)
    }

    @Test("Delivers values of a structure when the flag changes")
    func structures() async {
        let client = await FlagClient.serving(provider)
        var values = client.values(of: .theme).makeAsyncIterator()
        #expect(await values.next() == Theme(accent: "grey", sizes: []))
        provider.set("theme", ["accent": "blue", "sizes": [1]])
        #expect(await values.next() == Theme(accent: "blue", sizes: [1]))
    }

    @Test("Ends sequences on shutdown and on task cancellation")
    func ends() async {
        let client = await FlagClient.serving(provider)
        var changes = client.changes.makeAsyncIterator()
        var values = client.values(of: .limit).makeAsyncIterator()
        #expect(await values.next() == 1)
        let waiting = Task { for await _ in client.updates {} }
        waiting.cancel()
        await waiting.value
        await client.shutdown()
        #expect(await changes.next() == nil)
        #expect(await values.next() == nil)
        var late = client.updates.makeAsyncIterator()
        #expect(await late.next()?.state.isShutDown == true)
    }

    @Test("Doesn't count observed values as reads")
    func notCounted() async {
        let sink = RecordingSink()
        let client = await FlagClient.serving(provider, sinks: [sink])
        var values = client.values(of: .limit).makeAsyncIterator()
        _ = await values.next()
        await client.flush()
        #expect(sink.readCounts == [:])
    }
}

@Suite("Main actor observation")
@MainActor
struct OwnerObservingTests {
    @MainActor final class Owner {
        var heard: [String] = []
        var next: CheckedContinuation<Void, Never>?

        func hear(_ line: String) {
            heard.append(line)
            next?.resume()
            next = nil
        }

        func untilHeard(_ count: Int) async {
            while heard.count < count { await withCheckedContinuation { next = $0 } }
        }
    }

    private let provider = InMemoryFlagProvider(["new-nav": false, "limit": 1])

    @Test("Notifies an owner of each change of its flag on the main actor")
    func oneKey() async {
        let client = await FlagClient.serving(provider)
        let owner = Owner()
        client.observe(.limit, owner: owner) { owner, change in owner.hear("\(change.old) -> \(change.new)") }
        provider.set(.newNav, true)
        provider.set(.limit, 2)
        await owner.untilHeard(1)
        provider.set(.limit, 3)
        await owner.untilHeard(2)
        #expect(owner.heard == ["1 -> 2", "2 -> 3"])
    }

    @Test("Notifies an observer of several keys once for simultaneous changes")
    func keysAndState() async {
        let client = FlagClient(provider: provider, options: .manual())
        let states = Owner()
        client.observeState(owner: states) { owner, state in owner.hear(state.status.rawValue) }
        await client.start()
        await states.untilHeard(1)
        let owner = Owner()
        client.observe(keys: ["limit", "new-nav"], owner: owner) { owner, changes in
            owner.hear(changes.keys.joined(separator: "+"))
        }
        provider.replaceAll(with: ["limit": .init(5), "new-nav": .init(true), "other": .init(1)])
        await owner.untilHeard(1)
        #expect(owner.heard == ["limit+new-nav"])
        #expect(states.heard.first == "READY")
    }

    @Test("Stops notifying canceled tokens and released owners")
    func ends() async {
        let client = await FlagClient.serving(provider)
        let cancelled = Owner()
        let witness = Owner()
        var gone: Owner? = Owner()
        weak let weakGone = gone
        let token = client.observe(.limit, owner: cancelled) { owner, _ in owner.hear("no") }
        if let gone { client.observe(.limit, owner: gone) { owner, _ in owner.hear("no") } }
        client.observe(.limit, owner: witness) { owner, change in owner.hear("\(change.new)") }
        gone = nil
        #expect(weakGone == nil, "an observation references its owner weakly")
        token.cancel()
        provider.set(.limit, 2)
        await witness.untilHeard(1)
        #expect(cancelled.heard == [])
    }
}
