// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import HalyardUI
import Observation
import TestSupport
import Testing

@MainActor @Suite("FlagModel")
struct FlagModelTests {
    private let provider = InMemoryFlagProvider(["limit": 1, "new-nav": false])
    private let journal = Journal()

    private func note(_ line: String, when read: () -> Void) {
        withObservationTracking(read) { [journal] in Task { @MainActor in journal.add(line) } }
    }

    @Test("Notifies readers of a flag only of that flag's changes")
    func flags() async {
        let model = FlagModel(await FlagClient.serving(provider))
        #expect(model.status == .ready)
        note("limit") { #expect(model[.limit] == 1) }
        note("new-nav") { #expect(model[.newNav] == false) }
        provider.set(.limit, 2)
        await journal.untilCount(1)
        #expect(journal.lines == ["limit"])
        #expect(model[.limit] == 2)
    }

    @Test("Updates the status")
    func status() async {
        let client = FlagClient(provider: provider, options: .manual())
        let model = FlagModel(client)
        #expect(model[.onByDefault] == true)
        note("status") { #expect(model.status == .notReady) }
        await client.start()
        await journal.untilCount(1)
        #expect(model.status == .ready)
    }

    @Test("Notifies readers of an unlisted flag when the first flags arrive")
    func firstFlags() async {
        let client = FlagClient(provider: provider, options: .manual())
        let model = FlagModel(client)
        note("nowhere") { _ = model[FlagKey("nowhere", default: 0)] }
        await client.start()
        await journal.untilCount(1)
    }

    @Test("Counts one exposure for 10,000 redraws")
    func exposure() async {
        let sink = RecordingSink(interest: .every)
        let client = await FlagClient.serving(provider, sinks: [sink])
        let model = FlagModel(client)
        for _ in 0..<10_000 { _ = model[.limit] }
        await client.flush()
        #expect(sink.lines.filter { $0.hasPrefix("evaluated") } == ["evaluated limit = 1 value ok"])
    }

    @Test("Stops following the client when the model is released")
    func released() async {
        let client = await FlagClient.serving(provider)
        var model: FlagModel? = FlagModel(client)
        weak let weakModel = model
        _ = model?[.limit]
        model = nil
        await until { weakModel == nil }
    }
}
