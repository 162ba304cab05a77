// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Moves from one provider to another flag by flag, in stages, and steps back by itself where the two disagree too often.
///
/// The plan's stages are what the app's team edits, usually in JSON. How often the two disagree is counted when flags
/// change, for the flags and identities that ``Stage/sampling`` takes in.
public final class Migration: MergeRule {
    /// How far a flag has come.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// The old provider answers; nothing is compared.
        case old
        /// The old provider answers; the new one's answers are compared.
        case shadow
        /// The new provider answers; what it does not know or cannot say, the old one answers.
        case newWithFallback
        /// The new provider answers alone.
        case new
    }

    /// Some flags and how far they have come.
    public struct Stage: Sendable, Hashable {
        /// Which flags.
        public var flags: [FlagPattern]
        /// How far they have come.
        public var step: Step
        /// For which share of flags and identities answers are compared, from 0 to 1.
        public var sampling: Double
        /// For how many of a hundred identities the step holds, from 0 to 100; for the others the old provider answers.
        ///
        /// Who is among them stays among them while the number grows.
        public var percent: Double

        /// Makes a stage; numbers outside of their ranges count as the nearest one inside.
        public init(_ flags: [FlagPattern], _ step: Step, sampling: Double = 1, percent: Double = 100) {
            self.flags = flags
            self.step = step
            self.sampling = sampling
            self.percent = percent
        }
    }

    /// When a flag that the new provider answers goes back to ``Step/shadow``, for as long as the provider lives.
    public struct StepBack: Sendable, Hashable {
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
        var hasSteppedBack = false
    }

    /// The rule's name.
    public let name = "migration"
    /// Who answers before.
    public let old: String
    /// Who answers after.
    public let new: String
    /// The plan; the first stage that fits a flag counts.
    public let stages: [Stage]
    /// How far flags have come that no stage fits.
    public let otherwise: Step
    /// When flags go back by themselves; nil for never.
    public let stepBack: StepBack?
    private let scores = Lock<[String: Score]>([:])

    /// Makes the rule.
    public init(old: String, new: String, stages: [Stage], otherwise: Step = .old, stepBack: StepBack? = StepBack()) {
        self.old = old
        self.new = new
        self.stages = stages
        self.otherwise = otherwise
        self.stepBack = stepBack
    }

    /// How far a flag has come by the plan, and by what was seen.
    public func step(of key: String) -> Step { step(of: key, in: stage(of: key)) }

    /// The flags that went back by themselves, in ascending order.
    public var steppedBack: [String] {
        scores.withLock { $0.filter(\.value.hasSteppedBack).keys.sorted() }
    }

    /// Who answers at the flag's step.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict {
        let stage = stage(of: question.key)
        let isIncluded =
            stage.percent >= 100 || StableShare.place(of: question.identity, seed: new) * 100 < stage.percent
        switch isIncluded ? step(of: question.key, in: stage) : .old {
        case .old, .shadow: return question.firstMatch(among: [old])
        case .newWithFallback: return question.firstSuccessful(among: [new, old])
        case .new: return question.firstMatch(among: [new])
        }
    }

    /// The old one with the new one, from ``Step/shadow`` on.
    public func comparison(_ question: MergeQuestion) -> ComparedChildren? {
        let stage = stage(of: question.key)
        guard stage.step != .old, question.isSampled(stage.sampling),
            let authority = question.names.firstIndex(of: old), let other = question.names.firstIndex(of: new)
        else { return nil }
        return ComparedChildren(authority: authority, others: [other])
    }

    /// The flag's step.
    public func facts(about key: String) -> [String: FlagValue] { ["step": .string(step(of: key).rawValue)] }

    /// Counts the comparison; the flag goes back when too many differ.
    public func learn(_ comparison: FlagComparison) -> Diagnostic? {
        guard let stepBack else { return nil }
        let step = stage(of: comparison.key).step
        let score = scores.withLock { scores -> Score? in
            var score = scores[comparison.key] ?? Score()
            score.compared += 1
            if comparison.outcome == .failed { score.failed += 1 }
            if comparison.outcome.isMismatch { score.differed += 1 }
            let isJudged = score.compared >= stepBack.after && (step == .new || step == .newWithFallback)
            let isTooBad =
                Double(score.differed) > stepBack.mismatchRate * Double(score.compared)
                || Double(score.failed) > stepBack.errorRate * Double(score.compared)
            let stepsBack = isJudged && isTooBad && !score.hasSteppedBack
            if stepsBack { score.hasSteppedBack = true }
            scores[comparison.key] = score
            return stepsBack ? score : nil
        }
        return score.map { Self.finding(comparison, $0, from: step, to: old) }
    }

    /// Whether both are there.
    public func problem(among names: [String]) -> String? { missing([old, new], among: names) }

    private func stage(of key: String) -> Stage {
        stages.first { $0.flags.contains { $0.matches(key) } } ?? Stage([], otherwise)
    }

    private func step(of key: String, in stage: Stage) -> Step {
        guard stage.step == .new || stage.step == .newWithFallback else { return stage.step }
        return scores.withLock { $0[key]?.hasSteppedBack == true } ? .shadow : stage.step
    }

    private static func finding(
        _ comparison: FlagComparison, _ score: Score, from step: Step, to provider: String
    ) -> Diagnostic {
        Diagnostic(
            "migrationSteppedBack", .warning, subject: comparison.key,
            "The flag went back from \"\(step.rawValue)\" to \"shadow\": of \(score.compared) comparisons \(score.differed) "
                + "differ, and in \(score.failed) '\(comparison.other)' had no answer. '\(provider)' answers again.",
            suggestion: "Look at the parity report, fix the flag, and start anew.")
    }
}
