// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly

/// The value of a flag, with the details of its evaluation.
public struct LDEvaluationDetail<T> {
    /// The flag's value, or the default value.
    public let value: T
    /// The index of the flag's variation, or `nil` if there is none or an error led to the default value.
    public let variationIndex: Int?
    /// The reason in LaunchDarkly's format, with `kind` and its details.
    ///
    /// An error always has a reason. Other results only have one if `LDConfig.evaluationReasons` is `true`.
    public let reason: [String: LDValue]?

    /// Returns the same details with a transformed value.
    public func map<U>(transform: (_ value: T) -> U) -> LDEvaluationDetail<U> {
        LDEvaluationDetail<U>(value: transform(value), variationIndex: variationIndex, reason: reason)
    }
}

extension LDEvaluationDetail: Sendable where T: Sendable {}

extension LDEvaluationDetail {
    init(_ reading: FlagReadResult<T>, _ defaultValue: T) {
        self.init(
            value: reading.value ?? defaultValue, variationIndex: reading.variationIndex,
            reason: LDValue(reading.reason).members)
    }
}

extension LDEvaluationDetail<LDValue> {
    init(_ detail: LaunchDarklyDetail) {
        self.init(
            value: LDValue(detail.value), variationIndex: detail.variationIndex, reason: LDValue(detail.reason).members)
    }
}
