// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine
import HalyardLaunchDarkly

/// Code of the app that runs around evaluations.
///
/// Stages run inline, on the thread that reads the flag, outside all locks. `beforeEvaluation` runs in the order of the
/// hooks, `afterEvaluation` in reverse order. All have defaults that do nothing.
public protocol Hook: Sendable {
    /// The metadata of the hook.
    func metadata() -> Metadata

    /// Runs before a flag is looked up; returns the data for its next stage.
    func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData

    /// Runs after a flag was looked up, whatever the result.
    func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData
}

extension Hook {
    /// Returns metadata without a name.
    public func metadata() -> Metadata { Metadata(name: "UNDEFINED") }

    /// Returns the data unchanged.
    public func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData { seriesData }

    /// Returns the data unchanged.
    public func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData { seriesData }
}

/// The data that a hook passes from one stage of an evaluation to the next; each hook has its own.
public typealias EvaluationSeriesData = [String: any Sendable]

/// The metadata of a hook.
///
/// An immutable value.
public struct Metadata: Sendable, Hashable {
    /// The name of the hook in findings.
    public let name: String

    /// Makes the metadata of a hook.
    public init(name: String) { self.name = name }
}

/// One evaluation, as passed to hooks.
///
/// An immutable value.
public struct EvaluationSeriesContext: Sendable {
    /// The flag's name.
    public let flagKey: LDFlagKey
    /// The context of the flags.
    public let context: LDContext
    /// The caller's default.
    public let defaultValue: LDValue
    /// The method: `boolVariation`, `intVariation`, `doubleVariation`, `stringVariation` or `jsonVariation`, which also
    /// stands for every other type, followed by `Detail` if details were requested.
    public let methodName: String

    fileprivate init?(_ series: LaunchDarklyEvaluationSeries) {
        guard let context = series.context else { return nil }
        self.context = LDContext(context)
        (flagKey, methodName) = (series.flagKey, series.methodName)
        defaultValue = LDValue(series.defaultValue)
    }
}

/// One of the app's hooks as the provider runs it.
struct NeutralHook: LaunchDarklyHook {
    let hook: any Hook

    var name: String { hook.metadata().name }

    func beforeEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
    ) -> LaunchDarklySeriesData {
        guard let context = EvaluationSeriesContext(series) else { return data }
        return hook.beforeEvaluation(seriesContext: context, seriesData: data)
    }

    func afterEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
    ) {
        guard let context = EvaluationSeriesContext(series) else { return }
        _ = hook.afterEvaluation(seriesContext: context, seriesData: data, evaluationDetail: LDEvaluationDetail(detail))
    }
}
