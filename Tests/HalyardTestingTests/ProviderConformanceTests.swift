// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing

@Suite("Provider conformance")
struct ProviderConformanceTests {
    @Test("Reports why a provider can't be created")
    func unmade() async {
        struct NoKey: Error, CustomStringConvertible { let description = "no key" }
        let report = await ProviderConformance { throw NoKey() }.run()
        #expect(!report.conforms && !report.isComplete)
        #expect(report.violations.map(\.observation) == ["Can't create the provider: no key."])
    }

    /// A broken provider, the first message that the check must report, and the broken rules.
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
            "Swapped", .ruleIndices,
            message: "The flag at the index of 'a' is 'b'. "
                + "Rules must evaluate each flag at the index of its key in keys, which must not have duplicates or change. "
                + "Create keys once, and look up flags by index."
        ) { Ruled(rules: BrokenRules.swapped) },
        Broken(
            "Repeated", .ruleIndices,
            message: "The keys of the rules have duplicates, or change at a second call. "
                + "Rules must evaluate each flag at the index of its key in keys, which must not have duplicates or change. "
                + "Create keys once, and look up flags by index."
        ) { Ruled(rules: BrokenRules.repeated) },
        Broken(
            "Copying", .outcomes,
            message: "Two evaluations of the flag 'a' had the same outcome, with different objects. "
                + "Rules must return the same flag object for the same outcome in all contexts, because counts depend on it. "
                + "Create all flags with the rules, and choose one of them in the evaluator."
        ) { Ruled(rules: BrokenRules.copying) },
        Broken(
            "Dicing", .evaluators,
            message: "An evaluator returned another flag 'b' after another evaluator was created. "
                + "An evaluator's context, time, and random values must be fixed when it is created, and it must be thread-safe. "
                + "Read the clock and create random values in evaluator(for:), and don't store state between calls."
        ) { Ruled(rules: BrokenRules.dicing) },
        Broken(
            "Absent", .answer,
            message: "The first run returned without publishing flags or an error. "
                + "A run must publish flags or an error, or throw, because a caller waits for it. "
                + "Publish .ready(flagSet) or .failed(error), and set a time limit for each request."
        ) { Absent() },
        Broken(
            "Nameless", .name,
            message: "The name was 'nameless' first and '' later. "
                + "A provider's name must be constant and not empty, because every flag's origin contains it. "
                + "Return a constant."
        ) { Nameless() },
        Broken(
            "WithoutOrigin", .origin,
            message:
                "The first run published the flag 'new-nav' with the origin of no provider instead of 'without-origin'. "
                + "Every flag's origin must contain the provider's name. Otherwise its evaluations aren't reported. "
                + "Create flags with Origin(_:provider:) and the provider's name."
        ) { WithoutOrigin() },
        Broken(
            "OneForAll", .context,
            message: "The run after a change of context for user:conformance-b published flags for user:conformance-a. "
                + "A run must publish flags only for the context of its request. "
                + "Store the state of a run in local variables of run(_:into:)."
        ) { OneForAll() },
        Broken(
            "Eager", .flagsFirst,
            message: "The first run published the status READY before any flag set. "
                + "The statuses ready and stale require flags. "
                + "Publish a flag set with the first ready or stale state, or publish .failed(error)."
        ) { Eager() },
        Broken(
            "AlwaysOnline", .offline,
            message: "The run in the mode offline published the status READY with flags from the network. "
                + "A run of an offline client must not send requests, so it can't have new flags from the network. "
                + "Publish .offline(request). For flags that need no network, use another origin, such as .memory or .bootstrap."
        ) { AlwaysOnline() },
        Broken(
            "Secretive", .error,
            message: "The first run published the status ERROR without an error. "
                + "The statuses error and fatal require an error, and ready must not have an error. "
                + "Use .ready(flagSet), .stale(flagSet, error:) and .failed(error)."
        ) { Secretive() },
        Broken(
            "Ambivalent", .error,
            message: "The first run published the status READY with the error GENERAL: 503. "
                + "The statuses error and fatal require an error, and ready must not have an error. "
                + "Use .ready(flagSet), .stale(flagSet, error:) and .failed(error)."
        ) { Ambivalent() },
        Broken(
            "Echoing", .echo,
            message: "The resumed run published the flag set that it received, without confirming it. "
                + "A run must not publish the flags that it received, because they would count as flags from the source. Publish .stale(), or nothing, until the source has responded."
        ) { Echoing() },
        Broken(
            "BackInTime", .confirmation,
            message: "The first run published a flag set confirmed at 1970-01-01T00:00:01.000Z "
                + "after a flag set confirmed at 1970-01-01T00:00:02.000Z. "
                + "In a run, a flag set must not be confirmed earlier than the previous flag set. "
                + "Set confirmedAt to the time of the source's latest response, and never set it back."
        ) { BackInTime() },
        Broken(
            "Polite", .lateState,
            message: "The status ERROR was published for the first run, which had already ended. "
                + "A run must not publish states after it has returned or thrown. "
                + "Wait in the run for all tasks that publish to its channel."
        ) { Polite() },
        Broken(
            "Exclusive", .severalClients,
            message: "The run of the second client failed, although an earlier run published flags. "
                + "Several clients can share a provider, each in its own mode. "
                + "Store the state of a run in local variables of run(_:into:)."
        ) { Exclusive() },
        Broken(
            "Skittish", .severalClients,
            message: "The first run threw a CancellationError, although it wasn't canceled. "
                + "Several clients can share a provider, each in its own mode. "
                + "Store the state of a run in local variables of run(_:into:)."
        ) { Skittish() },
        Broken(
            "AllOffline", .severalClients,
            message: "The run next to a run in the mode offline failed, although an earlier run published flags. "
                + "Several clients can share a provider, each in its own mode. "
                + "Store the state of a run in local variables of run(_:into:)."
        ) { AllOffline() },
        Broken(
            "ClosedForGood", .reuse,
            message: "The run after the provider was closed failed, although an earlier run published flags. "
                + "A closed provider must serve flags when it runs again, because an app can switch back to it. "
                + "Release unused resources in close(), and acquire them again in run(_:into:)."
        ) { ClosedForGood() },
    ]

    @Test("Reports the observation, the rule, and a suggestion for a violation", arguments: broken)
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
            observation: "The first run didn't publish flags or an error within 5.0 seconds."
        ) { Silent(stuck: $0) },
        Slow(
            testDescription: "Stubborn", rule: .cancellation,
            observation: "The first run was canceled and didn't end within 5.0 seconds."
        ) { Stubborn(stuck: $0) },
        Slow(
            testDescription: "Contented", rule: .resume,
            observation: "The resumed run didn't publish flags, unlike an earlier run, within 5.0 seconds."
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

    @Test("Stops the check when a provider exceeds the patience", arguments: slow)
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

    @Test("Reports states published after the end of a run")
    func late() async {
        let report = await ProviderConformance(watch: .seconds(15)) { Unsupervised() }.run()
        #expect(
            report.violations.map(\.observation) == [
                "The status READY was published for the run during which a context is erased, which had already ended."
            ])
    }

    @Test("Reports a run that ends together with another client's run")
    func contagion() async {
        let report = await ProviderConformance(watch: .seconds(15)) { Contagious() }.run()
        #expect(
            report.violations.map(\.observation) == [
                "The run of the second client threw a CancellationError, although it wasn't canceled."
            ])
    }

    @Test("Accepts a provider that recovers from a published error")
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

    @Test("Covers every rule with a provider that breaks it")
    func coverage() {
        let broken = Set(Self.broken.flatMap(\.rules) + Self.slow.map(\.rule))
        #expect(ProviderConformance.Rule.allCases.filter { !broken.contains($0) } == [])
    }

    @Test("Records an issue with the rule's name at the line of the test")
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

    @Test("Records an issue for a provider without flags")
    func noFlags() async {
        await withKnownIssue {
            await ProviderConformance { FileFlagProvider(.text("?")) }.expectConformance()
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                "The provider didn't publish any flags, so the check covered very little. "
                    + "Create a provider whose source responds. For a provider without flags, use run()."
            ]
        }
    }

    @Test("Accepts the names of other providers in origins")
    func otherNames() async {
        struct Renamed: ProviderWrapper {
            let inner: any FlagProvider
            let name = "both"

            func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
                try await inner.run(request, into: channel)
            }
        }
        let make: @Sendable () -> any FlagProvider = { Renamed(inner: InMemoryFlagProvider(["limit": 1])) }
        #expect(await ProviderConformance(make).run().violations.map(\.rule) == [.origin])
        #expect(await ProviderConformance(otherProviders: ["memory"], make).run().conforms)
    }

    @Test("Describes the report as text")
    func text() async {
        #expect(
            await ProviderConformance { FileFlagProvider(.text("?")) }.run().description == "conforms, 0 flags seen")
        let report = await ProviderConformance { Skittish() }.run()
        #expect(
            report.description
                == "severalClients: The first run threw a CancellationError, although it wasn't canceled. "
                + "Several clients can share a provider, each in its own mode. "
                + "Store the state of a run in local variables of run(_:into:).")
    }
}

@Suite("Conformance of Halyard's providers")
struct OwnProvidersConformanceTests {
    private static let plain = #"{"flags": {"limit": 1, "new-nav": true}}"#

    @Test(
        "Conforms and serves flags during the check",
        arguments: [
            { InMemoryFlagProvider(["limit": 1, "new-nav": true]) }, { TestProvider(["limit": 1, "new-nav": true]) },
            { FileFlagProvider(.text(plain)) }, { Ruled(rules: BrokenRules.sound) },
            { InMemoryFlagProvider { context in ["limit": .int(Int64(context.key?.count ?? 0)), "new-nav": true] } },
        ] as [@Sendable () -> any FlagProvider])
    func conforms(make: @escaping @Sendable () -> any FlagProvider) async {
        let report = await ProviderConformance(patience: .seconds(3600), make).expectConformance()
        #expect(report.conforms)
        #expect(report.flagCount >= 20)
    }

    @Test("Accepts a resumed run that confirms flags without republishing them")
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

    /// A provider that publishes until its task is canceled, and ignores the result.
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

    @Test("Accepts a file provider that refreshes repeatedly")
    func file() async {
        let files = InMemoryFileSystem()
        files.write(Self.plain, to: "flags.json")
        let report = await ProviderConformance(patience: .seconds(3600)) {
            FileFlagProvider(.file("flags.json"), refreshInterval: .milliseconds(10), files: files)
        }.expectConformance()
        #expect(report.flagCount >= 20)
    }
}
