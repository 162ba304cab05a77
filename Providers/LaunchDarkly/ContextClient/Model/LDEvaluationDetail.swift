// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDEngine
import HalyardLaunchDarkly

/// The value of a flag together with how it came about.
public struct LDEvaluationDetail<T> {
    /// The flag's value, or the default.
    public let value: T
    /// Which of the flag's variations that is; nil for none, and for a default that stands for an error.
    public let variationIndex: Int?
    /// Why, in LaunchDarkly's words (`kind`, and what belongs to it).
    ///
    /// An error always has one; anything else only with `LDConfig.evaluationReasons`.
    public let reason: [String: LDValue]?

    /// The same for another value.
    public func map<U>(transform: (_ value: T) -> U) -> LDEvaluationDetail<U> {
        LDEvaluationDetail<U>(value: transform(value), variationIndex: variationIndex, reason: reason)
    }
}

extension LDEvaluationDetail: Sendable where T: Sendable {}

extension LDEvaluationDetail {
    init(_ reading: EvaluatedFlag<T>, _ fallback: T) {
        self.init(
            value: reading.value ?? fallback, variationIndex: reading.variationIndex,
            reason: LDValue(reading.reason).members)
    }
}

extension LDEvaluationDetail<LDValue> {
    init(_ detail: LaunchDarklyDetail) {
        self.init(
            value: LDValue(detail.value), variationIndex: detail.variationIndex, reason: LDValue(detail.reason).members)
    }
}
