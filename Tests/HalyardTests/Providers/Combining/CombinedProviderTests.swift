// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

@Suite("CombinedProvider")
struct CombinedProviderTests {
    // MARK: Flags

    @Test("Serves each flag from the first child that has it")
    func merged() async throws {
        let stage = try CombinedStage()
        let (result, aRun, bRun) = await stage.start(["both": 1, "only-a": 1], ["both": 2, "only-b": 2])
        #expect(result == .ready)
        #expect(stage.client.allFlags == ["both": 1, "only-a": 1, "only-b": 2])
        #expect(stage.client.details(of: FlagKey("only-b", default: 0)).origin == Origin(.network, provider: "b"))
        #expect(stage.client.providerName == "both")
        var changes = stage.client.changes.makeAsyncIterator()
        bRun.answer(["both": 3, "only-b": 4], provider: "b")
        #expect(
            await changes.next()?.map(\.description) == ["only-b: 2 -> 4"],
            "Changes of flags that aren't served aren't published.")
        aRun.answer(["only-a": 1], provider: "a")
        #expect(await changes.next()?.map(\.description) == ["both: 1 -> 3"])
        #expect(stage.client.allFlags == ["both": 3, "only-a": 1, "only-b": 4])
        await stage.client.shutdown()
        #expect((stage.a.closeCount, stage.b.closeCount) == (1, 1))
    }

    @Test("Gives each child its own resume data on refresh")
    func resume() async throws {
        let stage = try CombinedStage()
        _ = await stage.start(["x": 1], ["y": 2])
        async let refreshed = stage.client.refresh()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        #expect(aRun.request.resume?.table.keys == ["x"])
        #expect(bRun.request.resume?.table.keys == ["y"])
        #expect(aRun.request.cause == .refresh)
        aRun.channel.publish(ProviderState(.ready, isAnswer: true))
        #expect(stage.client.allFlags == ["x": 1, "y": 2])
        bRun.answer(["y": 3], provider: "b")
        #expect(await refreshed == .completed)
        #expect(stage.client.allFlags == ["x": 1, "y": 3], "A state without flags keeps the child's previous flags.")
        await stage.client.shutdown()
    }

    @Test("Keeps flags until all required children respond to a new context")
    func contextChange() async throws {
        let stage = try CombinedStage()
        let (_, aRun, _) = await stage.start(["x": 1], ["y": 1])
        async let changed = stage.client.setContext(.user("v"))
        let (aNext, bNext) = (await stage.a.nextRun(), await stage.b.nextRun())
        #expect(bNext.request.context == .user("v"))
        #expect(aNext.request.resume == nil)
        bNext.answer(["y": 2], provider: "b")
        #expect(stage.client.allFlags == ["x": 1, "y": 1])
        #expect(stage.client.status == .reconciling)
        #expect(aRun.answer(["x": 9], provider: "a") == false)
        aNext.answer(["x": 2], provider: "a")
        #expect(await changed == .completed)
        #expect(stage.client.allFlags == ["x": 2, "y": 2])
        #expect(stage.client.status == .ready)
        await stage.client.shutdown()
    }

    @Test("Ignores and reports a child's flags for another context")
    func foreign() async throws {
        let stage = try CombinedStage(requires: (true, false))
        let (_, _, bRun) = await stage.start(["x": 1], ["y": 1])
        bRun.channel.publish(.ready(FlagSet(["y": 2], from: "b", for: .user("somebody else"))))
        #expect(stage.client.allFlags == ["x": 1, "y": 1])
        #expect(
            stage.client.diagnostics.recent.map(\.description) == [
                "warning: b: Ignored flags that the provider published for another context (user:somebody else). "
                    + "Publish flag sets for request.context only."
            ])
        await stage.client.shutdown()
    }

    @Test("Serves flags of one child while the start waits for the other")
    func partial() async throws {
        let stage = try CombinedStage(.firstSuccessful)
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        bRun.answer(["x": 2, "y": 2], provider: "b")
        #expect(stage.client.allFlags == ["x": 2, "y": 2])
        #expect(stage.client.status == .notReady)
        aRun.answer(["x": 1], provider: "a")
        #expect(await start == .ready)
        #expect(stage.client.allFlags == ["x": 1, "y": 2])
        await stage.client.shutdown()
    }

    @Test("Reports an error with firstMatch if an earlier child failed")
    func failureIsNoAbsence() async throws {
        let stage = try CombinedStage(.firstMatch, requires: (false, true))
        let (result, aRun, _) = await stage.start(nil, ["x": 2])
        #expect(result == .defaults(FlagError(.general, "a says 503")))
        let details = stage.client.details(of: FlagKey("x", default: 0))
        #expect(details.value == 0)
        #expect(
            details.error
                == FlagError(
                    .general,
                    "The providers for the flag 'x' have no flags. 'a': a says 503"))
        aRun.answer([:], provider: "a")
        #expect(stage.client.int("x", default: 0) == 2)
        #expect(stage.client.details(of: FlagKey("z", default: 0)).error?.code == .flagNotFound)
        await stage.client.shutdown()
    }

    @Test("Reports a type mismatch instead of using the next child's flag")
    func wrongType() async throws {
        let stage = try CombinedStage()
        _ = await stage.start(["x": "text"], ["x": 2])
        let details = stage.client.details(of: FlagKey("x", default: 0))
        #expect((details.value, details.error?.code) == (0, .typeMismatch))
        await stage.client.shutdown()
    }

    @Test("Treats unlisted flags as off if the child lists only enabled flags")
    func offIsAnAnswer() async throws {
        let stage = try CombinedStage()
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        var listing = aRun.snapshot(["on": true], provider: "a")
        listing.missingFlags = .off
        aRun.channel.publish(.ready(listing))
        bRun.answer(["on": false, "off": true, "text": "b"], provider: "b")
        #expect(await start == .ready)
        #expect(stage.client.bool("on", default: false))
        let off = stage.client.details(of: FlagKey("off", default: true))
        #expect((off.value, off.reason, off.origin) == (false, .disabled, Origin(.network, provider: "a")))
        #expect(stage.client.string("text", default: "mine") == "mine", "Off isn't a string value.")
        #expect(stage.client.details(of: FlagKey("text", default: "")).error == nil)
        #expect(
            stage.client.bool("unheard-of", default: true) == false,
            "Neither child lists the flag, so the first one turns it off.")
        await stage.client.shutdown()
    }

    @Test("Treats unlisted flags as off or unknown, depending on their route")
    func unlistedByRoute() async throws {
        let stage = try CombinedStage(.routing([.init([.prefix("a-")], to: "a")], defaultRoute: ["b"]))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        var listing = aRun.snapshot(["a-on": true], provider: "a")
        listing.missingFlags = .off
        aRun.channel.publish(.ready(listing))
        bRun.answer(["b-on": true], provider: "b")
        #expect(await start == .ready)
        let off = stage.client.details(of: FlagKey("a-other", default: true))
        #expect((off.value, off.reason, off.error) == (false, .disabled, nil))
        let unknown = stage.client.details(of: FlagKey("b-other", default: true))
        #expect((unknown.value, unknown.error?.code) == (true, .flagNotFound))
        await stage.client.shutdown()
    }

    @Test("Reports an error for unlisted flags only if their route failed")
    func unlistedByFailure() async throws {
        let stage = try CombinedStage(
            .routing([.init([.prefix("a-")], to: "a")], defaultRoute: ["b"]), requires: (false, true))
        _ = await stage.start(nil, ["b-on": true])
        #expect(stage.client.details(of: FlagKey("a-other", default: 1)).error?.code == .general)
        #expect(stage.client.details(of: FlagKey("b-other", default: 1)).error?.code == .flagNotFound)
        await stage.client.shutdown()
    }

    @Test("Applies a nested combination's routes to unlisted flags")
    func unlistedInNested() async throws {
        let a = ScriptedProvider(name: "a")
        let b = ScriptedProvider(name: "b")
        let c = ScriptedProvider(name: "c")
        let inner = try CombinedProvider(
            "inner", [.init(a), .init(b)], strategy: .routing([.init([.prefix("a-")], to: "a")], defaultRoute: ["b"]))
        let client = FlagClient(
            provider: try CombinedProvider("outer", [.init(inner), .init(c)]), context: .user("u"), options: .manual())
        async let start = client.start()
        let runs = (await a.nextRun(), await b.nextRun(), await c.nextRun())
        var listing = runs.0.snapshot(["a-on": true], provider: "a")
        listing.missingFlags = .off
        runs.0.channel.publish(.ready(listing))
        runs.1.answer(["b-on": true], provider: "b")
        runs.2.answer(["a-other": true, "b-other": true], provider: "c")
        #expect(await start == .ready)
        #expect(client.bool("a-other", default: true) == false, "The inner combination turns the flag off.")
        #expect(client.bool("b-other", default: false), "Only the next child has the flag.")
        await client.shutdown()
    }

    @Test("Applies routes to the unlisted flags of a stored combination")
    func unlistedWhenStored() async throws {
        let store = InMemoryFlagStore()
        func launch() throws -> (client: FlagClient, a: ScriptedProvider, b: ScriptedProvider) {
            let (a, b) = (ScriptedProvider(name: "a"), ScriptedProvider(name: "b"))
            let combined = try CombinedProvider(
                "both", [.init(a), .init(b)], strategy: .routing([.init([.prefix("a-")], to: "a")], defaultRoute: ["b"])
            )
            let time = ManualTime()
            let provider = try PersistedProvider(
                combined, policy: VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: 1e9), store: store,
                time: time)
            return (FlagClient(provider: provider, context: .user("u"), options: .manual(time)), a, b)
        }
        func expectRoutes(of client: FlagClient) {
            #expect(client.bool("a-other", default: true) == false)
            #expect(client.details(of: FlagKey("b-other", default: true)).error?.code == .flagNotFound)
        }
        let first = try launch()
        async let answered = first.client.start()
        let (aRun, bRun) = (await first.a.nextRun(), await first.b.nextRun())
        var listing = aRun.snapshot(["a-on": true], provider: "a")
        listing.missingFlags = .off
        aRun.channel.publish(.ready(listing))
        bRun.answer(["b-on": true], provider: "b")
        #expect(await answered == .ready)
        expectRoutes(of: first.client)
        await first.client.shutdown()

        let second = try launch()
        _ = await second.client.start(until: .anyFlags)
        #expect(second.client.details(of: FlagKey("a-on", default: false)).origin.kind == .persisted)
        expectRoutes(of: second.client)
        await second.client.shutdown()
    }

    @Test("Reports unlisted flags as errors while a nested child has no flags")
    func unlistedInWaitingNested() async throws {
        let (a, b, c) = (ScriptedProvider(name: "a"), ScriptedProvider(name: "b"), ScriptedProvider(name: "c"))
        let inner = try CombinedProvider("inner", [.init(a), .init(b)])
        let client = FlagClient(
            provider: try CombinedProvider("outer", [.init(inner), .init(c)]), context: .user("u"), options: .manual())
        async let start = client.start()
        let runs = (await a.nextRun(), await b.nextRun(), await c.nextRun())
        runs.0.answer(["x": 1], provider: "a")
        runs.1.fail(FlagError(.general, "b says 503"))
        runs.2.answer(["y": 3], provider: "c")
        _ = await start
        #expect(client.int("x", default: 0) == 1)
        let error = client.details(of: FlagKey("y", default: 0)).error
        #expect(error?.code == .general)
        #expect(error?.message.contains("b says 503") == true)
        runs.1.answer(["z": 2], provider: "b")
        await until { client.int("y", default: 0) == 3 }
        await client.shutdown()
    }

    @Test("Runs a nested custom strategy without holding a lock")
    func nestedRuleOfTheApp() async throws {
        let (a, b, c) = (ScriptedProvider(name: "a"), ScriptedProvider(name: "b"), ScriptedProvider(name: "c"))
        let others = InMemoryFlagProvider(["z": 1], name: "others")
        // Publishing into the outer combination would deadlock if the strategy ran under that combination's lock.
        let strategy = CombinationStrategy("app") { question in
            others.set(FlagKey("z", default: 0), 2)
            return question.firstMatch()
        }
        let inner = try CombinedProvider("inner", [.init(a), .init(b)], strategy: strategy)
        let client = FlagClient(
            provider: try CombinedProvider("outer", [.init(inner), .init(c), .init(others)]), context: .user("u"),
            options: .manual())
        async let start = client.start()
        let runs = (await a.nextRun(), await b.nextRun(), await c.nextRun())
        var listing = runs.0.snapshot(["x": 1], provider: "a")
        listing.missingFlags = .off
        runs.0.channel.publish(.ready(listing))
        runs.1.answer([:], provider: "b")
        runs.2.answer(["y": 3], provider: "c")
        #expect(await start == .ready)
        #expect(client.bool("y", default: true) == false, "The inner combination turns the flag off.")
        await client.shutdown()
    }

    // MARK: Status

    @Test(
        "Uses the worst status of the required children",
        arguments: [
            ([.ready, .ready], .ready), ([.ready, .reconciling], .reconciling), ([.reconciling, .stale], .stale),
            ([.stale, .error], .error), ([.error, .notReady], .notReady), ([.notReady, .fatal], .fatal),
            ([.fatal, .ready], .fatal),
        ] as [([ProviderStatus], ProviderStatus)])
    func precedence(statuses: [ProviderStatus], expected: ProviderStatus) {
        for order in [statuses, statuses.reversed()] {
            var machine = MergeMachine(
                Combination(names: ["a", "b"], strategy: .firstSuccessful, identity: ""), required: [true, true],
                FlagRequest(context: .user("u")))
            var last: ProviderState?
            for (index, status) in order.enumerated() {
                let flags = FlagSet(["x": 1], from: "ab", for: .user("u"))
                last = machine.receive(ProviderState(status, flags, isAnswer: true), from: index).state
            }
            #expect(last?.status == expected)
        }
    }

    @Test("Reports an optional child's failure without changing the status")
    func optional() async throws {
        let stage = try CombinedStage(requires: (true, false))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        aRun.answer(["x": 1], provider: "a")
        #expect(await start == .ready)
        bRun.end(throwing: FlagError(.providerFatal, "401"))
        var diagnostics = stage.client.diagnostics.updates.makeAsyncIterator()
        var diagnostic = stage.client.diagnostics.recent.first
        if diagnostic == nil { diagnostic = await diagnostics.next() }
        #expect(
            diagnostic?.description
                == "warning: b: An optional provider of the combination failed: PROVIDER_FATAL: 401. The other providers "
                + "continue. Fix the error when you can.")
        #expect(stage.client.status == .ready)
        #expect(stage.client.int("x", default: 0) == 1)
        await stage.client.shutdown()
    }

    @Test("Publishes a required child's error once, and serves other flags")
    func requiredFails() async throws {
        let stage = try CombinedStage(.firstSuccessful)
        var updates = stage.client.updates.makeAsyncIterator()
        _ = await updates.next()
        let (result, aRun, _) = await stage.start(["x": 1], nil)
        #expect(result == .cached(FlagError(.general, "b says 503")))
        #expect(stage.client.int("x", default: 0) == 1)
        #expect(stage.client.state.error == FlagError(.general, "b says 503"))
        let sequence = stage.client.state.sequence
        aRun.channel.publish(.failed(FlagError(.general, "a says 500")))
        #expect(stage.client.state.sequence == sequence + 1, "One failure causes one state change.")
        aRun.end(throwing: FlagError(.providerFatal, "a gave up"))
        var state = stage.client.state
        while state.status != .fatal { state = await updates.next()?.state ?? state }
        #expect(state.error == FlagError(.providerFatal, "a gave up"))
        #expect(stage.client.int("x", default: 0) == 1, "The previous flags remain.")
        await stage.client.shutdown()
    }

    @Test("Names every child with its reason when no child has flags")
    func allFail() async throws {
        let stage = try CombinedStage()
        let (result, aRun, bRun) = await stage.start(nil, nil)
        #expect(result == .defaults(FlagError(.general, "a says 503")))
        aRun.end(throwing: FlagError(.providerFatal, "401"))
        bRun.end(throwing: FlagError(.general, "gone"))
        var updates = stage.client.updates.makeAsyncIterator()
        var state = stage.client.state
        while state.error?.message.contains("gone") != true { state = await updates.next()?.state ?? state }
        #expect(state.error == FlagError(.providerFatal, "'a': 401 'b': gone"))
        await stage.client.shutdown()
    }

    @Test("Reports a child that ends without flags and keeps siblings running")
    func siblings() async throws {
        let stage = try CombinedStage(.firstSuccessful)
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        aRun.end()
        bRun.answer(["x": 2], provider: "b")
        #expect(
            await start
                == .cached(
                    FlagError(
                        .general,
                        "The provider 'a' ended without publishing flags. Publish a flag set, or throw an error.")))
        bRun.answer(["x": 3], provider: "b")
        #expect(stage.client.int("x", default: 0) == 3)
        #expect(stage.b.cancelledCount == 0)
        await stage.client.shutdown()
    }

    @Test("Isn't ready without a flag's only provider, even an optional one", arguments: [false, true])
    func soleSourceFails(isRequired: Bool) async throws {
        let plan = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["*"], .new)])
        let stage = try CombinedStage(plan, requires: (true, isRequired))
        let error = FlagError(.general, "b says 503")
        let (result, _, bRun) = await stage.start(["x": 1], nil)
        #expect(result == .defaults(error))
        #expect(stage.client.status == .error)
        #expect(stage.client.int("x", default: 0) == 0)
        async let changed = stage.client.setContext(.user("v"))
        let (aNext, bNext) = (await stage.a.nextRun(), await stage.b.nextRun())
        aNext.answer(["x": 1], provider: "a")
        bNext.fail(error)
        #expect(await changed == .failed(error))
        #expect(stage.client.diagnostics.recent.filter { $0.code == "optionalProviderFailed" } == [])
        bNext.answer(["x": 2], provider: "b")
        #expect(stage.client.int("x", default: 0) == 2)
        #expect(stage.client.status == .ready)
        withExtendedLifetime(bRun) {}
        await stage.client.shutdown()
    }

    @Test("Waits at the start for a flag's only provider, even an optional one")
    func awaitsSoleSource() async throws {
        let plan = CombinationStrategy.migration(old: "a", new: "b", stages: [.init(["x"], .new)])
        let stage = try CombinedStage(plan, requires: (true, false))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        aRun.answer(["x": 1, "y": 1], provider: "a")
        #expect(stage.client.status == .notReady)
        bRun.answer(["x": 2], provider: "b")
        #expect(await start == .ready)
        #expect(stage.client.allFlags == ["x": 2, "y": 1])
        await stage.client.shutdown()
    }

    @Test("Completes a swap although a required child of the new provider fails")
    func partialAnswer() async throws {
        let stage = try CombinedStage(.firstSuccessful)
        _ = await stage.start(["x": 1], ["y": 1])
        let (a, b) = (ScriptedProvider(name: "a"), ScriptedProvider(name: "b"))
        let next = try CombinedProvider(
            "next", [.init(a), .init(b)], strategy: .migration(old: "a", new: "b", stages: [.init(["z"], .new)]))
        async let outcome = stage.client.swap(to: next)
        await a.nextRun().answer(["x": 3], provider: "a")
        await b.nextRun().fail(FlagError(.general, "b says 503"))
        #expect(await outcome == .completed)
        #expect(stage.client.int("x", default: 0) == 3)
        await stage.client.shutdown()
    }

    @Test("Waits for every child if none is required")
    func noneRequired() async throws {
        let stage = try CombinedStage(requires: (false, false))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        aRun.answer(["x": 1], provider: "a")
        #expect(stage.client.status == .notReady)
        bRun.answer(["y": 1], provider: "b")
        #expect(await start == .ready)
        await stage.client.shutdown()
    }

    // MARK: Names

    @Test("Rejects duplicate names, unknown names, and an empty list")
    func rejected() {
        let error = #expect(throws: ConfigurationError.self) {
            try CombinedProvider(
                "c", [.init(InMemoryFlagProvider(name: "same")), .init(InMemoryFlagProvider(name: "same"))],
                strategy: .comparison(primary: "x"))
        }
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: /providers: Two of the combined providers are named \"same\". Use unique names. Strategies, counts, "
                    + "and explanations refer to them.",
                "error: /strategy: No provider of the combination is named \"x\". Known providers: same, same.",
            ])
        let empty = #expect(throws: ConfigurationError.self) { try CombinedProvider("c", []) }
        #expect(
            empty?.diagnostics.map(\.description) == [
                "error: /providers: The combination has no providers. Add at least one."
            ])
    }

    // MARK: Events and hooks

    @Test("Sends flag counts to the serving child and tracking events to all")
    func events() async throws {
        let app = RecordingSink()
        let stage = try CombinedStage(sinks: [app])
        _ = await stage.start(["x": 1], ["x": 2, "y": 2])
        _ = stage.client.int("x", default: 0)
        _ = stage.client.int("y", default: 0)
        _ = stage.client.int("y", default: 0)
        stage.client.track("bought")
        await stage.client.flush()
        #expect(stage.aSink.readCounts == ["x": 1])
        #expect(stage.bSink.readCounts == ["y": 2])
        #expect(app.readCounts == ["x": 1, "y": 2])
        #expect(stage.aSink.lines.contains("tracked bought null - by user:u"))
        #expect(stage.bSink.lines.contains("tracked bought null - by user:u"))
        await stage.client.shutdown()
    }

    @Test("Sends tracking events only to ready children that accept them")
    func tracking() async throws {
        let stage = try CombinedStage(.firstSuccessful, tracks: (false, true))
        async let start = stage.client.start()
        let (aRun, bRun) = (await stage.a.nextRun(), await stage.b.nextRun())
        aRun.answer(["x": 1], provider: "a")
        // The recipients of an event are chosen at delivery, so each event is flushed before the next response.
        stage.client.track("early")
        await stage.client.flush()
        bRun.answer(["x": 1], provider: "b")
        _ = await start
        stage.client.track("between")
        await stage.client.flush()
        bRun.channel.publish(ProviderState(.fatal, error: FlagError(.providerFatal, "401"), isAnswer: false))
        stage.client.track("late")
        await stage.client.flush()
        #expect(!stage.aSink.lines.contains { $0.contains("tracked") })
        #expect(stage.bSink.lines.filter { $0.contains("tracked") } == ["tracked between null - by user:u"])
        await stage.client.shutdown()
    }

    @Test("Runs a child's hooks for its own flags and for unknown flags")
    func hooks() async throws {
        let log = Recorder<String>()
        let hooked = { (name: String, values: [String: FlagValue]) in
            FixedProvider(name: name, values, hooks: [NotingHook(log) { "\(name) \($0.flagKey)" }])
        }
        let inner = try CombinedProvider(
            "inner", [.init(hooked("b", ["y": 1])), .init(InMemoryFlagProvider(["m": 1]))])
        let provider = try CombinedProvider(
            "outer", [.init(hooked("a", ["x": 1])), .init(inner)])
        let client = await FlagClient.serving(provider)
        for name in ["x", "y", "m", "z"] { _ = client.int(name, default: 0) }
        #expect(log.all == ["a x", "b y", "a z", "b z"])
        await client.shutdown()
    }

    // MARK: Nesting

    @Test("Applies expiry and resume data to children of nested combinations")
    func nested() async throws {
        let time = ManualTime(now: Instant(millisecondsSinceEpoch: 0))
        let (leaf, other) = (ScriptedProvider(name: "leaf"), ScriptedProvider(name: "other"))
        let inner = try CombinedProvider("inner", [.init(leaf)])
        let client = FlagClient(
            provider: try CombinedProvider("outer", [.init(other), .init(inner)]), context: .user("u"),
            options: .manual(time)
        )
        async let start = client.start()
        let (leafRun, otherRun) = (await leaf.nextRun(), await other.nextRun())
        otherRun.answer(["o": 1], provider: "other")
        var stored = leafRun.snapshot(["x": 1], provider: "leaf")
        stored.expiresAt = Instant(millisecondsSinceEpoch: 5000)
        leafRun.channel.publish(.ready(stored))
        _ = await start
        #expect(client.int("x", default: 0) == 1)
        time.advance(by: .seconds(5))
        #expect(client.int("x", default: 0) == 0)
        #expect(client.int("o", default: 0) == 1)
        async let refreshed = client.refresh()
        #expect(await leaf.nextRun().request.resume?.table.keys == ["x"])
        await client.shutdown()
        _ = await refreshed
    }

    @Test("Forwards erasures to all children and merges their record identity")
    func forwards() async throws {
        let stage = try CombinedStage()
        await stage.provider.erase(.user("gone"))
        #expect(stage.a.erased == [.user("gone")])
        #expect(stage.b.erased == [.user("gone")])
        #expect(stage.provider.records.service == "a\n\nb\n")
        #expect(stage.provider.records.scope == .identity)
        #expect(stage.provider.status(of: "a") == nil)
    }

    // MARK: Custom strategies

    @Test("Runs a custom strategy without a lock, so it can call the client")
    func custom() async throws {
        let held = Lock<FlagClient?>(nil)
        let strategy = CombinationStrategy { question in
            // Reading here would deadlock if a lock were held.
            let wantsB = held.withLock { $0 }?.bool("use-b", default: false) == true
            return question.firstMatch(among: wantsB ? ["b", "a"] : ["a", "b"])
        }
        let stage = try CombinedStage(strategy)
        held.withLock { $0 = stage.client }
        let (result, aRun, bRun) = await stage.start(["use-b": false, "x": 1], ["x": 2])
        #expect(result == .ready)
        #expect(stage.client.int("x", default: 0) == 1)
        var changes = stage.client.changes.makeAsyncIterator()
        aRun.answer(["use-b": true, "x": 1], provider: "a")
        #expect(await changes.next()?.map(\.description) == ["use-b: false -> true"])
        bRun.answer(["x": 5], provider: "b")
        #expect(await changes.next()?.map(\.description) == ["x: 1 -> 5"])
        held.withLock { $0 = nil }
        await stage.client.shutdown()
    }

    @Test("Omits flags whose strategy result names a missing child or flag")
    func nonsense() async throws {
        let stage = try CombinedStage(CombinationStrategy { $0.key == "x" ? .child(7) : .child(1) })
        _ = await stage.start(["x": 1, "y": 1], ["z": 2])
        #expect(stage.client.allFlags == ["z": 2])
        await stage.client.shutdown()
    }
}
