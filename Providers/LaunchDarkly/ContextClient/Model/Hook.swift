// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
import HalyardLaunchDarkly

/// Code of the app that runs around evaluations, changes of the context, and custom events.
///
/// ```swift
/// struct ReadCounter: Hook {
///     let count: @Sendable (LDFlagKey) -> Void
///
///     func beforeEvaluation(
///         seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
///     ) -> EvaluationSeriesData {
///         count(seriesContext.flagKey)
///         return seriesData
///     }
/// }
/// ```
/// Stages run on the thread that reads the flag, changes the context, or reports the event, outside all locks. Only
/// `afterIdentify` runs in the background. The stages before something, and `afterTrack`, run in the order of the hooks. The other
/// stages after something run in reverse order. All have defaults that do nothing.
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

    /// Runs before the context changes, and before the start of each environment's client. Returns the data for its next stage.
    func beforeIdentify(seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData) -> IdentifySeriesData

    /// Runs after the context has changed, or couldn't change.
    func afterIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
    ) -> IdentifySeriesData

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

    /// Returns the data unchanged.
    public func beforeIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData
    ) -> IdentifySeriesData { seriesData }

    /// Returns the data unchanged.
    public func afterIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
    ) -> IdentifySeriesData { seriesData }

    /// Does nothing.
    public func afterTrack(seriesContext: TrackSeriesContext) {}
}

/// The data that a hook passes from one stage of an evaluation to the next.
public typealias EvaluationSeriesData = [String: Any]

/// The data that a hook passes from one stage of a change of the context to the next.
public typealias IdentifySeriesData = [String: Any]

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
    let mobileKeyHash: String
    let currentFlag: @Sendable () -> EvaluatedFlag?

    /// The identity of the evaluation's result, which stages before and after the evaluation can compare with an earlier one.
    ///
    /// Looks the flag up at each access. The client always has a key. The type is optional, as in LaunchDarkly's SDK.
    public var evaluationExposureKey: EvaluationExposureKey? {
        let flag = currentFlag()
        let value = flag.flatMap { $0.value.isNull ? nil : LDValue($0.value) }
        return EvaluationExposureKey(
            mobileKeyHash: mobileKeyHash, flagKey: flagKey, variation: flag?.variant.flatMap { Int($0) },
            flagVersion: flag?.version.flatMap { Int(exactly: $0) },
            fullyQualifiedContextKey: context.fullyQualifiedKey(), value: value ?? defaultValue)
    }
}

/// One change of the context, as passed to hooks.
public struct IdentifySeriesContext: Sendable {
    /// The new context.
    public let context: LDContext
    /// The method: `identify`, or `init` for the start.
    public let methodName: String

    /// Creates a description, for example for a test of a hook.
    public init(context: LDContext, methodName: String) {
        self.context = context
        self.methodName = methodName
    }
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
