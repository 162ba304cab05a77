// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

@Suite("Discarded tracking events")
struct TrackedNowhereTests {
    /// A sink that accepts only counts, like the Unleash sink.
    private static let countingSink = RecordingSink(interest: .counts, acceptsTrackingEvents: false)

    private func diagnostic(_ name: String) -> Diagnostic {
        Diagnostic(
            "trackedNowhere", .warning, subject: name,
            "The event is discarded, because neither the provider nor a sink accepts tracking events.",
            suggestion: "Add a sink, such as LineSink.file(path:), or use a provider that accepts tracking events.")
    }

    @Test(
        "Reports each event name once",
        arguments: [[], [countingSink], [countingSink, countingSink]] as [[any EventSink]])
    func nowhere(sinks: [any EventSink]) async {
        let client = FlagClient(provider: InMemoryFlagProvider(), sinks: sinks, options: .manual())
        client.track("buy")
        client.track("buy")
        client.track("look")
        #expect(client.diagnostics.recent == [diagnostic("buy"), diagnostic("look")])
        await client.shutdown()
        client.track("late")
        #expect(client.diagnostics.recent.count == 2)
    }

    @Test("Reports at most 100 event names")
    func bounded() {
        let client = FlagClient(provider: InMemoryFlagProvider(), options: .manual())
        for number in 0..<120 { client.track("event \(number)") }
        #expect(client.diagnostics.recent.last == diagnostic("event 99"))
    }

    @Test("Reports nothing with a tracking sink or without consent")
    func somewhere() {
        let client = FlagClient(
            provider: InMemoryFlagProvider(), sinks: [Self.countingSink, RecordingSink()], options: .manual())
        client.track("buy")
        #expect(client.diagnostics.recent.isEmpty)
        let quiet = FlagClient(provider: InMemoryFlagProvider(), options: .manual { $0.eventsEnabled = false })
        quiet.track("buy")
        #expect(quiet.diagnostics.recent.isEmpty)
    }
}
