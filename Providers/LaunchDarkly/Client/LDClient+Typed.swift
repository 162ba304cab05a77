// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardLDEngine

/// A flag value, which can be any JSON value.
public typealias LDValue = FlagValue

// LaunchDarkly's documents name these methods next to the methods of version 5.
extension LDClient {
    /// Returns the value of a Boolean flag, or the default value.
    public func boolVariation(forKey flagKey: LDFlagKey, defaultValue: Bool) -> Bool {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a Boolean flag, or the default value, with the details of the evaluation.
    public func boolVariationDetail(forKey flagKey: LDFlagKey, defaultValue: Bool) -> LDEvaluationDetail<Bool> {
        variationDetail(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a numeric flag as an integer, or the default value.
    ///
    /// Truncates a fraction.
    public func intVariation(forKey flagKey: LDFlagKey, defaultValue: Int) -> Int {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// Returns the value of a numeric flag as an integer, or the default value, with the details of the evaluation.
    public func intVariationDetail(forKey flagKey: LDFlagKey, defaultValue: Int) -> LDEvaluationDetail<Int> {
        variationDetail(forKey: flagKey, defaultValue: defaultValue)
    }

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
        variation(forKey: flagKey, defaultValue: LDFlagValue(defaultValue)).neutral
    }

    /// Returns the value of a flag of any type, or the default value, with the details of the evaluation.
    public func jsonVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: LDValue
    ) -> LDEvaluationDetail<LDValue> {
        variationDetail(forKey: flagKey, defaultValue: LDFlagValue(defaultValue)).map(\.neutral)
    }
}
