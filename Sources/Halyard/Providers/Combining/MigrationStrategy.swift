// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The plan of a migration from one provider to another, with the flags that have stepped back automatically.
///
/// ``CombinationStrategy/migration(old:new:stages:defaultStep:automaticRollback:)`` creates it. Safe to use from any thread.
public final class MigrationStrategy: Sendable {
    /// The progress of a flag's migration.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// The old provider serves the flag, without comparisons.
        case old
        /// The old provider serves the flag, and the new provider's results are compared with its results.
        case shadow
        /// The new provider serves the flag.
        ///
        /// If it fails or doesn't have the flag, the old provider serves it.
        case newWithFallback
        /// Only the new provider serves the flag.
        case new
    }

    /// A set of flags and their step of the migration.
    public struct Stage: Sendable, Hashable {
        /// The flags of the stage.
        public var flags: [CombinationStrategy.FlagPattern]
        /// The step of the flags.
        public var step: Step
        /// The share of flags and identities whose results are compared, from 0 to 1.
        public var sampling: Double
        /// The percentage of identities that the step applies to, from 0 to 100.
        ///
        /// The old provider serves the other identities. While the number grows, an included identity remains included.
        public var percent: Double

        /// Creates a stage, with numbers clamped to their ranges.
        public init(
            _ flags: [CombinationStrategy.FlagPattern], _ step: Step, sampling: Double = 1, percent: Double = 100
        ) {
            self.flags = flags
            self.step = step
            self.sampling = sampling
            self.percent = percent
        }
    }

    /// The limits at which a flag of the new provider steps back to ``Step/shadow``, for the lifetime of the provider.
    public struct RollbackLimits: Sendable, Hashable {
        /// The share of comparisons that can differ, from 0 to 1.
        public var mismatchRate: Double
        /// The share of comparisons in which the new provider can fail, from 0 to 1.
        public var errorRate: Double
        /// The number of comparisons of a flag before the limits apply, at least 1.
        public var after: Int

        /// Creates limits.
        public init(mismatchRate: Double = 0.05, errorRate: Double = 0.05, after: Int = 20) {
            self.mismatchRate = mismatchRate
            self.errorRate = errorRate
            self.after = after
        }
    }

    private struct Score {
        var compared = 0
        var differed = 0
        var failed = 0
        var isRolledBack = false
    }

    /// The provider before the migration.
    public let old: String
    /// The provider after the migration.
    public let new: String
    /// The stages of the plan.
    ///
    /// The first stage that matches a flag applies.
    public let stages: [Stage]
    /// The step of flags that no stage matches.
    public let defaultStep: Step
    /// The limits at which flags step back automatically, or `nil` if they never do.
    public let automaticRollback: RollbackLimits?
    private let scores = Lock<[String: Score]>([:])

    fileprivate init(old: String, new: String, stages: [Stage], defaultStep: Step, automaticRollback: RollbackLimits?) {
        self.old = old
        self.new = new
        self.stages = stages
        self.defaultStep = defaultStep
        self.automaticRollback = automaticRollback
    }

    /// Returns a flag's step in the plan, or its step after it stepped back.
    public func step(of key: String) -> Step { step(of: key, in: stage(of: key)) }

    /// The flags that stepped back automatically, in ascending order.
    public var rolledBackFlags: [String] {
        scores.withLock { $0.filter(\.value.isRolledBack).keys.sorted(by: \.self) }
    }

    /// Counts a comparison, and returns a diagnostic if the flag steps back.
    fileprivate func learn(_ comparison: ParityReport.Comparison) -> Diagnostic? {
        guard let automaticRollback, comparison.other == new else { return nil }
        let step = stage(of: comparison.key).step
        let score = scores.withLock { scores -> Score? in
            var score = scores[comparison.key] ?? Score()
            score.compared += 1
            if comparison.outcome == .failed { score.failed += 1 }
            if comparison.outcome.isMismatch { score.differed += 1 }
            let isJudged = score.compared >= automaticRollback.after && (step == .new || step == .newWithFallback)
            let isTooBad =
                Double(score.differed) > automaticRollback.mismatchRate * Double(score.compared)
                || Double(score.failed) > automaticRollback.errorRate * Double(score.compared)
            let rollsBack = isJudged && isTooBad && !score.isRolledBack
            if rollsBack { score.isRolledBack = true }
            scores[comparison.key] = score
            return rollsBack ? score : nil
        }
        return score.map { Self.diagnostic(comparison, $0, from: step, to: old) }
    }

    fileprivate func stage(of key: String) -> Stage {
        stages.first { $0.flags.contains { $0.matches(key) } } ?? Stage([], defaultStep)
    }

    fileprivate func step(of key: String, in stage: Stage) -> Step {
        guard stage.step == .new || stage.step == .newWithFallback else { return stage.step }
        return scores.withLock { $0[key]?.isRolledBack == true } ? .shadow : stage.step
    }

    private static func diagnostic(
        _ comparison: ParityReport.Comparison, _ score: Score, from step: Step, to provider: String
    ) -> Diagnostic {
        Diagnostic(
            "migrationRolledBack", .warning, subject: comparison.key,
            "The flag stepped back from \"\(step.rawValue)\" to \"shadow\". Of \(score.compared) comparisons, \(score.differed) "
                + "differed, and '\(comparison.other)' failed in \(score.failed). '\(provider)' serves the flag again.",
            suggestion: "Check the parity report and fix the flag. Then restart, or change the plan.")
    }
}

extension CombinationStrategy {
    /// Moves flags from one provider to another in stages, and steps back automatically if their results differ too often.
    ///
    /// ```swift
    /// let migration = CombinationStrategy.migration(
    ///     old: "launchdarkly", new: "unleash",
    ///     stages: [.init([.prefix("search-")], .shadow), .init([.prefix("nav-")], .newWithFallback, percent: 20)])
    /// ```
    /// The app's team edits the stages of the plan, usually in JSON. Differences are counted when flags change, for the flags and
    /// identities that ``MigrationStrategy/Stage/sampling`` includes. Starting with ``MigrationStrategy/Step/shadow``, the new
    /// provider and every further provider are compared with the old provider. Results of further providers don't count. Combine
    /// them to find out how far a third vendor agrees.
    ///
    /// - Parameters:
    ///   - old: The provider before the migration.
    ///   - new: The provider after the migration.
    ///   - stages: The plan. The first stage that matches a flag applies.
    ///   - defaultStep: The step of flags that no stage matches.
    ///   - automaticRollback: The limits at which flags step back automatically, or `nil` if they never do.
    public static func migration(
        old: String, new: String, stages: [MigrationStrategy.Stage], defaultStep: MigrationStrategy.Step = .old,
        automaticRollback: MigrationStrategy.RollbackLimits? = .init()
    ) -> CombinationStrategy {
        let migration = MigrationStrategy(
            old: old, new: new, stages: stages, defaultStep: defaultStep, automaticRollback: automaticRollback)
        var strategy = CombinationStrategy(builtIn: "migration") { input in
            let stage = migration.stage(of: input.key)
            let isIncluded =
                stage.percent >= 100 || StableShare.place(of: input.identity, seed: new) * 100 < stage.percent
            switch isIncluded ? migration.step(of: input.key, in: stage) : .old {
            case .old, .shadow: return input.firstMatch(among: [old])
            case .newWithFallback: return input.firstSuccessful(among: [new, old])
            case .new: return input.firstMatch(among: [new])
            }
        }
        strategy.compare = { input in
            let stage = migration.stage(of: input.key)
            guard stage.step != .old, input.isSampled(stage.sampling), let primary = input.names.firstIndex(of: old)
            else { return nil }
            return CombinationStrategy.ComparedChildren(
                primary: primary, others: input.names.indices.filter { $0 != primary })
        }
        strategy.learn = { migration.learn($0) }
        strategy.facts = { ["step": .string(migration.step(of: $0).rawValue)] }
        strategy.problem = { problem(movingFrom: old, to: new, among: $0) }
        strategy.soleSources = { _ in migration.soleSources }
        strategy.usesShares = true
        strategy.migration = migration
        return strategy
    }
}

extension MigrationStrategy {
    /// The providers that are the only source of flags at some stage.
    ///
    /// The new provider is one at ``Step/new``. The old provider is one at ``Step/old``, at ``Step/shadow``, and if a stage doesn't
    /// include all identities.
    fileprivate var soleSources: Set<String> {
        var sources: Set<String> = []
        for stage in stages.reachable(by: \.flags, otherwise: Stage([], defaultStep)) {
            if stage.percent < 100 || stage.step == .old || stage.step == .shadow { sources.insert(old) }
            if stage.percent > 0, stage.step == .new { sources.insert(new) }
        }
        return sources
    }
}
