// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

/// Tests for the events that each sink receives while providers and sinks change.
@Suite("FlagClient: added and removed sinks")
struct AudienceTests {
    private let time = ManualTime()

    private func options(consent: Bool = true) -> FlagClient.Options {
        var options = FlagClient.Options.readingSlots
        options.time = time
        options.eventsEnabled = consent
        return options
    }

    private func startReadingCells(_ provider: ScriptedProvider, consent: Bool = true) async -> FlagClient {
        let client = FlagClient(provider: provider, options: options(consent: consent))
        await provider.start(client, ["a": 1])
        return client
    }

    private func swap(_ client: FlagClient, to provider: ScriptedProvider) async {
        async let outcome = client.swap(to: provider)
        await provider.nextRun().answer(["a": 2], provider: provider.name)
        #expect(await outcome == .completed)
    }

    @Test("Separates the events of providers with the same name")
    func sameName() async {
        let (oldSink, newSink) = (RecordingSink(), RecordingSink())
        let client = await startReadingCells(ScriptedProvider(name: "main", sinks: ["main": oldSink]))
        _ = client.int("a", default: 0)
        client.track("before")
        await swap(client, to: ScriptedProvider(name: "main", sinks: ["main": newSink]))
        _ = client.int("a", default: 0)
        _ = client.int("a", default: 0)
        client.track("after")
        await client.shutdown()
        #expect((oldSink.readCounts, oldSink.trackingEvents.count) == (["a": 1], 1))
        #expect((newSink.readCounts, newSink.trackingEvents.count) == (["a": 2], 1))
        #expect(oldSink.flushCount == 1)
    }

    @Test("Passes consent given during a switch to the next provider's sink")
    func consentBeforePromotion() async {
        let sink = RecordingSink()
        let client = await startReadingCells(
            ScriptedProvider(name: "old", sinks: ["old": RecordingSink()]), consent: false)
        let new = ScriptedProvider(name: "new", sinks: ["new": sink])
        async let outcome = client.swap(to: new)
        let run = await new.nextRun()
        client.setEventsEnabled(true)
        run.answer(["a": 2], provider: "new")
        _ = await outcome
        client.track("x")
        await client.flush()
        #expect(sink.trackingEvents.count == 1)
        #expect(sink.consents == [true], "the sink was added with consent")
    }

    @Test("Notifies an added sink of missing consent, and of later consent")
    func noConsent() async {
        let sink = RecordingSink()
        let client = await startReadingCells(ScriptedProvider(name: "old"), consent: false)
        await swap(client, to: ScriptedProvider(name: "new", sinks: ["new": sink]))
        client.track("lost")
        await client.flush()
        #expect(sink.consents == [false])
        #expect(sink.lines == ["flush"])
        client.setEventsEnabled(true)
        client.track("heard")
        await client.flush()
        #expect(sink.consents == [false, true])
        #expect(sink.lines == ["flush", "tracked heard null - by user:anonymous", "flush"])
    }

    @Test("Notifies a returning sink of consent given while it was removed")
    func consentWhileAway() async {
        let sink = RecordingSink()
        let old = ScriptedProvider(name: "old", sinks: ["old": sink])
        let client = await startReadingCells(old)
        client.setEventsEnabled(false)
        await swap(client, to: ScriptedProvider(name: "new"))
        await old.untilClosed()
        client.setEventsEnabled(true)
        await swap(client, to: old)
        #expect(sink.consents == [false, true])
        await client.shutdown()
    }

    @Test("Notifies a removed sink that is still flushing of consent and erasure")
    func leaving() async {
        let (begun, gate) = (Signal(), Signal())
        let sink = CallbackSink(onFlush: {
            begun.give()
            await gate.wait()
        })
        let old = ScriptedProvider(name: "old", sinks: ["old": sink])
        let client = await startReadingCells(old)
        client.track("secret")
        await swap(client, to: ScriptedProvider(name: "new"))
        await begun.wait()
        client.setEventsEnabled(false)
        await client.erase(.user("somebody"))
        #expect(sink.record.consents == [false])
        #expect(sink.record.erasedContexts == [.user("somebody")])
        #expect(old.erased == [.user("somebody")], "the provider that is ending also erases the identity")
        gate.give()
        await client.shutdown()
    }

    @Test("Delivers each event to one sink, and none after the sink's last flush")
    func exactlyOnce() async throws {
        let made = Lock<[LeavingSink]>([])
        let module = ProviderModule(sinks: [
            SinkType("leaving") { settings in
                _ = settings.int("number", default: 0)
                let sink = LeavingSink()
                made.withLock { $0.append(sink) }
                return sink
            }
        ])
        func configuration(_ number: Int) -> ConfigurationSource {
            .json(
                #"{"version": 1, "providers": {"p": {"type": "memory"}}, "sinks": [{"type": "leaving", "number": \#(number)}]}"#
            )
        }
        let client = try FlagClient(configuration: configuration(0), providers: [module], options: options())
        await client.start()
        let isDone = Lock(false)
        let tracking = Task.detached {
            var count = 0
            while !isDone.withLock({ $0 }) {
                client.track("t")
                count += 1
                if count % 64 == 0 { await Task.yield() }
            }
            return count
        }
        for number in 1...100 { try await client.applyConfiguration(configuration(number)) }
        isDone.withLock { $0 = true }
        let tracked = await tracking.value
        await client.shutdown()
        let sinks = made.withLock { $0 }
        #expect(sinks.count == 101)
        #expect(sinks.reduce(0) { $0 + $1.heard } == tracked)
        #expect(sinks.dropLast().allSatisfy { $0.lateCount == 0 })
    }

    /// Reads until the flag was 2 a hundred times, or the task is canceled.
    ///
    /// Returns the number of times that it was 2.
    private static func readTwos(_ client: FlagClient) async -> Int {
        var (count, reads) = (0, 0)
        while count < 100, !Task.isCancelled {
            if client.int("a", default: 0) == 2 { count += 1 }
            reads += 1
            // The switch needs a thread of the cooperative pool, which might have only one.
            if reads % 64 == 0 { await Task.yield() }
        }
        return count
    }

    @Test("Counts every read of the new provider's flags during a switch")
    func readsAtTheSwitch() async {
        for _ in 0..<50 {
            let sink = RecordingSink()
            let client = await startReadingCells(ScriptedProvider(name: "old"))
            async let reading = Self.readTwos(client)
            await swap(client, to: ScriptedProvider(name: "new", sinks: ["new": sink]))
            let count = await reading
            await client.shutdown()
            #expect(count == 100)
            #expect(sink.readCounts == ["a": count])
        }
    }

    @Test("Counts every read if a flush and the shutdown close windows together")
    func flushBesideShutdown() async {
        for _ in 0..<200 {
            let sink = RecordingSink()
            let client = FlagClient(provider: InMemoryFlagProvider(["a": 1]), sinks: [sink], options: options())
            await client.start()
            _ = client.int("a", default: 0)
            async let flush: Bool = client.flush()
            async let shutdown: Void = client.shutdown()
            _ = await (flush, shutdown)
            #expect(sink.readCounts == ["a": 1])
        }
    }

    @Test("Restores plain reads after the sink that receives every read is gone")
    func plainAgain() async {
        let old = ScriptedProvider(name: "old", sinks: ["old": RecordingSink(interest: .every)])
        let client = await startReadingCells(old)
        #expect(!client.published.isPlain)
        await swap(client, to: ScriptedProvider(name: "new"))
        await old.untilClosed()
        var updates = client.updates.makeAsyncIterator()
        while !client.published.isPlain { _ = await updates.next() }
        await client.shutdown()
    }

    @Test("Serves the next provider's cached flags if the current provider fails")
    func cachedWhenOldFails() async {
        let (old, new) = (ScriptedProvider(name: "old"), ScriptedProvider(name: "new"))
        let client = await startReadingCells(old)
        async let outcome = client.swap(to: new)
        _ = await new.nextRun()
        async let change = client.setContext(.user("v"))
        let (newRun, oldRun) = (await new.nextRun(), await old.nextRun())
        newRun.cache(["a": 2])
        #expect(client.int("a", default: 0) == 1)
        oldRun.fail(FlagError(.general, "gone"))
        #expect(client.int("a", default: 0) == 2)
        #expect(client.providerName == "new")
        _ = await change
        #expect(await outcome == .completed)
    }

    @Test("Closes the serving provider even if the old provider doesn't end")
    func stuckRun() async {
        struct Stuck: FlagProvider {
            let gate: Signal
            let name = "stuck"
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                channel.publish(.ready(FlagSet(["a": 1], from: name, for: request.context)))
                await gate.wait()
            }
        }
        let gate = Signal()
        let client = FlagClient(provider: Stuck(gate: gate), options: options())
        await client.start()
        let new = ScriptedProvider(name: "new")
        await swap(client, to: new)
        async let shutdown: Void = client.shutdown(within: .seconds(5))
        await new.untilClosed()
        gate.give()
        await shutdown
    }

    @Test("Notifies a removed sink of the mode before its last flush")
    func modeBeforeTheLastFlush() async {
        let router = EventRouter(ScopeGate(), time: time, hasConsent: true, report: { _ in })
        let (begun, gate, calls) = (Signal(), DispatchSemaphore(value: 0), Recorder<String>())
        // Blocks the thread that delivers the mode, which must not be a thread of the cooperative pool.
        let busy = CallbackSink(onReceive: { event in
            guard case .modeChanged = event else { return }
            begun.give()
            gate.wait()
        })
        let leaving = CallbackSink(
            onReceive: { if case .modeChanged(let mode) = $0 { calls.add("\(mode)") } },
            onFlush: { calls.add("flush") })
        router.exchange(.app, for: [EventDestination(.app, busy)])
        router.setMode(.online)
        #expect(BlockingThread.start { router.deliverModeChanges() })
        await begun.wait()
        router.exchange(.provider(1), for: [EventDestination(.provider(1), ProviderSink(leaving, of: "p"))])
        router.exchange(.provider(1), for: [])
        // When this returns, the task has flushed the sink, or waits for the busy sink.
        let dismissal = startedTask { await router.dismiss(.provider(1)) }
        gate.signal()
        await dismissal.value
        #expect(calls.all == ["online", "flush"])
    }
}

/// A sink that counts tracking events, and those that arrive after its last flush.
private final class LeavingSink: EventSink {
    private struct State {
        var heard = 0
        var hasFlushed = false
        var lateCount = 0
    }

    private let state = Lock(State())

    var heard: Int { state.withLock { $0.heard } }
    var lateCount: Int { state.withLock { $0.lateCount } }

    func receive(_ event: FlagEvent) {
        guard case .tracked = event else { return }
        state.withLock { state in
            state.heard += 1
            if state.hasFlushed { state.lateCount += 1 }
        }
    }

    func flush() async { state.withLock { $0.hasFlushed = true } }
}
