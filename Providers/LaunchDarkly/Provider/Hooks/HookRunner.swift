// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Runs the hooks of one provider.
final class HookRunner: Sendable {
    let hooks: [any LaunchDarklyHook]
    private let dialect: any LaunchDarklyDialect
    private let withReasons: Bool
    private let environment: EnvironmentName

    init(_ options: LaunchDarklyOptions, dialect: any LaunchDarklyDialect, environment: EnvironmentName) {
        hooks = options.hooks
        self.dialect = dialect
        withReasons = options.withReasons
        self.environment = environment
    }

    /// The hooks as the client runs them.
    var neutral: [any EvaluationHook] { hooks.map { SeriesHook(hook: $0, runner: self) } }

    func tracked(_ event: TrackingEvent) {
        if hooks.isEmpty { return }
        let series = LaunchDarklyTrackSeries(
            key: event.name, context: context(event.context), data: event.data, metricValue: event.metric,
            environmentID: environment.value)
        for hook in hooks { try? hook.afterTrack(series) }
    }

    fileprivate func series(_ evaluation: HookContext) -> LaunchDarklyEvaluationSeries {
        LaunchDarklyEvaluationSeries(
            flagKey: evaluation.flagKey, context: context(evaluation.context), defaultValue: evaluation.defaultValue,
            methodName: Self.method(evaluation), environmentID: environment.value)
    }

    fileprivate func detail(_ details: EvaluationDetails<FlagValue>) -> LaunchDarklyDetail {
        LaunchDarklyDetail(details, withReasons: withReasons)
    }

    private func context(_ context: EvaluationContext) -> LaunchDarklyContext? {
        let identity = try? dialect.identity(of: context).output
        return identity as? LaunchDarklyContext ?? (identity as? LaunchDarklyUser).map { LaunchDarklyContext($0) }
    }

    private static func method(_ evaluation: HookContext) -> String {
        let type = (evaluation.valueType as? any LaunchDarklyReading.Type)?.valueType ?? evaluation.valueType
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

/// A value that is read as another type.
package protocol LaunchDarklyReading {
    /// The type that the app requested.
    static var valueType: any Any.Type { get }
}

/// One of the app's hooks as the client runs it; its errors do not reach the app.
private struct SeriesHook: EvaluationHook {
    let hook: any LaunchDarklyHook
    let runner: HookRunner

    func before(_ evaluation: HookContext, _ data: inout HookData) {
        data = (try? hook.beforeEvaluation(runner.series(evaluation), [:])) ?? [:]
    }

    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
        try? hook.afterEvaluation(runner.series(evaluation), data, runner.detail(details))
    }
}

/// Passes tracking events to hooks in a client whose provider sends no events.
struct TrackHookSink: EventSink {
    let runner: HookRunner

    var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }

    func receive(_ event: FlagEvent) {
        if case .tracked(let event) = event { runner.tracked(event) }
    }
}

/// The name that the service last gave for the environment.
final class EnvironmentName: Sendable {
    private let name = Lock<String?>(nil)

    var value: String? { name.withLock { $0 } }

    /// Sets the name; nil changes nothing.
    func take(_ new: String?) {
        if let new { name.withLock { $0 = new } }
    }
}
