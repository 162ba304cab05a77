// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@testable import Halyard

@Suite("FlagClient: shutdown in every state")
struct ShutdownStatesTests {
    /// The state of a client when it's shut down.
    enum Stage: CaseIterable {
        case created, starting, stale, ready, inError, fatal, reconciling, offline, refreshing
        case switching, switchingAtStart
    }

    private let old = ScriptedProvider(name: "old")
    private let next = ScriptedProvider(name: "next")
    private let sink = BlockingSink()

    @Test("Ends calls and sequences, flushes sinks, and closes providers once", arguments: Stage.allCases)
    func shutdown(in stage: Stage) async {
        let client = FlagClient(provider: old, context: .user("a"), sinks: [sink], options: .manual())
        let waiting = await prepare(client, stage)
        var updates = client.updates.makeAsyncIterator()
        client.track("event")

        async let other: Void = client.shutdown()
        await client.shutdown()
        await other
        #expect(client.state.isShutDown)
        #expect(client.status == .notReady)
        #expect(client.int("limit", default: 7) == 7)
        #expect(await waiting?.value == (waiting == nil ? nil : .shutDown))
        #expect(old.closeCount == 1)
        #expect(next.closeCount == ([.switching, .switchingAtStart].contains(stage) ? 1 : 0))
        #expect(sink.all.filter { $0 != "online" && $0 != "offline" } == ["event", "flush", "detach"])
        #expect(await updates.next()?.state.isShutDown == true)
        #expect(await updates.next() == nil)

        await client.shutdown()
        #expect(await client.refresh() == .shutDown)
        #expect(old.closeCount == 1)
        #expect(sink.all.last == "detach")
    }

    /// Brings a client to a stage, and returns the call that waits in it, or `nil` if none does.
    private func prepare(_ client: FlagClient, _ stage: Stage) async -> Task<FlagClient.RequestOutcome, Never>? {
        switch stage {
        case .created:
            return nil
        case .starting, .stale, .switchingAtStart:
            _ = await client.start(within: .zero)
            let run = await old.nextRun()
            if stage == .starting { return Task { await client.refresh() } }
            if stage == .switchingAtStart { return await switching(client) }
            run.cache(["limit": 1])
        case .ready, .reconciling, .offline, .refreshing, .switching:
            await old.start(client)
            if stage == .switching { return await switching(client) }
            return await changing(client, stage)
        case .inError:
            _ = await client.start(within: .zero)
            await old.nextRun().fail(FlagError(.general, "The service is down."))
        case .fatal:
            _ = await client.start(within: .zero)
            await old.nextRun().end(throwing: FlagError(.providerFatal, "The key is wrong."))
            await client.until { $0.status == .fatal }
        }
        return nil
    }

    private func changing(_ client: FlagClient, _ stage: Stage) async -> Task<FlagClient.RequestOutcome, Never>? {
        let call: Task<FlagClient.RequestOutcome, Never>
        switch stage {
        case .reconciling: call = Task { await client.setContext(.user("b")) }
        case .offline: call = Task { await client.setOnline(false) }
        case .refreshing: call = Task { await client.refresh() }
        default: return nil
        }
        _ = await old.nextRun()
        return call
    }

    private func switching(_ client: FlagClient) async -> Task<FlagClient.RequestOutcome, Never> {
        let call = Task { await client.swap(to: next) }
        _ = await next.nextRun()
        return call
    }
}
