// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine
import HalyardLaunchDarkly

/// Code of the app that runs around evaluations.
///
/// Stages run inline, on the thread that reads the flag, outside of all locks. `beforeEvaluation` runs in the order of the
/// hooks, `afterEvaluation` the other way round. All have defaults that do nothing.
public protocol Hook: Sendable {
    /// What is known of the hook itself.
    func metadata() -> Metadata

    /// Runs before a flag is looked up; returns the data for its next stage.
    func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData

    /// Runs after a flag was looked up, whatever came of it.
    func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData
}

extension Hook {
    /// No name.
    public func metadata() -> Metadata { Metadata(name: "UNDEFINED") }

    /// Keeps the data.
    public func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData { seriesData }

    /// Keeps the data.
    public func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData { seriesData }
}

/// What a hook carries from one stage of an evaluation to the next; each hook has its own.
public typealias EvaluationSeriesData = [String: any Sendable]

/// What is known of a hook itself.
///
/// An immutable value.
public struct Metadata: Sendable, Hashable {
    /// What the hook is called in findings.
    public let name: String

    /// Describes a hook.
    public init(name: String) { self.name = name }
}

/// One evaluation, as hooks get it.
///
/// An immutable value.
public struct EvaluationSeriesContext: Sendable {
    /// The flag's name.
    public let flagKey: LDFlagKey
    /// For what the flags were decided.
    public let context: LDContext
    /// The caller's default.
    public let defaultValue: LDValue
    /// What the app asked for: `boolVariation`, `intVariation`, `doubleVariation`, `stringVariation` or `jsonVariation`, which
    /// is also every other type; with `Detail` at the end where details were asked for.
    public let methodName: String

    fileprivate init?(_ series: LaunchDarklyEvaluationSeries) {
        guard let context = series.context else { return nil }
        self.context = LDContext(context)
        (flagKey, methodName) = (series.flagKey, series.methodName)
        defaultValue = LDValue(series.defaultValue)
    }
}

/// A hook of the app's as the provider runs it.
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
