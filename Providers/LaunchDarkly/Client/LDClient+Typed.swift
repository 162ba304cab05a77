// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardLDEngine

/// A value of a flag of any type: what JSON can say.
public typealias LDValue = FlagValue

// The spellings of version 6 and later, which name the type.
extension LDClient {
    /// The value of a flag that is true or false, or the default.
    public func boolVariation(forKey flagKey: LDFlagKey, defaultValue: Bool) -> Bool {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The same, and how it came about.
    public func boolVariationDetail(forKey flagKey: LDFlagKey, defaultValue: Bool) -> LDEvaluationDetail<Bool> {
        variationDetail(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of a flag that is a whole number, or the default; a fraction is cut off.
    public func intVariation(forKey flagKey: LDFlagKey, defaultValue: Int) -> Int {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The same, and how it came about.
    public func intVariationDetail(forKey flagKey: LDFlagKey, defaultValue: Int) -> LDEvaluationDetail<Int> {
        variationDetail(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The value of a flag that is a number, or the default.
    public func doubleVariation(forKey flagKey: LDFlagKey, defaultValue: Double) -> Double {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The same, and how it came about.
    public func doubleVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: Double
    ) -> LDEvaluationDetail<Double> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a flag that is a text, or the default.
    public func stringVariation(forKey flagKey: LDFlagKey, defaultValue: String) -> String {
        variation(forKey: flagKey, defaultValue: defaultValue)
    }

    /// The same, and how it came about.
    public func stringVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: String
    ) -> LDEvaluationDetail<String> { variationDetail(forKey: flagKey, defaultValue: defaultValue) }

    /// The value of a flag of any type, or the default.
    public func jsonVariation(forKey flagKey: LDFlagKey, defaultValue: LDValue) -> LDValue {
        variation(forKey: flagKey, defaultValue: LDFlagValue(defaultValue)).neutral
    }

    /// The same, and how it came about.
    public func jsonVariationDetail(
        forKey flagKey: LDFlagKey, defaultValue: LDValue
    ) -> LDEvaluationDetail<LDValue> {
        variationDetail(forKey: flagKey, defaultValue: LDFlagValue(defaultValue)).map(\.neutral)
    }
}
