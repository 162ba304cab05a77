// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

extension LDClient {
    /// Returns the value of a Boolean flag, or the default value.
    public func boolVariation(forKey flagKey: LDFlagKey, defaultValue: Bool) -> Bool {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a Boolean flag, or the default value, with the details of the evaluation.
    public func boolVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Bool
    ) -> LDEvaluationDetail<Bool> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// Returns the value of a numeric flag as an integer, or the default value.
    ///
    /// Truncates a fraction.
    public func intVariation(forKey flagKey: LDFlagKey, defaultValue: Int) -> Int {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a numeric flag as an integer, or the default value, with the details of the evaluation.
    public func intVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Int
    ) -> LDEvaluationDetail<Int> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// Returns the value of a numeric flag, or the default value.
    public func doubleVariation(forKey flagKey: LDFlagKey, defaultValue: Double) -> Double {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a numeric flag, or the default value, with the details of the evaluation.
    public func doubleVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Double
    ) -> LDEvaluationDetail<Double> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// Returns the value of a string flag, or the default value.
    public func stringVariation(forKey flagKey: LDFlagKey, defaultValue: String) -> String {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a string flag, or the default value, with the details of the evaluation.
    public func stringVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: String
    ) -> LDEvaluationDetail<String> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// Returns the value of a flag of any type, or the default value.
    public func jsonVariation(forKey flagKey: LDFlagKey, defaultValue: LDValue) -> LDValue {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a flag of any type, or the default value, with the details of the evaluation.
    public func jsonVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: LDValue
    ) -> LDEvaluationDetail<LDValue> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// Returns the value of a flag as the requested type, or the default value.
    ///
    /// Returns the default value if the flag is missing, has no value or a value that can't be decoded as that type, or if
    /// the client isn't running. Truncates a fraction if the type is an integer. The read is counted.
    public func variation<T: LDValueConvertible & Decodable>(forKey flagKey: LDFlagKey, defaultValue: T) -> T {
        handle.read(flagKey, as: T.self, defaultValue.toLDValue().neutral, isDetailed: false).value ?? defaultValue
    }

    /// Returns the value of a flag as the requested type, or the default value, with the details of the evaluation.
    public func variationDetail<T: LDValueConvertible & Decodable>(
        forKey flagKey: LDFlagKey, defaultValue: T
    ) -> LDEvaluationDetail<T> {
        LDEvaluationDetail(
            handle.read(flagKey, as: T.self, defaultValue.toLDValue().neutral, isDetailed: true), defaultValue)
    }

    /// All flags that have a value, by flag key, or `nil` if the client isn't running.
    ///
    /// The read isn't counted.
    public var allFlags: [LDFlagKey: LDValue]? {
        handle.environment?.client.allFlags.filter { !$0.value.isNull }.mapValues { LDValue($0) }
    }
}
