// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine

/// The value of a flag together with how it came about.
public struct LDEvaluationDetail<Value> {
    /// The flag's value, or the default.
    public let value: Value
    /// Which of the flag's variations that is; nil for none, and for a default that stands for an error.
    public let variationIndex: Int?
    private let neutralReason: FlagValue

    /// Why, in LaunchDarkly's words (`kind`, and what belongs to it).
    ///
    /// An error always has one; anything else only with `LDConfig.evaluationReasons`.
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
    init<Read>(_ reading: EvaluatedFlag<Read>) where Value == Read? {
        self.init(value: reading.value, variationIndex: reading.variationIndex, reason: reading.reason)
    }
}

extension LDEvaluationDetail: Sendable where Value: Sendable {}
