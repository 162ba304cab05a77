// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@Suite("FlagClient: network changes")
struct ReachabilityTests {
    private let provider = ScriptedProvider()
    private let network = ManualReachability(false)

    private func started() async -> (FlagClient, ScriptedProvider.Run) {
        await provider.startedClient { $0.reachability = network }
    }

    /// Restores the network, and waits until another client has refreshed its flags because of it.
    private func returnOfNetwork() async {
        let other = ScriptedProvider()
        let (client, _) = await other.startedClient { $0.reachability = network }
        network.set(true)
        #expect(await other.nextRun().request.cause == .refresh)
        await client.shutdown()
    }

    @Test("Runs the provider even if the network is reported as unavailable")
    func unreachable() async {
        let (client, run) = await started()
        #expect(run.request.mode == .online)
        #expect(client.status == .ready)
    }

    @Test("Refreshes with resume data when the network returns")
    func returned() async {
        let (client, first) = await started()
        first.fail(FlagError(.general, "the connection was lost"))
        #expect(client.status == .stale)
        network.set(true)
        let second = await provider.nextRun()
        #expect(second.request.cause == .refresh)
        #expect(second.request.resume?.table["limit"]?.value == 1)
        second.answer(["limit": 2])
        #expect(client.status == .ready)
        #expect(client[.limit] == 2)
        #expect(first.answer(["limit": 3]) == false)
    }

    @Test("Refreshes once for each return of the network, not for its loss")
    func eachReturn() async {
        let (client, _) = await started()
        for _ in 0..<3 {
            network.set(true)
            #expect(await provider.nextRun().request.cause == .refresh)
            network.set(false)
        }
        network.set(true)
        #expect(await provider.nextRun().request.cause == .refresh)
        #expect(provider.waitingRuns == 0)
        await client.shutdown()
    }

    @Test("Doesn't refresh when the network returns while offline")
    func offline() async {
        let (client, _) = await started()
        async let outcome = client.setOnline(false)
        await provider.nextRun().answer([:])
        #expect(await outcome == .completed)
        await returnOfNetwork()
        #expect(provider.waitingRuns == 0)
        #expect(client.status == .ready)
    }

    @Test("Doesn't refresh a fatal provider when the network returns")
    func fatal() async {
        let (client, run) = await started()
        run.end(throwing: FlagError(.providerFatal, "the key is refused"))
        await client.until { $0.status == .fatal }
        await returnOfNetwork()
        #expect(provider.waitingRuns == 0)
        #expect(client.status == .fatal)
    }

    @Test("Runs a candidate provider again when the network returns")
    func candidate() async throws {
        let (client, _) = await started()
        let next = ScriptedProvider(name: "next")
        async let switched: Void = client.switchProvider(to: next, within: .seconds(600))
        _ = await next.nextRun()
        network.set(true)
        #expect(await provider.nextRun().request.cause == .refresh)
        let again = await next.nextRun()
        #expect(again.request.cause == .swap)
        again.answer(["limit": 4], provider: "next")
        try await switched
        #expect(client[.limit] == 4)
    }

    @Test("Ignores the network after the shutdown")
    func shutdown() async {
        let (client, _) = await started()
        await client.shutdown()
        await returnOfNetwork()
        #expect(provider.waitingRuns == 0)
    }
}
