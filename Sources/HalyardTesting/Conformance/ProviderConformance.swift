// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// Checks any provider against the contract of ``FlagProvider``.
///
/// ```swift
/// @Test func keepsTheContract() async {
///     await ProviderConformance { MyProvider() }.expectConformance()
/// }
/// ```
/// The provider is made anew for each scene: a single run, a change of context, two clients at once, a resumed run, the
/// modes, two clients in different modes, a run that is cancelled while it publishes, erasing, coming back after a close, and
/// the rules that a run publishes. It should be one that can answer: hand it a stand-in for its service.
///
/// A provider that keeps the contract passes, however slow it or the machine is, and needs a few hundred milliseconds. One that
/// keeps the suite waiting beyond its patience ends it, because everything after that would wait as long. An immutable value; it may be run any number of
/// times, also at the same time.
public struct ProviderConformance: Sendable {
    let make: @Sendable () throws -> any FlagProvider
    let contexts: (EvaluationContext, EvaluationContext)
    let otherProviders: Set<String>
    let patience: Duration
    let watch: Duration
    let time: any TimeSource

    /// Prepares the check; nothing is made or run yet.
    ///
    /// - Parameters:
    ///   - contexts: Two different contexts to ask for.
    ///   - otherProviders: The names that flags' origins may have besides the provider's own: those that it combines.
    ///   - patience: How long the provider may take for each thing that it has to do. Ample, because a machine that runs
    ///     all tests at once is slow; only a provider that does not do it at all takes that long.
    ///   - watch: How long to watch for each thing that it must not do. A longer time only helps to detect providers that break
    ///     the contract.
    ///   - time: What measures both.
    ///   - make: Makes a provider that is not in use yet. An error breaks the contract, and ends the check.
    public init(
        contexts: (EvaluationContext, EvaluationContext) = (.user("conformance-a"), .user("conformance-b")),
        otherProviders: Set<String> = [], patience: Duration = .seconds(120), watch: Duration = .milliseconds(50),
        time: any TimeSource = SystemTime(), _ make: @escaping @Sendable () throws -> any FlagProvider
    ) {
        self.make = make
        self.contexts = contexts
        self.otherProviders = otherProviders
        self.patience = patience
        self.watch = watch
        self.time = time
    }

    /// Checks the provider, and returns its findings.
    ///
    /// Never hangs: each wait is bounded.
    public func run() async -> Report {
        let stage = ConformanceStage(self)
        let isComplete = await stage.playAll()
        return Report(violations: stage.violations, isComplete: isComplete, flagCount: stage.transcript.flagCount)
    }

    /// Checks the provider in a test, and records one issue for each rule that is broken.
    ///
    /// A provider that served no flag is an issue too, because hardly anything was checked then.
    ///
    /// - Parameter sourceLocation: Where the issues are shown.
    /// - Returns: What was found.
    @discardableResult
    public func expectConformance(sourceLocation: SourceLocation = #_sourceLocation) async -> Report {
        let report = await run()
        for violation in report.violations {
            Issue.record("\(violation.description)", sourceLocation: sourceLocation)
        }
        if report.conforms, report.flagCount == 0 {
            Issue.record(
                """
                The provider published no flag, so hardly anything was checked. \
                Make one whose source answers; run() is for one that cannot.
                """, sourceLocation: sourceLocation)
        }
        return report
    }
}
