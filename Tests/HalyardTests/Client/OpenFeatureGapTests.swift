// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

/// Tests for requirements of the [OpenFeature specification](https://openfeature.dev/specification/) that no other test
/// covers.
///
/// Names contain the requirement numbers.
///
/// `Tests/Scenarios/OpenFeature/README.md` lists all requirements.
@Suite("OpenFeature: providers, contexts, and tracking")
struct OpenFeatureGapTests {
    @Test("Returns the provider's name (1.1.5, 2.1.1)")
    func providerName() {
        #expect(FlagClient(provider: ScriptedProvider(name: "company"), options: .manual()).providerName == "company")
        #expect(FlagClient(provider: InMemoryFlagProvider(), options: .manual()).providerName == "memory")
    }

    @Test("Returns empty, immutable metadata by default (1.4.14, 1.4.15.1)")
    func metadata() async {
        let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]))
        #expect(client.details(of: .limit).metadata == [:])
        #expect(client.details(of: .greeting).metadata == [:])
        let path: AnyKeyPath = \EvaluationDetails<Int>.metadata
        #expect(!(path is WritableKeyPath<EvaluationDetails<Int>, [String: FlagValue]>))
    }

    @Test("Serves another client after a client's shutdown (2.5.2)")
    func servesAgain() async {
        let provider = InMemoryFlagProvider(["limit": 1])
        let first = FlagClient(provider: provider, context: .user("a"), options: .manual())
        #expect(await first.start() == .ready)
        await first.shutdown()
        let second = FlagClient(provider: provider, context: .user("b"), options: .manual())
        #expect(second[.limit] == 10)
        #expect(await second.start() == .ready)
        #expect(second[.limit] == 1)
    }

    @Test("Supports context fields of every type (3.1.2)")
    func contextFields() {
        let context = EvaluationContext.user(
            "a",
            [
                "beta": true, "plan": "gold", "age": 40, "ratio": 0.5,
                "since": .date(Instant(millisecondsSinceEpoch: 0)), "address": ["city": "Oslo"],
            ])
        #expect(context["beta"] == .bool(true) && context["plan"] == .string("gold"))
        #expect(context["age"] == .int(40))
        #expect(context["ratio"] == .double(0.5))
        #expect(context["since"] == .string("1970-01-01T00:00:00.000Z"))
        #expect(context["address"] == .object(["city": .string("Oslo")]))
        #expect(context.primary.attributes.count == 6)
    }

    @Test("Accepts no context in a call's options (3.2.2.2)")
    func noContextForACall() {
        let members = Mirror(reflecting: EvaluationOptions()).children.map(\.label)
        #expect(members == ["hooks", "hints"])
    }

    @Test("Requests flags only from the changed client's provider (3.2.4.2)")
    func contextOfOneClient() async {
        let providers = [TestProvider(), TestProvider()]
        let clients = providers.map { FlagClient(provider: $0, context: .user("a"), options: .manual()) }
        for client in clients { await client.start() }
        #expect(await clients[0].setContext(.user("b")) == .completed)
        #expect(providers.map { $0.requests.map(\.context) } == [[.user("a"), .user("b")], [.user("a")]])
        #expect(clients.map(\.context) == [.user("b"), .user("a")])
    }

    @Test("Tracks events without changing the client's state (6.1.4)")
    func trackingUnheard() async {
        for sinks in [[], [RecordingSink()]] {
            let client = await FlagClient.serving(InMemoryFlagProvider(["limit": 1]), sinks: sinks)
            client.track("checkout", data: ["items": 3], metric: 49.9)
            await client.flush()
            #expect(client.state.sequence == 1)
            #expect(client.diagnostics.recent.map(\.code) == (sinks.isEmpty ? ["trackedNowhere"] : []))
            #expect(client[.limit] == 1)
        }
    }

    @Test("Reports added, removed, and changed flags on replacement (appendix A)")
    func replacingFlags() async {
        let provider = InMemoryFlagProvider(["gone": 1, "kept": 2, "changed": 3])
        let client = await FlagClient.serving(provider)
        var changes = client.changes.makeAsyncIterator()
        provider.replaceAll(with: ["kept": .init(2), "changed": .init(4), "new": .init(5)])
        #expect(
            await changes.next()?.map(\.description) == ["changed: 3 -> 4", "gone: 1 -> absent", "new: absent -> 5"])
    }
}

@Suite("OpenFeature: events")
struct OpenFeatureEventTests {
    private let provider = ScriptedProvider()

    private func line(_ update: FlagUpdate?) -> String? {
        update.map { update in
            let state = update.state
            let facts = [
                "\(state.sequence)", state.status.rawValue, "\(state.context)", state.error?.description ?? "-",
            ]
            return (facts + update.changes.map(\.description)).joined(separator: " ")
        }
    }

    @Test("Reports every provider signal (1.7.3 to 1.7.5, 5.1.1 to 5.1.5)")
    func everySignal() async {
        let (client, run) = await provider.startedClient()
        var updates = client.updates.makeAsyncIterator()
        #expect(line(await updates.next()) == "1 READY user:a -")
        run.cache(["limit": 1])
        #expect(client.status == .stale)
        #expect(line(await updates.next()) == "2 STALE user:a -")
        run.fail(FlagError(.general, "503"))
        #expect(client.status == .stale)
        #expect(line(await updates.next()) == "3 STALE user:a GENERAL: 503")
        run.fail(FlagError(.providerFatal, "401"))
        #expect(client.status == .fatal)
        #expect(line(await updates.next()) == "4 FATAL user:a PROVIDER_FATAL: 401")
        run.answer(["limit": 2])
        #expect(client.status == .ready)
        #expect(line(await updates.next()) == "5 READY user:a - limit: 1 -> 2")
        await client.setContext(.user("b"), within: .zero)
        #expect(line(await updates.next()) == "6 RECONCILING user:b -")
        await provider.nextRun().fail(FlagError(.general, "503"))
        #expect(client.status == .error)
        #expect(line(await updates.next()) == "7 ERROR user:b GENERAL: 503 limit: 2 -> absent")
    }

    @Test("Delivers only updates from the client's provider (5.1.3)")
    func otherProviders() async {
        let providers = (1...2).map { _ in InMemoryFlagProvider(["limit": 1]) }
        let clients = providers.map { FlagClient(provider: $0, options: .manual()) }
        for client in clients { await client.start() }
        var updates = clients[1].updates.makeAsyncIterator()
        #expect(line(await updates.next()) == "1 READY user:anonymous -")
        providers[0].set(.limit, 2)
        providers[1].set(.limit, 3)
        #expect(line(await updates.next()) == "2 READY user:anonymous - limit: 1 -> 3")
        #expect(clients.map { $0[.limit] } == [2, 3])
    }

    @Test("Reports the start and end of a context change (5.3.4.1, 5.3.4.2)")
    func contextChange() async {
        let (client, _) = await provider.startedClient()
        var updates = client.updates.makeAsyncIterator()
        _ = await updates.next()
        async let outcome = client.setContext(.user("b"), within: .seconds(240))
        let run = await provider.nextRun()
        #expect(line(await updates.next()) == "2 RECONCILING user:b -")
        run.answer(["limit": 2])
        #expect(line(await updates.next()) == "3 READY user:b - limit: 1 -> 2")
        #expect(await outcome == .completed)
    }

    @Test("Reports only the last completion of overlapping changes (5.3.4.2)")
    func overlappingChanges() async {
        let (client, _) = await provider.startedClient()
        var updates = client.updates.makeAsyncIterator()
        _ = await updates.next()
        async let first = client.setContext(.user("b"), within: .seconds(240))
        let early = await provider.nextRun()
        #expect(line(await updates.next()) == "2 RECONCILING user:b -")
        async let last = client.setContext(.user("c"), within: .seconds(240))
        let late = await provider.nextRun()
        #expect(await first == .superseded)
        #expect(line(await updates.next()) == "3 RECONCILING user:c -")
        #expect(early.answer(["limit": 2]) == false)
        late.answer(["limit": 3])
        #expect(line(await updates.next()) == "4 READY user:c - limit: 1 -> 3")
        #expect(await last == .completed)
    }

    @Test("Reports only the last failure of overlapping changes (5.3.4.3)")
    func overlappingFailures() async {
        let (client, _) = await provider.startedClient()
        var updates = client.updates.makeAsyncIterator()
        _ = await updates.next()
        async let first = client.setContext(.user("b"), within: .seconds(240))
        let early = await provider.nextRun()
        async let last = client.setContext(.user("c"), within: .seconds(240))
        let late = await provider.nextRun()
        #expect(await first == .superseded)
        #expect(line(await updates.next()) == "3 RECONCILING user:c -")
        #expect(early.fail(FlagError(.general, "too late")) == false)
        late.fail(FlagError(.general, "503"))
        #expect(line(await updates.next()) == "4 ERROR user:c GENERAL: 503 limit: 1 -> absent")
        #expect(await last == .failed(FlagError(.general, "503")))
    }

    @Test("Updates the client before it notifies followers (5.3.5)")
    func stateBeforeHandlers() async {
        let memory = InMemoryFlagProvider(["limit": 0])
        let client = await FlagClient.serving(memory)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await update in client.updates {
                    #expect(client.state.sequence >= update.state.sequence)
                    if update.state.flagSet?.table["limit"]?.value == 1000 { return }
                }
            }
            group.addTask {
                for number in 1...1000 {
                    memory.set(.limit, number)
                    await Task.yield()
                }
            }
        }
        #expect(client[.limit] == 1000)
    }
}

@Suite("OpenFeature: hooks")
struct OpenFeatureHookTests {
    /// A hook that records a note about each stage.
    private struct Spy: EvaluationHook {
        let name: String
        let log: Recorder<String>
        var failsAfter = false
        var note: @Sendable (HookContext, inout HookData) -> String

        func before(_ evaluation: HookContext, _ data: inout HookData) { add("before", evaluation, &data) }

        func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) throws {
            add("after", evaluation, &data)
            if failsAfter { throw FlagError(.general, "\(name) failed") }
        }

        func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {
            add("error", evaluation, &data)
        }

        func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
            add("finally", evaluation, &data)
        }

        private func add(_ stage: String, _ evaluation: HookContext, _ data: inout HookData) {
            log.add("\(name) \(stage) \(note(evaluation, &data))")
        }
    }

    private let log = Recorder<String>()
    private let limit = InMemoryFlagProvider(["limit": 5])

    @Test("Passes context and hints to every stage (4.1.1, 4.1.2, 4.5.2)")
    func context() async {
        let note = { @Sendable (evaluation: HookContext, _: inout HookData) in
            "\(evaluation.flagKey) \(evaluation.valueType) \(evaluation.defaultValue) \(evaluation.context) "
                + "\(evaluation.providerName) \(FlagValue.object(evaluation.hints))"
        }
        let client = await FlagClient.serving(limit, for: .user("a")) {
            $0.hooks = [Spy(name: "client", log: log, note: note)]
        }
        let options = EvaluationOptions(
            hooks: [Spy(name: "call", log: log, note: note)],
            hints: [
                "a": true, "b": "x", "c": 1, "d": 0.5, "e": .date(Instant(millisecondsSinceEpoch: 0)), "f": ["g": [1]],
            ])
        _ = client.details(of: .limit, options: options)
        _ = client.details(of: .greeting, options: EvaluationOptions(hints: ["n": 1]))
        let limit =
            #"limit Int 10 user:a memory "#
            + #"{"a":true,"b":"x","c":1,"d":0.5,"e":"1970-01-01T00:00:00.000Z","f":{"g":[1]}}"#
        let greeting = #"greeting String "hello" user:a memory {"n":1}"#
        #expect(
            log.all == [
                "client before \(limit)", "call before \(limit)", "call after \(limit)", "client after \(limit)",
                "call finally \(limit)", "client finally \(limit)", "client before \(greeting)",
                "client error \(greeting)", "client finally \(greeting)",
            ])
    }

    @Test("Passes immutable values to hooks (4.1.3, 4.2.2.1, 4.5.3)")
    func immutability() {
        let received: [AnyKeyPath] = [
            \HookContext.flagKey, \HookContext.valueType, \HookContext.defaultValue, \HookContext.hints,
        ]
        #expect(!received.contains { $0 is WritableKeyPath<HookContext, String> })
        #expect(!received.contains { $0 is WritableKeyPath<HookContext, any Any.Type> })
        #expect(!received.contains { $0 is WritableKeyPath<HookContext, FlagValue> })
        #expect(!received.contains { $0 is WritableKeyPath<HookContext, [String: FlagValue]> })
        let control: AnyKeyPath = \EvaluationOptions.hints
        #expect(control is WritableKeyPath<EvaluationOptions, [String: FlagValue]>, "a mutable property is detected")
    }

    @Test("Keeps each hook's data separate for one evaluation (4.3.2, 4.6.1)")
    func data() async {
        struct Visit: Sendable { var stages = 0 }
        let note = { @Sendable (_: HookContext, data: inout HookData) in
            var visit = data["visit"] as? Visit ?? Visit()
            visit.stages += 1
            data["visit"] = visit
            return "\(visit.stages)"
        }
        let hooks = ["one", "two"].map { Spy(name: $0, log: log, note: note) }
        let client = await FlagClient.serving(limit, for: .user("a")) { $0.hooks = hooks }
        _ = client[.limit]
        _ = client[.greeting]
        #expect(
            log.all == [
                "one before 1", "two before 1", "two after 2", "one after 2", "two finally 3", "one finally 3",
                "one before 1", "two before 1", "two error 2", "one error 2", "two finally 3", "one finally 3",
            ])
    }

    @Test("Accepts a hook with a single stage (4.3.1)")
    func oneStage() async {
        struct Before: EvaluationHook {
            let log: Recorder<String>
            func before(_ evaluation: HookContext, _ data: inout HookData) { log.add("before") }
        }
        struct After: EvaluationHook {
            let log: Recorder<String>
            func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
                log.add("after")
            }
        }
        struct Failure: EvaluationHook {
            let log: Recorder<String>
            func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) { log.add("error") }
        }
        struct Finally: EvaluationHook {
            let log: Recorder<String>
            func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
                log.add("finally")
            }
        }
        let client = await FlagClient.serving(limit, for: .user("a")) {
            $0.hooks = [Before(log: log), After(log: log), Failure(log: log), Finally(log: log)]
        }
        _ = client[.limit]
        _ = client[.greeting]
        #expect(log.all == ["before", "after", "finally", "before", "error", "finally"])
    }

    @Test("Evaluates the flag between 'before' and 'after' (4.3.3.1, 4.3.6)")
    func lookupInBetween() async {
        let sink = RecordingSink(interest: .every)
        let spy = Spy(name: "spy", log: log) { _, _ in
            sink.lines.filter { $0.hasPrefix("evaluated") }.joined(separator: ", ")
        }
        let client = await FlagClient.serving(limit, for: .user("a"), sinks: [sink]) { $0.hooks = [spy] }
        // No other thread is delivering events, so the read delivers the evaluation itself.
        await client.flush()
        _ = client[.limit]
        #expect(
            log.all == [
                "spy before ", "spy after evaluated limit = 5 value ok", "spy finally evaluated limit = 5 value ok",
            ])
    }

    @Test("Skips the remaining 'after' stages if one throws (4.4.6)")
    func failingAfter() async {
        let note = { @Sendable (_: HookContext, _: inout HookData) in "-" }
        let client = await FlagClient.serving(limit, for: .user("a")) {
            $0.hooks = [
                Spy(name: "one", log: log, note: note), Spy(name: "two", log: log, failsAfter: true, note: note),
            ]
        }
        #expect(client[.limit] == 10)
        #expect(
            log.all == [
                "one before -", "two before -", "two after -", "two error -", "one error -", "two finally -",
                "one finally -",
            ])
    }
}
