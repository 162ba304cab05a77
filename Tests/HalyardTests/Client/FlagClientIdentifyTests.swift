// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: identify")
struct FlagClientIdentifyTests {
    private let provider = ScriptedProvider()
    private let sink = RecordingSink()
    private let client: FlagClient

    init() {
        client = FlagClient(provider: provider, context: .user("a"), sinks: [sink], options: .manual())
    }

    @Test("Reports notStarted before the start")
    func notStarted() async {
        #expect(await client.identify(.user("a")) == .notStarted)
    }

    @Test("Notifies sinks again and refreshes the flags for an equal context")
    func same() async {
        await provider.start(client)
        async let outcome = client.identify(.user("a"))
        let run = await provider.nextRun()
        #expect(run.request.cause == .refresh)
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
        #expect(client.int("limit", default: 0) == 2)
        await client.flush()
        #expect(sink.identifyEvents.map(\.context) == [.user("a"), .user("a")])
    }

    @Test("Changes the context when called with a different context")
    func other() async {
        await provider.start(client)
        async let outcome = client.identify(.user("b"))
        let run = await provider.nextRun()
        #expect(run.request.cause == .contextChanged(from: .user("a")))
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
        await client.flush()
        #expect(sink.identifyEvents.map(\.context) == [.user("a"), .user("b")])
    }
}
