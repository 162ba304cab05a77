// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine

/// A hook that passes each stage to another hook.
///
/// Subclass it to change stages of a hook. If you suppress a `before…` stage, also suppress its `after…` stage, because
/// hooks pair them:
///
/// ```swift
/// final class OnlyNavigation: HookDecorator, @unchecked Sendable {
///     override func beforeEvaluation(
///         seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
///     ) -> EvaluationSeriesData {
///         guard seriesContext.flagKey.hasPrefix("nav-") else { return seriesData }
///         return super.beforeEvaluation(seriesContext: seriesContext, seriesData: seriesData)
///     }
///
///     override func afterEvaluation(
///         seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
///         evaluationDetail: LDEvaluationDetail<LDValue>
///     ) -> EvaluationSeriesData {
///         guard seriesContext.flagKey.hasPrefix("nav-") else { return seriesData }
///         return super.afterEvaluation(
///             seriesContext: seriesContext, seriesData: seriesData, evaluationDetail: evaluationDetail)
///     }
/// }
/// ```
// Sound: the only stored property is immutable and `Sendable`. Each subclass states its own safety.
open class HookDecorator: Hook, @unchecked Sendable {
    /// The hook that receives the stages.
    public let delegate: any Hook

    /// Creates a hook that passes each stage to another hook.
    public init(_ delegate: any Hook) { self.delegate = delegate }

    /// Returns the metadata of the other hook.
    open func metadata() -> Metadata { delegate.metadata() }

    /// Passes the stage to the other hook.
    open func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData { delegate.beforeEvaluation(seriesContext: seriesContext, seriesData: seriesData) }

    /// Passes the stage to the other hook.
    open func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData {
        delegate.afterEvaluation(
            seriesContext: seriesContext, seriesData: seriesData, evaluationDetail: evaluationDetail)
    }

    /// Passes the stage to the other hook.
    open func beforeIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData
    ) -> IdentifySeriesData { delegate.beforeIdentify(seriesContext: seriesContext, seriesData: seriesData) }

    /// Passes the stage to the other hook.
    open func afterIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
    ) -> IdentifySeriesData {
        delegate.afterIdentify(seriesContext: seriesContext, seriesData: seriesData, result: result)
    }

    /// Passes the stage to the other hook.
    open func afterTrack(seriesContext: TrackSeriesContext) { delegate.afterTrack(seriesContext: seriesContext) }
}
