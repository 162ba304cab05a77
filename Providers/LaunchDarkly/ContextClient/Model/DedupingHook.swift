// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLDEngine

/// A hook that passes on an evaluation only if its result is new, or if the last one was a while ago.
///
/// ```swift
/// var config = LDConfig(mobileKey: mobileKey, autoEnvAttributes: .disabled)
/// config.hooks = [DedupingHook(ReadCounter { print($0) }, window: 60)]
/// ```
/// The other hook receives both stages of an evaluation, or neither. It receives all other stages. Each `identify` starts over, so that
/// the first evaluation of each flag is passed on again. Events and their counts don't change.
///
/// Use one instance for each hook. Make it the outermost decorator, because it replaces the data of an evaluation that it suppresses.
public final class DedupingHook: HookDecorator, @unchecked Sendable {  // Sound: it is immutable.
    private static let suppressedKey = "halyard.DedupingHook.suppressedBy"

    private let deduper: EvaluationExposureDeduper

    /// Creates a hook that ignores repeated results for a number of seconds.
    ///
    /// - Parameters:
    ///   - delegate: The hook that receives the stages.
    ///   - window: The length of the time window in seconds. With zero or less, every evaluation is passed on.
    public convenience init(_ delegate: any Hook, window: Double = EvaluationExposureDeduper.defaultWindow) {
        self.init(delegate, deduper: EvaluationExposureDeduper(window: window))
    }

    /// Creates a hook that passes on the evaluations that a deduper selects.
    public init(_ delegate: any Hook, deduper: EvaluationExposureDeduper) {
        self.deduper = deduper
        super.init(delegate)
    }

    /// Passes the stage to the other hook, unless the result is a repetition.
    public override func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData {
        if let key = seriesContext.evaluationExposureKey, !deduper.shouldRecord(key: key) {
            // Nested instances recognize their own marks only.
            return [Self.suppressedKey: self]
        }
        return super.beforeEvaluation(seriesContext: seriesContext, seriesData: seriesData)
    }

    /// Passes the stage to the other hook, unless this hook suppressed the stage before.
    public override func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData {
        if seriesData[Self.suppressedKey] as? DedupingHook === self { return seriesData }
        return super.afterEvaluation(
            seriesContext: seriesContext, seriesData: seriesData, evaluationDetail: evaluationDetail)
    }

    /// Forgets all results, and passes the stage to the other hook.
    public override func beforeIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData
    ) -> IdentifySeriesData {
        deduper.reset()
        return super.beforeIdentify(seriesContext: seriesContext, seriesData: seriesData)
    }
}
