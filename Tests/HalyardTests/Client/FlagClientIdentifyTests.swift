// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@Suite("FlagClient: identifying")
struct FlagClientIdentifyTests {
    /// Keeps who was identified.
    private final class Names: EventSink {
        private let state = Lock<[String]>([])
        var all: [String] { state.withLock { $0 } }
        func receive(_ event: FlagEvent) {
            if case .identified(let event) = event { state.withLock { $0.append("\(event.context)") } }
        }
    }

    private let provider = ScriptedProvider()
    private let names = Names()
    private let client: FlagClient

    init() {
        client = FlagClient(provider: provider, context: .user("a"), sinks: [names], options: .manual())
    }

    @Test("before the start nothing is asked")
    func notStarted() async {
        #expect(await client.identify(.user("a")) == .notStarted)
    }

    @Test("for an equal context sinks receive the identification again, and the provider is asked again")
    func same() async {
        await provider.start(client)
        async let outcome = client.identify(.user("a"))
        let run = await provider.nextRun()
        #expect(run.request.cause == .refresh)
        run.answer(["limit": 2])
        #expect(await outcome == .answered)
        #expect(client.int("limit", default: 0) == 2)
        await client.flush()
        #expect(names.all == ["user:a", "user:a"])
    }

    @Test("identifying another context is a change of context")
    func other() async {
        await provider.start(client)
        async let outcome = client.identify(.user("b"))
        let run = await provider.nextRun()
        #expect(run.request.cause == .contextChanged(from: .user("a")))
        run.answer(["limit": 2])
        #expect(await outcome == .answered)
        await client.flush()
        #expect(names.all == ["user:a", "user:b"])
    }
}
