// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import HalyardUI
import TestSupport
import Testing

@MainActor @Suite("Flag bindings")
struct FlagBindingTests {
    private let provider = InMemoryFlagProvider(["limit": 1])

    @Test("Sends the current value immediately, then each change")
    func values() async {
        let client = await FlagClient.serving(provider)
        let journal = Journal()
        client.bind(.limit, to: journal) { journal, value in journal.add("\(value)") }
        #expect(journal.lines == ["1"])
        provider.set(.limit, 2)
        await journal.untilCount(2)
        provider.set(.limit, 3)
        await journal.untilCount(3)
        #expect(journal.lines == ["1", "2", "3"])
    }

    @Test("Stops when the binding is canceled or its owner is released")
    func ends() async {
        let client = await FlagClient.serving(provider)
        let cancelled = Journal()
        let witness = Journal()
        var gone: Journal? = Journal()
        weak let weakGone = gone
        client.bind(.limit, to: cancelled) { journal, value in journal.add("\(value)") }.cancel()
        if let gone { client.bind(.limit, to: gone) { journal, value in journal.add("\(value)") } }
        gone = nil
        #expect(weakGone == nil)
        client.bind(.limit, to: witness) { journal, value in journal.add("\(value)") }
        provider.set(.limit, 2)
        await witness.untilCount(2)
        #expect(cancelled.lines == ["1"])
    }

    @Test("Counts each displayed value once")
    func counts() async {
        let sink = RecordingSink(interest: .every)
        let client = await FlagClient.serving(provider, sinks: [sink])
        let (first, second) = (Journal(), Journal())
        for journal in [first, second] { client.bind(.limit, to: journal) { $0.add("\($1)") } }
        provider.set(.limit, 2)
        await first.untilCount(2)
        await second.untilCount(2)
        await client.flush()
        #expect(
            sink.lines.filter { $0.hasPrefix("evaluated") } == [
                "evaluated limit = 1 value ok", "evaluated limit = 2 value ok",
            ])
    }
}
