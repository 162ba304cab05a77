// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly

/// The data of one series of a hook, in LaunchDarkly's type.
// Sound: the stages of a series run one after the other, and each one returns the data before the next one receives it.
private struct SeriesData: @unchecked Sendable {
    let values: [String: Any]
}

/// A Halyard hook that runs one of the app's hooks around the evaluations of one environment's client.
struct EvaluationStages: EvaluationHook {
    private static let key = "series"

    let hook: any Hook
    let provider: LaunchDarklyProvider

    func before(_ evaluation: HookContext, _ data: inout HookData) {
        guard let series = series(evaluation) else { return }
        data[Self.key] = SeriesData(values: hook.beforeEvaluation(seriesContext: series, seriesData: [:]))
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        guard let series = series(evaluation) else { return }
        let detail = LDEvaluationDetail(LaunchDarklyDetail(details, provider.options))
        let values = (data[Self.key] as? SeriesData)?.values ?? [:]
        _ = hook.afterEvaluation(seriesContext: series, seriesData: values, evaluationDetail: detail)
    }

    private func series(_ evaluation: HookContext) -> EvaluationSeriesContext? {
        guard let context = provider.launchDarklyContext(of: evaluation.context) else { return nil }
        return EvaluationSeriesContext(
            flagKey: evaluation.flagKey, context: LDContext(context), defaultValue: LDValue(evaluation.defaultValue),
            methodName: Self.method(evaluation), environmentId: provider.environmentID,
            mobileKeyHash: provider.records.service, currentFlag: evaluation.currentFlag)
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

extension LDConfig {
    /// Runs the `beforeIdentify` stages of all hooks.
    ///
    /// - Returns: A closure that runs the `afterIdentify` stages, or `nil` if there are no hooks.
    package func beginIdentifySeries(_ identity: any ClientIdentity, method: String) -> IdentifySeriesEnd? {
        guard !hooks.isEmpty, let context = identity as? LDContext else { return nil }
        let series = IdentifySeriesContext(context: context, methodName: method)
        let stages = hooks.map { hook in
            (hook, SeriesData(values: hook.beforeIdentify(seriesContext: series, seriesData: [:])))
        }
        return { result in
            for (hook, data) in stages.reversed() {
                _ = hook.afterIdentify(seriesContext: series, seriesData: data.values, result: result)
            }
        }
    }
}
