// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@Suite("FlagClient: context, mode, and refresh")
struct FlagClientContextTests {
    private let time = ManualTime()
    private let provider = ScriptedProvider()

    @Test("Serves the previous flags until the new context's flags arrive")
    func change() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        #expect(run.request.cause == .contextChanged(from: .user("a")))
        #expect(run.request.context == .user("b"))
        #expect(run.request.resume == nil, "another context's flags aren't resume data")
        #expect(client.status == .reconciling)
        #expect(client[.limit] == 1)
        #expect(client.context == .user("b"))
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 2)
        #expect(client.status == .ready)
    }

    @Test("Reports the previous context in details and explanations")
    func previousContext() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"), within: .seconds(5))
        let run = await provider.nextRun()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(5))
        #expect(await outcome == .timedOut)
        let details = client.details(of: .limit)
        #expect(details.value == 1)
        #expect(details.reason == .stale)
        #expect(details.previousContext == .user("a"))
        #expect(details.description == "limit = 1 (STALE, network: scripted, of the previous context user:a)")
        let step = client.explain(.limit).steps.first { $0.layer == .provider }
        #expect(
            step?.message.hasSuffix(
                "The value belongs to the previous context user:a, because flags of user:b haven't arrived.") == true)
        #expect(step?.facts["previousContext"] == "user:a")
        run.answer(["limit": 2])
        #expect(client.details(of: .limit).previousContext == nil)
        #expect(client.details(of: .limit).reason == .static)
    }

    @Test("Stops serving another identity's flags after contextChangeLimit")
    func silence() async {
        let (client, _) = await provider.startedClient(at: time)
        async let first = client.setContext(.user("b"), within: .seconds(5))
        _ = await provider.nextRun()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(20))
        #expect(await first == .timedOut)
        #expect(client[.limit] == 1)
        // A second change doesn't restart the limit.
        async let second = client.setContext(.user("c"), within: .seconds(60))
        let run = await provider.nextRun()
        await time.awaitSleepers(2)
        time.advance(by: .milliseconds(9999))
        await time.awaitSleepers(2)
        #expect(client.status == .reconciling)
        #expect(client[.limit] == 1)
        time.advance(by: .milliseconds(1))
        for await update in client.updates where update.state.status == .error { break }
        #expect(client[.limit] == 10)
        #expect(
            client.state.error
                == FlagError(
                    .providerNotReady,
                    "No response from 'scripted' for the new context within 30.0 seconds (contextChangeLimit). "
                        + "The previous context's flags are no longer served."))
        run.answer(["limit": 3])
        #expect(await second == .completed)
        #expect(client[.limit] == 3)
        #expect(client.status == .ready)
    }

    @Test("Keeps flags of the same identity regardless of the response time")
    func silenceAboutTheSame() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("a", ["plan": "gold"]), within: .seconds(120))
        let run = await provider.nextRun()
        await time.awaitSleepers(1)
        time.advance(by: .seconds(100))
        #expect(client[.limit] == 1)
        #expect(client.status == .reconciling)
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
    }

    @Test("Stops serving the previous flags with the clearFlags policy")
    func clearing() async {
        let (client, _) = await provider.startedClient(at: time) { $0.contextChange = .clearFlags }
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        #expect(client[.limit] == 10)
        #expect(client.status == .notReady)
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
    }

    @Test("Ignores late responses for the previous context")
    func lateAnswer() async {
        let (client, old) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let new = await provider.nextRun()
        #expect(old.answer(["limit": 99]) == false)
        #expect(client[.limit] == 1)
        new.answer(["limit": 2])
        #expect(old.answer(["limit": 99]) == false)
        #expect(client[.limit] == 2)
        #expect(await outcome == .completed)
    }

    @Test("Ignores and reports flags of another context in the current run")
    func foreignFlags() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        let foreign = FlagSet([], for: .user("a"), confirmedAt: Instant(millisecondsSinceEpoch: 0))
        #expect(run.channel.publish(.ready(foreign)), "the run continues")
        #expect(client.status == .reconciling)
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "foreignFlags", .warning, subject: "scripted",
                    "Ignored flags that the provider published for another context (user:a).",
                    suggestion: "Publish flag sets for request.context only.")
            ])
    }

    @Test("Ignores and reports a ready state without flags for the context")
    func readyWithoutFlags() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        run.channel.publish(ProviderState(.ready, isAnswer: true))
        #expect(client.status == .reconciling, "the current flags belong to another user")
        #expect(client.diagnostics.recent.map(\.code) == ["answerWithoutFlags"])
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
    }

    @Test("Skips outdated runs when 1,000 context changes pile up")
    func pileUp() async {
        struct Counting: FlagProvider {
            let name = "counting"
            let runs: Recorder<Void>

            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                if Task.isCancelled { runs.add() }
                channel.publish(
                    .ready(FlagSet([], for: request.context, confirmedAt: Instant(millisecondsSinceEpoch: 0))))
            }
        }
        let runs = Recorder<Void>()
        let client = await FlagClient.serving(Counting(runs: runs))
        let outcomes = await withTaskGroup(of: FlagClient.RequestOutcome.self) { group in
            for number in 0..<1000 { group.addTask { await client.setContext(.user("\(number)")) } }
            return await group.reduce(into: [FlagClient.RequestOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == .completed || $0 == .superseded })
        #expect(runs.count < 100, "runs that were outdated before they began must not reach the provider")
        #expect(client.status == .ready)
    }

    @Test("Completes start() after a context change during the start")
    func contextDuringStart() async {
        let client = FlagClient(provider: provider, context: .user("a"), options: .manual(time))
        async let start = client.start()
        _ = await provider.nextRun()
        async let change = client.setContext(.user("b"))
        await provider.nextRun().answer(["limit": 2])
        #expect(await start == .ready)
        #expect(await change == .completed)
    }

    @Test("Reports an error for a stale state without flags for the context")
    func staleErrorWithoutFlags() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let error = FlagError(.general, "503")
        await provider.nextRun().channel.publish(.stale(error: error))
        #expect(await outcome == .failed(error))
        #expect(client.status == .error)
    }

    @Test("Keeps the published error of a run that then returns")
    func errorThenEnd() async {
        let client = FlagClient(provider: provider, context: .user("a"), options: .manual(time))
        async let start = client.start()
        let run = await provider.nextRun()
        let error = FlagError(.general, "503")
        run.fail(error)
        run.end()
        #expect(await start == .defaults(error))
        await until { provider.endedCount > 0 }
        #expect(client.state.error == error)
    }

    @Test("Passes the background mode to the provider at the start")
    func startInTheBackground() async {
        let client = FlagClient(provider: provider, options: .manual { $0.lifecycle = ManualLifecycle(.background) })
        async let start = client.start()
        let run = await provider.nextRun()
        #expect(run.request.mode == .background)
        #expect(run.request.cause == .start)
        run.answer([:])
        #expect(await start == .ready)
    }

    @Test("Returns to the foreground without waiting for a slow flush")
    func slowFlush() async {
        let gate = Signal()
        let slow = CallbackSink(onFlush: { await gate.wait() })
        let lifecycle = ManualLifecycle()
        let (client, _) = await provider.startedClient([:], sinks: [slow]) { $0.lifecycle = lifecycle }
        lifecycle.move(to: .background)
        #expect(await provider.nextRun().request.mode == .background)
        lifecycle.move(to: .foreground)
        #expect(await provider.nextRun().request.mode == .online)
        gate.give()
        await client.shutdown()
    }

    @Test("Completes immediately for an equal context")
    func equalContext() async {
        let (client, _) = await provider.startedClient(at: time)
        #expect(await client.setContext(.user("a")) == .completed)
        #expect(client.status == .ready)
        #expect(client.state.sequence == 1)
    }

    @Test("Times out at the deadline, and serves flags that arrive later")
    func deadline() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"), within: .seconds(3))
        let run = await provider.nextRun()
        await time.awaitSleepers(2)
        time.advance(by: .seconds(3))
        #expect(await outcome == .timedOut)
        run.answer(["limit": 2])
        #expect(client[.limit] == 2)
    }

    @Test("Stops serving another identity's flags if the fetch fails")
    func failureForAnotherIdentity() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let error = FlagError(.general, "No network.")
        await provider.nextRun().fail(error)
        #expect(await outcome == .failed(error))
        #expect(client[.limit] == 10)
        #expect(client.status == .error)
    }

    @Test("Keeps the flags after a failure if only attributes changed")
    func failureForTheSameIdentity() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("a", ["plan": "gold"]))
        let error = FlagError(.general, "No network.")
        await provider.nextRun().end(throwing: error)
        #expect(await outcome == .failed(error))
        #expect(client[.limit] == 1)
    }

    @Test("Only stores a context before the start")
    func beforeStart() async {
        let client = FlagClient(provider: provider, context: .user("a"), options: .manual(time))
        #expect(await client.setContext(.user("b")) == .notStarted)
        async let start = client.start()
        let run = await provider.nextRun()
        #expect(run.request.context == .user("b"))
        run.answer([:])
        #expect(await start == .ready)
    }

    @Test("Runs the provider in offline mode with resume data")
    func offline() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setOnline(false)
        let run = await provider.nextRun()
        #expect(run.request.mode == .offline)
        #expect(run.request.cause == .modeChanged)
        #expect(run.request.resume?.table["limit"]?.value == 1)
        #expect(client[.limit] == 1)
        run.answer(["limit": 1])
        #expect(await outcome == .completed)
        #expect(client.isOnline == false)
        #expect(await client.setOnline(false) == .completed, "the client is already offline")
    }

    @Test("Completes start() after a mode change during the start")
    func modeChangeDuringStart() async {
        let client = FlagClient(provider: provider, context: .user("a"), options: .manual(time))
        async let start = client.start()
        _ = await provider.nextRun()
        async let mode = client.setOnline(false)
        let run = await provider.nextRun()
        run.answer(["limit": 3])
        #expect(await start == .ready)
        #expect(await mode == .completed)
    }

    @Test("Runs the provider again on refresh, and waits for the response")
    func refresh() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        #expect(run.request.cause == .refresh)
        #expect(run.request.resume?.table["limit"]?.value == 1)
        run.answer(["limit": 7])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 7)
    }

    @Test("Treats flags with an error as a response only if the source sent them", arguments: [true, false])
    func answerWithError(isAnswer: Bool) async {
        let (client, _) = await provider.startedClient(at: time)
        let error = FlagError(.general, "The stream is lost.")
        async let outcome = client.refresh()
        let run = await provider.nextRun()
        let fresh = FlagSet(["limit": 7], from: "scripted", for: run.request.context)
        run.channel.publish(ProviderState(.stale, fresh, error: error, isAnswer: isAnswer))
        #expect(await outcome == (isAnswer ? .completed : .failed(error)))
        #expect(client[.limit] == 7)
        #expect(client.status == .stale)
        #expect(client.state.error == error)
    }

    @Test("Moves the provider to the background and back with the app")
    func lifecycle() async {
        let lifecycle = ManualLifecycle()
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(sinks: [sink]) { $0.lifecycle = lifecycle }
        lifecycle.move(to: .background)
        let background = await provider.nextRun()
        #expect(background.request.mode == .background)
        background.answer(["limit": 1])
        lifecycle.move(to: .foreground)
        #expect(await provider.nextRun().request.mode == .online)
        await until { sink.lines.contains("flush") }
        #expect(sink.lines.filter { $0 == "flush" } == ["flush"])
        await client.shutdown()
    }

    /// A lifecycle that records when background work begins and ends in each phase.
    private final class NotedLifecycle: Lifecycle {
        let manual = ManualLifecycle()
        let notes = Lock<[String]>([])
        var phase: LifecyclePhase { manual.phase }
        var phases: AsyncStream<LifecyclePhase> { manual.phases }

        func withBackgroundTime(in phase: LifecyclePhase, _ body: () async -> Void) async {
            notes.withLock { $0.append("\(phase) begins") }
            await body()
            notes.withLock { $0.append("\(phase) is done") }
        }
    }

    @Test("Flushes events in background time from the lifecycle", arguments: [LifecyclePhase.background, .terminating])
    func time(phase: LifecyclePhase) async {
        let lifecycle = NotedLifecycle()
        let sink = RecordingSink()
        let (client, _) = await provider.startedClient(sinks: [sink]) { $0.lifecycle = lifecycle }
        lifecycle.manual.move(to: phase)
        await until { lifecycle.notes.withLock({ $0.count }) >= 2 }
        #expect(lifecycle.notes.withLock { $0 } == ["\(phase) begins", "\(phase) is done"])
        #expect(sink.lines.contains("flush"))
        await client.shutdown()
    }

    @Test("Stops serving an erased user's flags during a context change")
    func eraseFormer() async {
        let (client, _) = await provider.startedClient(at: time)
        async let outcome = client.setContext(.user("b"))
        let run = await provider.nextRun()
        #expect(client[.limit] == 1)
        await client.erase(.user("c"))
        #expect(client[.limit] == 1)
        await client.erase(.user("a"))
        #expect(client[.limit] == 10)
        #expect(client.status == .notReady)
        run.answer(["limit": 2])
        #expect(await outcome == .completed)
        #expect(client[.limit] == 2)
    }

    @Test("Erases the current identity's flags, context, and counts")
    func erase() async {
        let sink = RecordingSink()
        let client = FlagClient(
            provider: provider, context: .user("a", ["plan": "gold"]), sinks: [sink], options: .manual())
        await provider.start(client)
        #expect(client[.limit] == 1)
        await client.erase(.user("a"))
        #expect(client[.limit] == 10)
        #expect(client.context == .anonymous)
        #expect(provider.erased == [.user("a")])
        await client.flush()
        #expect(
            sink.lines.filter { !$0.hasPrefix("changed") } == [
                "identified user:a after nobody", "identified user:anonymous after user:a", "erase user:a",
                "counted for user:anonymous: limit=null/10 x1+0 PROVIDER_NOT_READY", "flush",
            ])
    }
}
