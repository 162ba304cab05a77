// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: shutdown")
struct FlagClientShutdownTests {
    private let provider = ScriptedProvider()

    @Test("Serves defaults with an error, and rejects later publications")
    func readsAfterwards() async {
        let (client, run) = await provider.startedClient()
        await client.shutdown()
        #expect(client[.limit] == 10)
        #expect(
            client.details(of: .limit).error
                == FlagError(
                    .providerNotReady,
                    "The provider 'scripted' has no flags (NOT_READY). "
                        + "The client was shut down. Create a new one to read flags."))
        #expect(client.status == .notReady)
        #expect(client.state.isShutDown)
        #expect(run.answer(["limit": 2]) == false)
        #expect(client.allFlags == [:])
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "readAfterShutdown", .warning,
                    "The flag \"limit\" was read after the client was shut down. All reads now return their default values.",
                    suggestion:
                        "Finish all work that reads flags before you shut the client down, or read from a snapshot().")
            ])
    }

    @Test("Keeps the flags of an earlier view without a diagnostic")
    func viewAfterwards() async {
        let (client, _) = await provider.startedClient()
        let view = client.snapshot()
        await client.shutdown()
        #expect(view[.limit] == 1)
        #expect(view.allFlags == ["limit": 1])
        #expect(client.diagnostics.recent.isEmpty)
    }

    @Test("Sends counts and closes the provider once")
    func order() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(sinks: [sink])
        #expect(client[.limit] == 1)
        await client.shutdown()
        await client.shutdown()
        #expect(
            sink.lines.filter { !$0.hasPrefix("changed") } == [
                "identified user:a after nobody", "counted for user:a: limit=1/10 x1+0", "flush",
            ])
        #expect(provider.closeCount == 1)
        #expect(provider.cancelledCount == 1)
    }

    @Test("Flushes sinks and closes the provider of a released client")
    func sinksLetGo() async {
        let sink = RecordingSink()
        do {
            let client = FlagClient(provider: provider, context: .user("a"), sinks: [sink], options: .manual())
            client.track("bought")
        }
        await until { if case .detach = sink.calls.last { true } else { false } }
        #expect(sink.lines == ["tracked bought null - by user:a", "flush"])
        await until { provider.closeCount > 0 }
    }

    /// A provider that records its sink's events and its own closing in one list.
    private final class NotedProvider: FlagProvider {
        let name = "noted"
        let sinks: [ProviderSink]
        private let recorder = Recorder<String>()
        var notes: [String] { recorder.all }

        init() {
            let sink = CallbackSink(onReceive: { [recorder] event in
                guard case .tracked(let event) = event, event.name != "first" else { return }
                recorder.add(event.name)
            })
            sinks = [ProviderSink(sink, of: name)]
        }

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            channel.publish(.ready(FlagSet(["limit": 1], from: name, for: request.context)))
            try await Task.sleep(for: .seconds(3600))
        }

        func close() async { recorder.add("closed") }
    }

    @Test("Delivers all events to a provider's sink before closing the provider")
    func busySink() async {
        let (held, provider) = (BlockingSink(), NotedProvider())
        let time = ManualTime()
        let client = FlagClient(provider: provider, context: .user("a"), sinks: [held], options: .manual(time))
        await client.start()
        #expect(await held.block(client))
        client.track("purchase")
        async let shutdown: Void = client.shutdown(within: .seconds(250))
        await until { client.state.isShutDown }
        // The shutdown waits for the sink, and for its own deadline.
        await time.awaitSleepers()
        held.release()
        await shutdown
        #expect(provider.notes == ["purchase", "closed"])
    }

    @Test("Closes the provider at the deadline if a sink is stuck")
    func stuckSink() async {
        let (held, provider) = (BlockingSink(), NotedProvider())
        let time = ManualTime()
        let client = FlagClient(provider: provider, context: .user("a"), sinks: [held], options: .manual(time))
        await client.start()
        #expect(await held.block(client))
        async let shutdown: Void = client.shutdown(within: .seconds(5))
        await until(moving: time, by: .seconds(1)) { provider.notes.contains("closed") }
        await shutdown
        held.release()
    }

    @Test("Returns shutDown to waiting and later callers")
    func waiters() async {
        let (client, _) = await provider.startedClient()
        async let outcome = client.setContext(.user("b"))
        _ = await provider.nextRun()
        await client.shutdown()
        #expect(await outcome == .shutDown)
        #expect(await client.setContext(.user("c")) == .shutDown)
        #expect(await client.refresh() == .shutDown)
        #expect(await client.setOnline(false) == .shutDown)
        let result = await client.start()
        #expect(
            result
                == .defaults(FlagError(.providerNotReady, "The client was shut down. Create a new one to read flags.")))
    }

    @Test("Returns at the deadline if the provider doesn't stop")
    func bounded() async {
        struct Stubborn: FlagProvider {
            let name = "stubborn"
            let release: AsyncStream<Void>

            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                // An unstructured task isn't canceled with the run.
                await Task { for await _ in release { return } }.value
            }
        }
        let time = ManualTime()
        let (release, continuation) = AsyncStream.makeStream(of: Void.self)
        let client = FlagClient(provider: Stubborn(release: release), options: .manual(time))
        _ = await client.start(within: .zero)
        async let end: Void = client.shutdown(within: .seconds(5))
        await time.awaitSleepers()
        time.advance(by: .seconds(5))
        await end
        #expect(client.state.isShutDown)
        continuation.yield()
    }

    @Test("Ends the sequences of a released client")
    func letGo() async {
        var client: FlagClient? = await provider.startedClient().0
        var updates = client?.updates.makeAsyncIterator()
        #expect(await updates?.next()?.state.status == .ready)
        client = nil
        #expect(await updates?.next() == nil)
    }

    @Test("Sends counts in a canceled task")
    func cancelledTask() async {
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(sinks: [sink])
        _ = client[.limit]
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await client.shutdown()
        }
        task.cancel()
        await task.value
        #expect(sink.readCounts == ["limit": 1])
        #expect(sink.lines.last == "flush")
    }

    @Test("Ignores events during the last flush")
    func lateEvents() async {
        let held = Lock<FlagClient?>(nil)
        let sink = CallbackSink(onFlush: { held.withLock { $0 }?.track("late") })
        let client = await FlagClient.serving(InMemoryFlagProvider(), sinks: [sink])
        held.withLock { $0 = client }
        client.track("early")
        await client.shutdown()
        #expect(sink.record.trackingEvents.map(\.name) == ["early"])
        held.withLock { $0 = nil }
    }

    @Test("Closes the provider and ends the diagnostics of a released client")
    func letGoCloses() async {
        var client: FlagClient? = await provider.startedClient().0
        let log = client?.diagnostics
        client = nil
        await until { provider.closeCount > 0 }
        #expect(provider.closeCount == 1)
        if let log { for await _ in log.updates {} }
    }
}
