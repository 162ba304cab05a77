// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine

/// The value of a flag, with the details of its evaluation.
public struct LDEvaluationDetail<Value> {
    /// The flag's value, or the default value.
    public let value: Value
    /// The index of the flag's variation, or `nil` if there is none or an error led to the default value.
    public let variationIndex: Int?
    private let neutralReason: FlagValue

    /// The reason in LaunchDarkly's format, with `kind` and its details.
    ///
    /// An error always has a reason. Other results only have one if `LDConfig.evaluationReasons` is `true`.
    public var reason: [String: Any]? { neutralReason.plain as? [String: Any] }

    init(value: Value, variationIndex: Int?, reason: FlagValue) {
        self.value = value
        self.variationIndex = variationIndex
        neutralReason = reason
    }

    func map<Other>(_ change: (Value) -> Other) -> LDEvaluationDetail<Other> {
        LDEvaluationDetail<Other>(value: change(value), variationIndex: variationIndex, reason: neutralReason)
    }
}

extension LDEvaluationDetail {
    init<Read>(_ reading: FlagReadResult<Read>) where Value == Read? {
        self.init(value: reading.value, variationIndex: reading.variationIndex, reason: reading.reason)
    }
}

extension LDEvaluationDetail: Sendable where Value: Sendable {}
