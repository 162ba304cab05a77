// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Code of the app that runs around evaluations and custom events, as LaunchDarkly's hooks do.
///
/// Stages run inline, on the thread that reads the flag or reports the event, outside all locks. `beforeEvaluation`
/// runs in the order of the hooks, `afterEvaluation` in reverse order, `afterTrack` in their order again. An error that
/// a hook throws does not affect the app: its `afterEvaluation` then receives no data. All stages have empty defaults.
///
/// For hooks that work with every vendor see `EvaluationHook`.
public protocol LaunchDarklyHook: Sendable {
    /// The name of the hook in findings.
    var name: String { get }

    /// Runs before a flag is looked up; returns the data for its next stage.
    func beforeEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
    ) throws -> LaunchDarklySeriesData

    /// Runs after a flag was looked up, whatever the result.
    func afterEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
    ) throws

    /// Runs after the app has reported an event; only with consent to events.
    func afterTrack(_ series: LaunchDarklyTrackSeries) throws
}

extension LaunchDarklyHook {
    /// Returns the data unchanged.
    public func beforeEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
    ) throws -> LaunchDarklySeriesData { data }

    /// Does nothing.
    public func afterEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
    ) throws {}

    /// Does nothing.
    public func afterTrack(_ series: LaunchDarklyTrackSeries) throws {}
}

/// The data that a hook passes from one stage of an evaluation to the next; each hook has its own.
public typealias LaunchDarklySeriesData = [String: any Sendable]

/// One evaluation, as passed to hooks.
///
/// An immutable value.
public struct LaunchDarklyEvaluationSeries: Sendable {
    /// The flag's name.
    public let flagKey: String
    /// The context of the flags; nil when it cannot be expressed for LaunchDarkly.
    public let context: LaunchDarklyContext?
    /// The caller's default.
    public let defaultValue: FlagValue
    /// The method in LaunchDarkly's terms: `boolVariation`, `intVariation`, `doubleVariation`, `stringVariation` or
    /// `jsonVariation`, followed by `Detail` if details were requested.
    public let methodName: String
    /// The environment, as the service last named it; nil when it has not.
    public let environmentID: String?
}

/// One custom event, as passed to hooks.
///
/// An immutable value.
public struct LaunchDarklyTrackSeries: Sendable {
    /// The event's name.
    public let key: String
    /// The context of the event; nil when it cannot be expressed for LaunchDarkly.
    public let context: LaunchDarklyContext?
    /// The app's data for the event; null for none.
    public let data: FlagValue
    /// The number for numeric metrics; nil for none.
    public let metricValue: Double?
    /// The environment, as the service last named it; nil when it has not.
    public let environmentID: String?
}
