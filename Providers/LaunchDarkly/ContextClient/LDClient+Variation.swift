// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

extension LDClient {
    /// The value of a Boolean flag, or the default.
    public func boolVariation(forKey flagKey: LDFlagKey, defaultValue: Bool) -> Bool {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func boolVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Bool
    ) -> LDEvaluationDetail<Bool> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a numeric flag as an integer, or the default; a fraction is truncated.
    public func intVariation(forKey flagKey: LDFlagKey, defaultValue: Int) -> Int {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func intVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Int
    ) -> LDEvaluationDetail<Int> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a numeric flag, or the default.
    public func doubleVariation(forKey flagKey: LDFlagKey, defaultValue: Double) -> Double {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func doubleVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Double
    ) -> LDEvaluationDetail<Double> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a string flag, or the default.
    public func stringVariation(forKey flagKey: LDFlagKey, defaultValue: String) -> String {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func stringVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: String
    ) -> LDEvaluationDetail<String> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a flag of any type, or the default.
    public func jsonVariation(forKey flagKey: LDFlagKey, defaultValue: LDValue) -> LDValue {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func jsonVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: LDValue
    ) -> LDEvaluationDetail<LDValue> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a flag as a type that the app chooses, or the default if the flag is missing, has no value or one
    /// that cannot be decoded as that type, or if the client does not run.
    ///
    /// A fraction is truncated for an integer. The read is counted.
    public func variation<T: LDValueConvertible & Decodable>(forKey flagKey: LDFlagKey, defaultValue: T) -> T {
        handle.read(flagKey, as: T.self, defaultValue.toLDValue().neutral, isDetailed: false).value ?? defaultValue
    }

    /// The value of the flag, or the default, with the details of the evaluation.
    public func variationDetail<T: LDValueConvertible & Decodable>(
        forKey flagKey: LDFlagKey, defaultValue: T
    ) -> LDEvaluationDetail<T> {
        LDEvaluationDetail(
            handle.read(flagKey, as: T.self, defaultValue.toLDValue().neutral, isDetailed: true), defaultValue)
    }

    /// All flags that have a value, by name; nil if the client does not run.
    ///
    /// The read is not counted.
    public var allFlags: [LDFlagKey: LDValue]? {
        handle.environment?.client.allFlags.filter { !$0.value.isNull }.mapValues { LDValue($0) }
    }
}
