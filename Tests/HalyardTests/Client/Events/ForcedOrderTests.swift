// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import HalyardTesting
import TestSupport
import Testing

@testable import Halyard

@Suite("FlagClient: event order")
struct ForcedOrderTests {
    private let sink = BlockingSink()

    @Test("Discards events from before withdrawn consent if the sink is busy")
    func consentWhileBusy() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        #expect(await sink.block(client))
        client.track("second")
        client.setEventsEnabled(false)
        client.track("third")
        client.setEventsEnabled(true)
        client.track("fourth")
        let flush = startedTask { await client.flush() }
        sink.release()
        await flush.value
        #expect(sink.all == ["online", "first", "consent false", "consent true", "fourth", "flush"])
    }

    @Test("Sends the new mode to a busy sink before the flush")
    func modeBeforeFlush() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        #expect(await sink.block(client))
        client.track("second")
        #expect(await client.setOnline(false) == .completed)
        #expect(sink.all == ["online", "first", "offline"])
        let flush = startedTask { await client.flush() }
        sink.release()
        await flush.value
        #expect(sink.all == ["online", "first", "offline", "second", "flush"])
    }

    @Test("Erases an identity after its pending events are delivered")
    func eraseAfterDelivery() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        #expect(await sink.block(client))
        client.track("second", for: .user("ada"))
        let erasure = startedTask { await client.erase(.user("ada")) }
        client.track("third")
        sink.release()
        await erasure.value
        #expect(sink.all == ["online", "first", "second", "third", "erase"])
    }

    @Test("Counts a read once for its provider while a switch closes the window")
    func readWhileAWindowCloses() async {
        let time = GatedTime()
        let (oldSink, newSink) = (RecordingSink(), RecordingSink())
        let old = ScriptedProvider(name: "old", sinks: ["old": oldSink])
        let new = ScriptedProvider(name: "new", sinks: ["new": newSink])
        var options = FlagClient.Options.readingSlots
        options.time = time
        let client = FlagClient(provider: old, options: options)
        await old.start(client, ["a": 1])
        #expect(client.int("a", default: 0) == 1)

        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        time.holdUpNext()
        // Holds the client's locks while the clock blocks it.
        #expect(BlockingThread.start { run.answer(["a": 2], provider: "new") })
        await time.isHeldUp.wait()
        let flush = startedTask { await BlockingWork.run { client.router.closeWindow() } }
        for _ in 0..<3 { #expect(client.int("a", default: 0) == 1) }
        time.goOn()
        #expect(await outcome == .completed)
        await flush.value
        for _ in 0..<2 { #expect(client.int("a", default: 0) == 2) }
        await client.shutdown()
        #expect(oldSink.readCounts == ["a": 4])
        #expect(newSink.readCounts == ["a": 2])
    }
}

/// A clock that blocks one thread that reads the time.
private final class GatedTime: TimeSource {
    let isHeldUp = Signal()
    private let time = ManualTime()
    private let holdsUp = Lock(false)
    private let gate = DispatchSemaphore(value: 0)

    /// Blocks the next thread that reads the time until ``goOn()`` is called.
    func holdUpNext() { holdsUp.withLock { $0 = true } }
    func goOn() { gate.signal() }

    var now: Instant {
        let waits = holdsUp.withLock { holdsUp in
            defer { holdsUp = false }
            return holdsUp
        }
        if waits {
            isHeldUp.give()
            gate.wait()
        }
        return time.now
    }

    var uptime: Duration { time.uptime }
    func sleep(for duration: Duration) async throws { try await time.sleep(for: duration) }
}
