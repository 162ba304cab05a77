// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine

/// The value of a flag with the details of its evaluation.
public struct LDEvaluationDetail<Value> {
    /// The flag's value, or the default.
    public let value: Value
    /// The index of the flag's variation; nil for none, and for a default because of an error.
    public let variationIndex: Int?
    private let neutralReason: FlagValue

    /// The reason in LaunchDarkly's form: `kind` and its details.
    ///
    /// An error always has a reason; anything else only with `LDConfig.evaluationReasons`.
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
