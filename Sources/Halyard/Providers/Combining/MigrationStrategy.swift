// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The plan of a migration from one provider to another, and the flags that have stepped back by themselves.
///
/// ``CombinationStrategy/migration(old:new:stages:defaultStep:automaticRollback:)`` creates it. Safe to use from any thread.
public final class MigrationStrategy: Sendable {
    /// How far a flag has been migrated.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// The old provider answers; nothing is compared.
        case old
        /// The old provider answers; the new one's answers are compared.
        case shadow
        /// The new provider answers; where it does not know the flag or fails, the old one answers.
        case newWithFallback
        /// The new provider answers alone.
        case new
    }

    /// Some flags and how far they have been migrated.
    public struct Stage: Sendable, Hashable {
        /// The flags of the stage.
        public var flags: [CombinationStrategy.FlagPattern]
        /// How far they have been migrated.
        public var step: Step
        /// The share of flags and identities for which answers are compared, from 0 to 1.
        public var sampling: Double
        /// The percentage of identities that the step applies to, from 0 to 100; for the others the old provider answers.
        ///
        /// An identity that is included stays included while the number grows.
        public var percent: Double

        /// Makes a stage; numbers are clamped to their ranges.
        public init(
            _ flags: [CombinationStrategy.FlagPattern], _ step: Step, sampling: Double = 1, percent: Double = 100
        ) {
            self.flags = flags
            self.step = step
            self.sampling = sampling
            self.percent = percent
        }
    }

    /// When a flag that the new provider answers steps back to ``Step/shadow``, for as long as the provider lives.
    public struct RollbackLimits: Sendable, Hashable {
        /// The share of comparisons that may differ, from 0 to 1.
        public var mismatchRate: Double
        /// The share of comparisons in which the new provider may have no answer, from 0 to 1.
        public var errorRate: Double
        /// How many comparisons of a flag there must be before it is judged, at least 1.
        public var after: Int

        /// Makes a limit.
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
    /// The plan; the first stage that matches a flag applies.
    public let stages: [Stage]
    /// The step of flags that no stage matches.
    public let defaultStep: Step
    /// When flags step back by themselves; nil for never.
    public let automaticRollback: RollbackLimits?
    private let scores = Lock<[String: Score]>([:])

    fileprivate init(old: String, new: String, stages: [Stage], defaultStep: Step, automaticRollback: RollbackLimits?) {
        self.old = old
        self.new = new
        self.stages = stages
        self.defaultStep = defaultStep
        self.automaticRollback = automaticRollback
    }

    /// A flag's step by the plan, or after it has stepped back.
    public func step(of key: String) -> Step { step(of: key, in: stage(of: key)) }

    /// The flags that stepped back by themselves, in ascending order.
    public var rolledBackFlags: [String] {
        scores.withLock { $0.filter(\.value.isRolledBack).keys.sorted(by: \.self) }
    }

    /// Counts the comparison; the flag steps back when too many differ.
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
        return score.map { Self.finding(comparison, $0, from: step, to: old) }
    }

    fileprivate func stage(of key: String) -> Stage {
        stages.first { $0.flags.contains { $0.matches(key) } } ?? Stage([], defaultStep)
    }

    fileprivate func step(of key: String, in stage: Stage) -> Step {
        guard stage.step == .new || stage.step == .newWithFallback else { return stage.step }
        return scores.withLock { $0[key]?.isRolledBack == true } ? .shadow : stage.step
    }

    private static func finding(
        _ comparison: ParityReport.Comparison, _ score: Score, from step: Step, to provider: String
    ) -> Diagnostic {
        Diagnostic(
            "migrationRolledBack", .warning, subject: comparison.key,
            "The flag went back from \"\(step.rawValue)\" to \"shadow\": of \(score.compared) comparisons \(score.differed) "
                + "differ, and in \(score.failed) '\(comparison.other)' had no answer. '\(provider)' answers again.",
            suggestion: "Look at the parity report, fix the flag, and start anew.")
    }
}

extension CombinationStrategy {
    /// Moves from one provider to another flag by flag, in stages, and steps back by itself if their results differ too often.
    ///
    /// ```swift
    /// let migration = CombinationStrategy.migration(
    ///     old: "launchdarkly", new: "unleash",
    ///     stages: [.init([.prefix("search-")], .shadow), .init([.prefix("nav-")], .newWithFallback, percent: 20)])
    /// ```
    /// The app's team edits the stages of the plan, usually in JSON. Differences are counted when flags change, for the flags and
    /// identities that ``MigrationStrategy/Stage/sampling`` includes. From ``MigrationStrategy/Step/shadow`` on, the new provider and every
    /// further provider are compared with the old one. Results of further providers don't count. An app combines them to find out how far a
    /// third vendor agrees.
    ///
    /// - Parameters:
    ///   - old: The provider before the migration.
    ///   - new: The provider after the migration.
    ///   - stages: The plan. The first stage that matches a flag applies.
    ///   - defaultStep: The step of flags that no stage matches.
    ///   - automaticRollback: The limits at which flags step back by themselves. Without limits, they don't.
    public static func migration(
        old: String, new: String, stages: [MigrationStrategy.Stage], defaultStep: MigrationStrategy.Step = .old,
        automaticRollback: MigrationStrategy.RollbackLimits? = .init()
    ) -> CombinationStrategy {
        let migration = MigrationStrategy(old: old, new: new, stages: stages, defaultStep: defaultStep, automaticRollback: automaticRollback)
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
    /// The only providers at some stage: the new one at ``Step/new``, the old one at ``Step/old`` and
    /// ``Step/shadow``, and wherever a stage doesn't include all identities.
    fileprivate var soleSources: Set<String> {
        var sources: Set<String> = []
        for stage in stages.reachable(by: \.flags, otherwise: Stage([], defaultStep)) {
            if stage.percent < 100 || stage.step == .old || stage.step == .shadow { sources.insert(old) }
            if stage.percent > 0, stage.step == .new { sources.insert(new) }
        }
        return sources
    }
}
