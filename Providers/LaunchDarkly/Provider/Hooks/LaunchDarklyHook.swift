// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Code of the app that runs around evaluations and custom events, as LaunchDarkly's hooks do.
///
/// Stages run inline, on the thread that reads the flag or reports the event, outside of all locks. `beforeEvaluation` runs in
/// the order of the hooks, `afterEvaluation` the other way round, `afterTrack` in their order again. What a hook throws changes
/// nothing for the app: its `afterEvaluation` then gets no data. All stages have empty defaults.
///
/// For hooks that work with every vendor see `Hook`.
public protocol LaunchDarklyHook: Sendable {
    /// What the hook is called in findings.
    var name: String { get }

    /// Runs before a flag is looked up; returns the data for its next stage.
    func beforeEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData
    ) throws -> LaunchDarklySeriesData

    /// Runs after a flag was looked up, whatever came of it.
    func afterEvaluation(
        _ series: LaunchDarklyEvaluationSeries, _ data: LaunchDarklySeriesData, _ detail: LaunchDarklyDetail
    ) throws

    /// Runs after the app has reported an event; not without consent to events.
    func afterTrack(_ series: LaunchDarklyTrackSeries) throws
}

extension LaunchDarklyHook {
    /// Keeps the data.
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

/// What a hook carries from one stage of an evaluation to the next; each hook has its own.
public typealias LaunchDarklySeriesData = [String: any Sendable]

/// One evaluation, as hooks are told it.
///
/// An immutable value.
public struct LaunchDarklyEvaluationSeries: Sendable {
    /// The flag's name.
    public let flagKey: String
    /// For whom the flags were decided; nil when LaunchDarkly cannot be told.
    public let context: LaunchDarklyContext?
    /// The caller's default.
    public let defaultValue: FlagValue
    /// What was asked for, in LaunchDarkly's words: `boolVariation`, `intVariation`, `doubleVariation`, `stringVariation` or
    /// `jsonVariation`; with `Detail` at the end where details were asked for.
    public let methodName: String
    /// The environment, as the service last named it; nil when it has not.
    public let environmentID: String?
}

/// One custom event, as hooks are told it.
///
/// An immutable value.
public struct LaunchDarklyTrackSeries: Sendable {
    /// The event's name.
    public let key: String
    /// Who did it; nil when LaunchDarkly cannot be told.
    public let context: LaunchDarklyContext?
    /// What the app said about it; null for nothing.
    public let data: FlagValue
    /// The number for numeric metrics; nil for none.
    public let metricValue: Double?
    /// The environment, as the service last named it; nil when it has not.
    public let environmentID: String?
}
