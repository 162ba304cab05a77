// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag and its values in a matrix.
///
/// See `FlagOverrides.matrix(_:)`.
public struct FlagAxis: Sendable, Hashable {
    /// The overrides, in the order of the matrix.
    public let choices: [FlagOverrides]

    private init(_ name: String, _ values: [FlagValue]) {
        choices = values.map { .set(name, $0) }
    }

    /// Returns an axis with the values `false` and `true`.
    public static func all(_ key: FlagKey<Bool>) -> FlagAxis { FlagAxis(key.name, [false, true]) }

    /// Returns an axis with every case of an enumeration, in the order of declaration.
    public static func all<Value: CaseIterable & RawRepresentable>(_ key: FlagKey<Value>) -> FlagAxis
    where Value.RawValue: FlagValueConvertible {
        FlagAxis(key.name, Value.allCases.map(\.rawValue.flagValue))
    }

    /// Returns an axis with the given values, in order.
    public static func values<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ values: [Value]) -> FlagAxis {
        FlagAxis(key.name, values.map(\.flagValue))
    }

    /// Returns an axis with the given cases, in order.
    public static func values<Value: RawRepresentable>(_ key: FlagKey<Value>, _ values: [Value]) -> FlagAxis
    where Value.RawValue: FlagValueConvertible {
        FlagAxis(key.name, values.map(\.rawValue.flagValue))
    }

    /// Returns an axis with the given values of a flag by key, in order.
    public static func values(_ name: String, _ values: [FlagValue]) -> FlagAxis { FlagAxis(name, values) }
}

extension FlagOverrides {
    /// Returns every combination of the values of several flags, as arguments of a test.
    ///
    /// ```swift
    /// @Test(arguments: FlagOverrides.matrix(.all(.newNav), .values(.limit, [1, 10])))
    /// ```
    /// The number of combinations is the product of the axes' choices: three Boolean flags have 8 combinations, and each additional
    /// flag doubles the number. The order is always the same: the last axis changes fastest. Without axes, there is one combination
    /// without overrides. If an axis has no choices, there are no combinations. A combination prints as one line with its flags.
    public static func matrix(_ axes: FlagAxis...) -> [FlagOverrides] {
        axes.reduce([FlagOverrides()]) { combinations, axis in
            combinations.flatMap { combination in axis.choices.map(combination.merging) }
        }
    }
}
