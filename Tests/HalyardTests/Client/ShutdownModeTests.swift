// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@Suite("The mode while a client ends")
struct ShutdownModeTests {
    /// Holds up its flush until it is opened.
    private final class HeldSink: EventSink {
        private let (gate, opening) = AsyncStream<Void>.makeStream()
        let modes = Recorder<FlagRequest.Mode>()
        let flushes = Recorder<Void>()

        func receive(_ event: FlagEvent) {
            if case .modeChanged(let mode) = event { modes.add(mode) }
        }

        func flush() async {
            flushes.add()
            for await _ in gate {}
        }

        func open() { opening.finish() }
    }

    @Test("Tells sinks that the app goes offline while they send their last events")
    func offline() async {
        let sink = HeldSink()
        let client = FlagClient(provider: InMemoryProvider(), sinks: [sink], options: .manual())
        _ = await client.start()
        async let end: Void = client.shutdown()
        await until { sink.flushes.count == 1 }
        await client.setOnline(false)
        #expect(sink.modes.all == [.online, .offline])
        sink.open()
        await end
    }
}
