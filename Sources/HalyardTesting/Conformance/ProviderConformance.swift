// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// A check of a provider against the contract of `FlagProvider`.
///
/// ```swift
/// @Test func keepsTheContract() async {
///     await ProviderConformance { MyProvider() }.expectConformance()
/// }
/// ```
/// The check creates a new provider for each scenario: a single run, a change of context, two clients at the same time, a resumed
/// run, the modes, two clients in different modes, a run that is canceled while it publishes, erasing, reuse after a close, and the
/// rules that a run publishes. The provider must be able to fetch flags, so give it a stub of its service.
///
/// A check takes a few hundred milliseconds. A provider that conforms to the contract passes even if it or the machine is slow. If
/// a provider takes longer than `patience`, the check ends, because each later step would take as long. You can run a check several
/// times, also concurrently.
public struct ProviderConformance: Sendable {
    let make: @Sendable () throws -> any FlagProvider
    let contexts: (EvaluationContext, EvaluationContext)
    let otherProviders: Set<String>
    let patience: Duration
    let watch: Duration
    let time: any TimeSource

    /// Creates a check, without creating or running a provider.
    ///
    /// - Parameters:
    ///   - contexts: Two different contexts for requests.
    ///   - otherProviders: Additional provider names that flags' origins can have, such as the names of combined providers.
    ///   - patience: Maximum duration of each step of the provider. The default value is large, because a machine is slow while it
    ///     runs all tests in parallel. Only a provider that never completes a step reaches it.
    ///   - watch: Duration for which the check watches for violations. A longer duration can only detect more violations.
    ///   - time: Clock for both durations.
    ///   - make: Closure that creates an unused provider. An error is a violation, and ends the check.
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

    /// Checks the provider, and returns a report.
    ///
    /// Each wait has a time limit.
    public func run() async -> Report {
        let stage = ConformanceStage(self)
        let isComplete = await stage.playAll()
        return Report(violations: stage.violations, isComplete: isComplete, flagCount: stage.transcript.flagCount)
    }

    /// Checks the provider in a test, and records an issue for each violated rule.
    ///
    /// A provider that doesn't publish any flags is also an issue, because the check then covers very little.
    ///
    /// - Parameter sourceLocation: Location of the issues.
    /// - Returns: The report.
    @discardableResult
    public func expectConformance(sourceLocation: SourceLocation = #_sourceLocation) async -> Report {
        let report = await run()
        for violation in report.violations {
            Issue.record("\(violation.description)", sourceLocation: sourceLocation)
        }
        if report.conforms, report.flagCount == 0 {
            Issue.record(
                """
                The provider didn't publish any flags, so the check covered very little. \
                Create a provider whose source responds. For a provider without flags, use run().
                """, sourceLocation: sourceLocation)
        }
        return report
    }
}
