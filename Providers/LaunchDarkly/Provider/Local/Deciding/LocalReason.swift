// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The reason for a flag's value.
enum LocalReason {
    case off
    /// The index of the prerequisite.
    case prerequisiteFailed(Int)
    case target
    case rule(Int, LocalFlag.Rule, isInExperiment: Bool = false)
    case `fallthrough`
    case fallthroughInExperiment

    /// The reason of the same value as part of an experiment.
    var inExperiment: LocalReason {
        switch self {
        case .rule(let index, let rule, _): .rule(index, rule, isInExperiment: true)
        case .fallthrough, .fallthroughInExperiment: .fallthroughInExperiment
        case .off, .prerequisiteFailed, .target: self
        }
    }

    fileprivate var isInExperiment: Bool {
        switch self {
        case .rule(_, _, let isInExperiment): isInExperiment
        case .fallthroughInExperiment: true
        case .off, .prerequisiteFailed, .target, .fallthrough: false
        }
    }

    fileprivate var neutral: EvaluationReason {
        switch self {
        case .off: .disabled
        case .prerequisiteFailed: .default
        case .target: .targetingMatch
        case .rule(_, _, let isInExperiment): isInExperiment ? .split : .targetingMatch
        case .fallthrough: .default
        case .fallthroughInExperiment: .split
        }
    }

    private static let offText = JSONText(#"{"kind":"OFF"}"#)
    private static let targetText = JSONText(#"{"kind":"TARGET_MATCH"}"#)
    private static let fallthroughText = JSONText(#"{"kind":"FALLTHROUGH"}"#)
    private static let experimentText = JSONText(#"{"kind":"FALLTHROUGH","inExperiment":true}"#)

    /// Returns the reason in LaunchDarkly's format.
    fileprivate func text(of flag: LocalFlag) -> JSONText {
        switch self {
        case .off: Self.offText
        case .target: Self.targetText
        case .fallthrough: Self.fallthroughText
        case .fallthroughInExperiment: Self.experimentText
        case .prerequisiteFailed(let index):
            JSONText(
                #"{"kind":"PREREQUISITE_FAILED","prerequisiteKey":\#(Self.quoted(flag.prerequisites[index].key))}"#)
        case .rule(let index, let rule, let isInExperiment):
            JSONText(
                #"{"kind":"RULE_MATCH","ruleIndex":\#(index)"#
                    + (rule.id.map { #","ruleId":\#(Self.quoted($0))"# } ?? "")
                    + (isInExperiment ? #","inExperiment":true}"# : "}"))
        }
    }

    private static func quoted(_ text: String) -> String { JSONWriter.text(.string(text)) }

    /// Returns whether each read is reported to LaunchDarkly as an event.
    fileprivate func isTracked(_ flag: LocalFlag) -> Bool { flag.tracksEvents || isReasonTracked(flag) }

    /// Returns whether the events of reads contain the reason.
    fileprivate func isReasonTracked(_ flag: LocalFlag) -> Bool {
        switch self {
        case .off, .prerequisiteFailed, .target: false
        case .rule(_, let rule, let isInExperiment): rule.tracksEvents || isInExperiment
        case .fallthrough: flag.tracksFallthrough
        case .fallthroughInExperiment: true
        }
    }

    /// Returns the keys of the evaluated prerequisites.
    fileprivate func prerequisites(of flag: LocalFlag) -> [FlagValue] {
        let count =
            switch self {
            case .off: 0
            case .prerequisiteFailed(let index): index + 1
            default: flag.prerequisites.count
            }
        return flag.prerequisites.prefix(count).map { .string($0.key) }
    }
}

extension LocalFlag {
    /// The facts that LaunchDarkly's events need for each result.
    var eventFacts: [String: FlagValue] {
        var facts: [String: FlagValue] = [:]
        if tracksEvents { facts["trackEvents"] = true }
        if isExcludedFromSummaries { facts["excludeFromSummaries"] = true }
        facts["debugEventsUntilDate"] = debugEventsUntil.map { .int($0) }
        facts["samplingRatio"] = samplingRatio.map { .int($0) }
        return facts
    }

    /// Returns the flag with a variation, or without a value.
    func outcome(_ variation: Int?, _ reason: LocalReason, origin: Origin) -> EvaluatedFlag {
        // The evaluations of prerequisites are reported together with the read.
        let isReported =
            reason.isTracked(self) || debugEventsUntil != nil || !reason.prerequisites(of: self).isEmpty
        let hasFacts = isReported || !prerequisites.isEmpty || isExcludedFromSummaries
        return EvaluatedFlag(
            key, variation.map { variations[$0] } ?? .null, variant: variation.map(String.init), version: version,
            reason: reason.neutral, metadata: (LocalReason.fact, reason.text(of: self)), origin: origin,
            reporting: isReported ? .each : [],
            vendor: hasFacts ? facts(variation, reason) : nil, error: nil)
    }

    /// Returns the facts that LaunchDarkly's events need.
    private func facts(_ variation: Int?, _ reason: LocalReason) -> JSONText {
        var facts = eventFacts
        facts["reason"] = reason.text(of: self).value
        facts["version"] = version.map { .int($0) }
        facts["variation"] = variation.map { .int(Int64($0)) }
        if reason.isTracked(self) { facts["trackEvents"] = true }
        if reason.isReasonTracked(self) { facts["trackReason"] = true }
        let keys = reason.prerequisites(of: self)
        if !keys.isEmpty { facts["prerequisites"] = .array(keys) }
        return JSONText(JSONWriter.text(.object(facts)))
    }
}

extension LocalReason {
    /// The name of the reason among a flag's facts.
    static let fact = "vendorReason"
}
