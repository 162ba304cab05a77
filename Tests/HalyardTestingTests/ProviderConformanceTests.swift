// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing

@Suite("The conformance suite")
struct ProviderConformanceTests {
    @Test("Says why a provider can't be made")
    func unmade() async {
        struct NoKey: Error, CustomStringConvertible { let description = "no key" }
        let report = await ProviderConformance { throw NoKey() }.run()
        #expect(!report.conforms && !report.isComplete)
        #expect(report.violations.map(\.observation) == ["The provider can't be made: no key."])
    }

    /// A broken provider, what the suite must say of it in the first place, and which rules it breaks.
    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> any FlagProvider
        let rules: [ProviderConformance.Rule]
        let message: String

        init(
            _ name: String, _ rules: ProviderConformance.Rule..., message: String,
            make: @escaping @Sendable () -> any FlagProvider
        ) {
            testDescription = name
            self.rules = rules
            self.message = message
            self.make = make
        }
    }

    private static let broken = [
        Broken(
            "Swapped", .places,
            message: "The flag at the place of 'a' is 'b'. "
                + "Rules decide each flag at the place of its name in keys, which has it once and never changes. "
                + "Make keys once, and look flags up by their places."
        ) { Ruled(rules: BrokenRules.swapped) },
        Broken(
            "Repeated", .places,
            message: "The keys of the rules have duplicates, or are others at a second call. "
                + "Rules decide each flag at the place of its name in keys, which has it once and never changes. "
                + "Make keys once, and look flags up by their places."
        ) { Ruled(rules: BrokenRules.repeated) },
        Broken(
            "Copying", .outcomes,
            message: "The flag 'a' was decided in the same way twice, with two objects. "
                + "The same outcome is the same flag object for all contexts: counts are kept by it. "
                + "Make each flag when the rules are made, and let the evaluator choose one of them."
        ) { Ruled(rules: BrokenRules.copying) },
        Broken(
            "Dicing", .evaluators,
            message: "An evaluator gave another flag 'b' after one for another context was made. "
                + "An evaluator is bound to its context, clock and dice when it is made, and safe to call from any thread. "
                + "Read the clock and throw dice in evaluator(for:), and keep nothing between calls."
        ) { Ruled(rules: BrokenRules.dicing) },
        Broken(
            "Absent", .answer,
            message: "The first run returned without having published flags or an error. "
                + "A run publishes an answer or an error, or throws: a caller waits for it. "
                + "Publish .ready(snapshot) or .failed(error), and give each request to the service a time limit."
        ) { Absent() },
        Broken(
            "Nameless", .name,
            message: "The name was 'nameless' first and '' later. "
                + "A provider's name is stable and not empty: it is written into every flag's origin. "
                + "Return a constant."
        ) { Nameless() },
        Broken(
            "WithoutOrigin", .origin,
            message:
                "The first run published the flag 'new-nav' with the origin of no provider instead of 'without-origin'. "
                + "Every flag's origin carries the provider's name: without it its evaluations are not reported. "
                + "Make the flags with Origin(_:provider:) and the provider's name."
        ) { WithoutOrigin() },
        Broken(
            "OneForAll", .context,
            message: "The run after a change of context for user:conformance-b published flags for user:conformance-a. "
                + "A run publishes for the context of its request only. "
                + "Keep what belongs to a run in local variables of run(_:into:)."
        ) { OneForAll() },
        Broken(
            "Eager", .flagsFirst,
            message: "The first run published the status READY before any snapshot. "
                + "Ready and stale mean that there are flags. "
                + "Publish a snapshot with the first ready or stale state, or publish .failed(error)."
        ) { Eager() },
        Broken(
            "AlwaysOnline", .offline,
            message: "The run in the mode offline published the status READY with flags of the network. "
                + "A run of an offline client sends no requests, so it can't get fresh flags of the network. "
                + "Publish .offline(request). Flags that need no network have another origin, such as .memory or .bootstrap."
        ) { AlwaysOnline() },
        Broken(
            "Secretive", .error,
            message: "The first run published the status ERROR without an error. "
                + "The statuses error and fatal carry an error, and ready carries none. "
                + "Use .ready(snapshot), .stale(snapshot, error:) and .failed(error)."
        ) { Secretive() },
        Broken(
            "Ambivalent", .error,
            message: "The first run published the status READY with the error GENERAL: 503. "
                + "The statuses error and fatal carry an error, and ready carries none. "
                + "Use .ready(snapshot), .stale(snapshot, error:) and .failed(error)."
        ) { Ambivalent() },
        Broken(
            "Echoing", .echo,
            message: "The resumed run published the snapshot that it was given, without an answer. "
                + "Flags that a run is given are served by others as they see fit: published again, they pass for the "
                + "source's. Publish .stale() for 'as before', or nothing, until the source has answered."
        ) { Echoing() },
        Broken(
            "BackInTime", .confirmation,
            message: "The first run published a snapshot confirmed at 1970-01-01T00:00:01.000Z "
                + "after one confirmed at 1970-01-01T00:00:02.000Z. "
                + "Within a run, each snapshot was confirmed no earlier than the one before. "
                + "Set confirmedAt to the time of the source's latest answer, and never set it back."
        ) { BackInTime() },
        Broken(
            "Polite", .lateState,
            message: "The first run had ended when the status ERROR was published for it. "
                + "To return or to throw means that nothing will change any more. "
                + "Let the run wait for all tasks that publish into its channel."
        ) { Polite() },
        Broken(
            "Exclusive", .severalClients,
            message: "The run of the second client failed, while an earlier run had got flags. "
                + "Several clients may share a provider, each in its own mode. "
                + "Keep what belongs to a run in local variables of run(_:into:)."
        ) { Exclusive() },
        Broken(
            "Skittish", .severalClients,
            message: "The first run threw a CancellationError without having been cancelled. "
                + "Several clients may share a provider, each in its own mode. "
                + "Keep what belongs to a run in local variables of run(_:into:)."
        ) { Skittish() },
        Broken(
            "AllOffline", .severalClients,
            message: "The run beside one in the mode offline failed, while an earlier run had got flags. "
                + "Several clients may share a provider, each in its own mode. "
                + "Keep what belongs to a run in local variables of run(_:into:)."
        ) { AllOffline() },
        Broken(
            "ClosedForGood", .reuse,
            message: "The run after the provider was closed failed, while an earlier run had got flags. "
                + "A provider that was closed serves again when it is run again: an app may return to it. "
                + "Let close() give back only what no run needs any more, and run(_:into:) open it again."
        ) { ClosedForGood() },
    ]

    @Test("says what a broken provider does, what the contract says, and a suggestion", arguments: broken)
    func brokenProvider(_ broken: Broken) async {
        let report = await ProviderConformance(broken.make).run()
        #expect(report.violations.map(\.rule) == broken.rules)
        #expect(report.violations.first?.message == broken.message)
        #expect(report.isComplete)
        #expect(!report.conforms)
    }

    /// A provider that gets stuck.
    struct Slow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: ProviderConformance.Rule
        let observation: String
        let make: @Sendable (Stuck) -> any FlagProvider
    }

    private static let slow = [
        Slow(
            testDescription: "Silent", rule: .answer,
            observation: "The first run published no answer and no error within 5.0 seconds."
        ) { Silent(stuck: $0) },
        Slow(
            testDescription: "Stubborn", rule: .cancellation,
            observation: "The first run was cancelled and did not end within 5.0 seconds."
        ) { Stubborn(stuck: $0) },
        Slow(
            testDescription: "Contented", rule: .resume,
            observation: "The resumed run published no flags, as an earlier run had, within 5.0 seconds."
        ) { Contented(stuck: $0) },
        Slow(
            testDescription: "ClosedOnce", rule: .close,
            observation: "Closing the provider again took longer than 5.0 seconds."
        ) { ClosedOnce(stuck: $0) },
        Slow(
            testDescription: "Unforgetting", rule: .erase,
            observation: "Erasing a context during a run took longer than 5.0 seconds."
        ) { Unforgetting(stuck: $0) },
    ]

    @Test("a provider that gets stuck ends the check when the patience is over", arguments: slow)
    func stuckProvider(_ slow: Slow) async {
        let (stuck, time) = (Stuck(), ManualTime())
        async let report = ProviderConformance(patience: .seconds(5), watch: .zero, time: time) { slow.make(stuck) }
            .run()
        await stuck.untilInside()
        await time.untilSleeping()
        time.advance(by: .seconds(5))
        let violations = await report.violations
        #expect(violations.map(\.rule) == [slow.rule])
        #expect(violations.map(\.observation) == [slow.observation])
        #expect(await !report.isComplete)
        stuck.free()
    }

    @Test("sees what comes after the end, as long as it watches")
    func late() async {
        let report = await ProviderConformance(watch: .seconds(15)) { Unsupervised() }.run()
        #expect(
            report.violations.map(\.observation) == [
                "The run during which a context is erased had ended when the status READY was published for it."
            ])
    }

    @Test("sees that one client's end ends another's run, as long as it watches")
    func contagion() async {
        let report = await ProviderConformance(watch: .seconds(15)) { Contagious() }.run()
        #expect(
            report.violations.map(\.observation) == [
                "The run of the second client threw a CancellationError without having been cancelled."
            ])
    }

    @Test("gives a provider time to recover from an error that it published")
    func recovery() async {
        struct Flaky: FlagProvider {
            let name = "flaky"

            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                guard channel.publish(.failed(FlagError(.general, "503"))) else { return }
                await Task.yield()
                channel.publish(.ready(FlagSet(["new-nav": true], heldBy: name, for: request.context)))
            }
        }
        #expect(await ProviderConformance { Flaky() }.run().violations == [])
    }

    @Test("every rule has a provider that breaks it")
    func coverage() {
        let broken = Set(Self.broken.flatMap(\.rules) + Self.slow.map(\.rule))
        #expect(ProviderConformance.Rule.allCases.filter { !broken.contains($0) } == [])
    }

    @Test("records an issue for each violation where the test stands, with the rule's name")
    func issues() async {
        let found = Lock<[String]>([])
        let line = #line + 2
        await withKnownIssue {
            await ProviderConformance { OneForAll() }.expectConformance()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined().split(separator: " ").first ?? ""
            let entry = "\(issue.sourceLocation?.line ?? 0) \(text)"
            found.withLock { $0.append(entry) }
            return true
        }
        #expect(found.withLock { $0 } == ["\(line) context:"])
    }

    @Test("a provider without a flag to serve is no proof of anything")
    func noFlags() async {
        await withKnownIssue {
            await ProviderConformance { BootstrapProvider(.text("?")) }.expectConformance()
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                "The provider published no flag, so hardly anything was checked. "
                    + "Make one whose source answers; run() is for one that cannot."
            ]
        }
    }

    @Test("allows the names of combined providers in origins")
    func otherNames() async {
        struct Renamed: ProviderWrapper {
            let inner: any FlagProvider
            let name = "both"

            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let make: @Sendable () -> any FlagProvider = { Renamed(inner: InMemoryProvider(["limit": 1])) }
        #expect(await ProviderConformance(make).run().violations.map(\.rule) == [.origin])
        #expect(await ProviderConformance(otherProviders: ["memory"], make).run().conforms)
    }

    @Test("prints what it found")
    func text() async {
        #expect(
            await ProviderConformance { BootstrapProvider(.text("?")) }.run().description == "conforms, 0 flags seen")
        let report = await ProviderConformance { Skittish() }.run()
        #expect(
            report.description
                == "severalClients: The first run threw a CancellationError without having been cancelled. "
                + "Several clients may share a provider, each in its own mode. "
                + "Keep what belongs to a run in local variables of run(_:into:).")
    }
}

@Suite("Our own providers keep the contract")
struct OwnProvidersConformanceTests {
    private static let plain = #"{"flags": {"limit": 1, "new-nav": true}}"#

    @Test(
        "and serve flags while they are checked",
        arguments: [
            { InMemoryProvider(["limit": 1, "new-nav": true]) }, { TestProvider(["limit": 1, "new-nav": true]) },
            { BootstrapProvider(.text(plain)) }, { Ruled(rules: BrokenRules.sound) },
            { InMemoryProvider { context in ["limit": .int(Int64(context.key?.count ?? 0)), "new-nav": true] } },
        ] as [@Sendable () -> any FlagProvider])
    func conforms(make: @escaping @Sendable () -> any FlagProvider) async {
        let report = await ProviderConformance(patience: .seconds(3600), make).expectConformance()
        #expect(report.conforms)
        #expect(report.flagCount >= 20)
    }

    @Test("a resumed run may say that the flags still hold, without repeating them")
    func asBefore() async {
        struct AsBefore: FlagProvider {
            let name = "as-before"
            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                let flags = FlagSet(["limit": 1], heldBy: name, for: request.context)
                channel.publish(ProviderState(.ready, request.resume == nil ? flags : nil, isAnswer: true))
                for await _ in AsyncStream<Never>.makeStream().stream {}
            }
        }
        #expect(await ProviderConformance { AsBefore() }.expectConformance().conforms)
    }

    /// Publishes until its task is cancelled, and never looks at the result.
    struct Polling: FlagProvider {
        let name = "polling"
        let interval: Duration

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            while true {
                channel.publish(.ready(FlagSet(["limit": 1], heldBy: name, for: request.context)))
                try await Task.sleep(for: interval)
            }
        }
    }

    @Test(
        "Accepts a provider that ignores the result of publish",
        arguments: [Duration.microseconds(1), .milliseconds(5), .milliseconds(50)])
    func ignoredResult(interval: Duration) async {
        let report = await ProviderConformance(patience: .seconds(3600)) { Polling(interval: interval) }
            .expectConformance()
        #expect(report.conforms)
    }

    @Test("a file that is looked at again and again")
    func file() async {
        let files = InMemoryFileSystem()
        files.write(Self.plain, to: "flags.json")
        let report = await ProviderConformance(patience: .seconds(3600)) {
            BootstrapProvider(.file("flags.json"), refreshInterval: .milliseconds(10), files: files)
        }.expectConformance()
        #expect(report.flagCount >= 20)
    }
}
