// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
import HalyardLaunchDarkly

/// Code of the app that runs around evaluations and custom events.
///
/// Stages run inline, on the thread that reads the flag or reports the event, outside all locks. `beforeEvaluation` and
/// `afterTrack` run in the order of the hooks, `afterEvaluation` in reverse order. All have defaults that do nothing.
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

    /// Runs after the app has reported a custom event.
    func afterTrack(seriesContext: TrackSeriesContext)
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

    /// Does nothing.
    public func afterTrack(seriesContext: TrackSeriesContext) {}
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
    /// The service's ID of the environment, or `nil` until the service has sent one.
    public let environmentId: String?
}

/// One custom event, as passed to hooks.
///
/// An immutable value.
public struct TrackSeriesContext: Sendable {
    /// The event's name.
    public let key: String
    /// The context of the event.
    public let context: LDContext
    /// The app's data for the event, or `nil` for none.
    public let data: LDValue?
    /// The number for numeric metrics, or `nil` for none.
    public let metricValue: Double?
    /// The service's ID of the environment, or `nil` until the service has sent one.
    public let environmentId: String?
}

/// Runs one of the app's hooks around the evaluations of one environment's client.
struct HookStages: EvaluationHook {
    let hook: any Hook
    let provider: LaunchDarklyProvider

    func before(_ evaluation: HookContext, _ data: inout HookData) {
        guard let series = series(evaluation) else { return }
        data = hook.beforeEvaluation(seriesContext: series, seriesData: data)
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        guard let series = series(evaluation) else { return }
        let detail = LDEvaluationDetail(LaunchDarklyDetail(details, provider.options))
        _ = hook.afterEvaluation(seriesContext: series, seriesData: data, evaluationDetail: detail)
    }

    private func series(_ evaluation: HookContext) -> EvaluationSeriesContext? {
        guard let context = provider.launchDarklyContext(of: evaluation.context) else { return nil }
        return EvaluationSeriesContext(
            flagKey: evaluation.flagKey, context: LDContext(context), defaultValue: LDValue(evaluation.defaultValue),
            methodName: Self.method(evaluation), environmentId: provider.environmentID)
    }

    private static func method(_ evaluation: HookContext) -> String {
        let type = (evaluation.valueType as? any TypedReading.Type)?.requestedType
        let method =
            switch type {
            case is Bool.Type: "boolVariation"
            case is any BinaryInteger.Type: "intVariation"
            case is any BinaryFloatingPoint.Type: "doubleVariation"
            case is String.Type: "stringVariation"
            default: "jsonVariation"
            }
        return evaluation.isDetailed ? method + "Detail" : method
    }
}
