// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

@Suite("Tracking events that go nowhere")
struct TrackedNowhereTests {
    /// Takes counts only, as Unleash does.
    private static let countingSink = RecordingSink(interest: .counts, acceptsTrackingEvents: false)

    private func finding(_ name: String) -> Diagnostic {
        Diagnostic(
            "trackedNowhere", .warning, subject: name,
            "The event is discarded, because neither the provider nor a sink accepts tracking events.",
            suggestion: "Add a sink, such as LineSink.file(path:), or use a provider that accepts tracking events.")
    }

    @Test(
        "each name is reported once",
        arguments: [[], [countingSink], [countingSink, countingSink]] as [[any EventSink]])
    func nowhere(sinks: [any EventSink]) async {
        let client = FlagClient(provider: InMemoryProvider(), sinks: sinks, options: .manual())
        client.track("buy")
        client.track("buy")
        client.track("look")
        #expect(client.diagnostics.recent == [finding("buy"), finding("look")])
        await client.shutdown()
        client.track("late")
        #expect(client.diagnostics.recent.count == 2)
    }

    @Test("Reports a hundred names")
    func bounded() {
        let client = FlagClient(provider: InMemoryProvider(), options: .manual())
        for number in 0..<120 { client.track("event \(number)") }
        #expect(client.diagnostics.recent.last == finding("event 99"))
    }

    @Test("where one sink accepts tracking events, and without consent, nothing is reported")
    func somewhere() {
        let client = FlagClient(
            provider: InMemoryProvider(), sinks: [Self.countingSink, RecordingSink()], options: .manual())
        client.track("buy")
        #expect(client.diagnostics.recent.isEmpty)
        let quiet = FlagClient(provider: InMemoryProvider(), options: .manual { $0.eventsEnabled = false })
        quiet.track("buy")
        #expect(quiet.diagnostics.recent.isEmpty)
    }
}
