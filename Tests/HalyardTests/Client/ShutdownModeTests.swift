// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@Suite("Mode during shutdown")
struct ShutdownModeTests {
    @Test("Notifies sinks that the app goes offline during their last flush")
    func offline() async {
        let gate = Signal()
        let sink = CallbackSink(onFlush: { await gate.wait() })
        let client = FlagClient(provider: InMemoryFlagProvider(), sinks: [sink], options: .manual())
        _ = await client.start()
        async let end: Void = client.shutdown()
        await until { sink.record.flushCount == 1 }
        await client.setOnline(false)
        #expect(sink.record.modes == [.online, .offline])
        gate.give()
        await end
    }
}
