// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine
import HalyardLaunchDarkly

/// A hook that runs around evaluations, context changes, and tracking events.
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
/// Stages run outside all locks, on the thread that reads the flag, changes the context, or reports the event. Only
/// `afterIdentify` runs in the background. The `before…` stages and `afterTrack` run in the order of the hooks. The other
/// `after…` stages run in reverse order. All stages have default implementations that do nothing.
public protocol Hook: Sendable {
    /// Returns the metadata of the hook.
    func metadata() -> Metadata

    /// Called before an evaluation.
    ///
    /// Returns the data for the next stage.
    func beforeEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData
    ) -> EvaluationSeriesData

    /// Called after an evaluation, whether it succeeded or failed.
    func afterEvaluation(
        seriesContext: EvaluationSeriesContext, seriesData: EvaluationSeriesData,
        evaluationDetail: LDEvaluationDetail<LDValue>
    ) -> EvaluationSeriesData

    /// Called before the context changes, and before each environment's client starts.
    ///
    /// Returns the data for the next stage.
    func beforeIdentify(seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData) -> IdentifySeriesData

    /// Called after the context has changed, or couldn't change.
    func afterIdentify(
        seriesContext: IdentifySeriesContext, seriesData: IdentifySeriesData, result: IdentifyResult
    ) -> IdentifySeriesData

    /// Called after the app has reported a tracking event.
    func afterTrack(seriesContext: TrackSeriesContext)
}

extension Hook {
    /// Returns metadata with the name `UNDEFINED`.
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

/// The data that a hook passes from one stage of a context change to the next.
public typealias IdentifySeriesData = [String: Any]

/// The metadata of a hook.
public struct Metadata: Sendable, Hashable {
    /// The name of the hook in diagnostics.
    public let name: String

    /// Creates the metadata of a hook.
    public init(name: String) { self.name = name }
}

/// The description of an evaluation that hooks receive.
public struct EvaluationSeriesContext: Sendable {
    /// The flag key.
    public let flagKey: LDFlagKey
    /// The evaluation context.
    public let context: LDContext
    /// The caller's default value.
    public let defaultValue: LDValue
    /// The name of the method that reads the flag.
    ///
    /// It's `boolVariation`, `intVariation`, `doubleVariation`, `stringVariation`, or for every other type `jsonVariation`.
    /// `Detail` is appended if details were requested.
    public let methodName: String
    /// The environment ID from the service, or `nil` until the service has sent it.
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

/// The description of a context change that hooks receive.
public struct IdentifySeriesContext: Sendable {
    /// The new context.
    public let context: LDContext
    /// The name of the method, which is `identify`, or `init` for the start.
    public let methodName: String

    /// Creates a description, for example for a test of a hook.
    public init(context: LDContext, methodName: String) {
        self.context = context
        self.methodName = methodName
    }
}

/// The description of a tracking event that hooks receive.
public struct TrackSeriesContext: Sendable {
    /// The name of the event.
    public let key: String
    /// The evaluation context of the event.
    public let context: LDContext
    /// The data of the event, or `nil` if there is none.
    public let data: LDValue?
    /// The value for numeric metrics, or `nil` if there is none.
    public let metricValue: Double?
    /// The environment ID from the service, or `nil` until the service has sent it.
    public let environmentId: String?
}
