// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One flag and the values that it takes in a matrix; see ``FlagOverrides/matrix(_:)``.
///
/// An immutable value.
public struct FlagAxis: Sendable, Hashable {
    /// The single overrides, in the order in which the matrix walks over them.
    public let choices: [FlagOverrides]

    private init(_ name: String, _ values: [FlagValue]) {
        choices = values.map { .set(name, $0) }
    }

    /// Off, then on.
    public static func all(_ key: FlagKey<Bool>) -> FlagAxis { FlagAxis(key.name, [false, true]) }

    /// Every case of an enumeration, in the order of its declaration.
    public static func all<Value: CaseIterable & RawRepresentable>(_ key: FlagKey<Value>) -> FlagAxis
    where Value.RawValue: FlagValueConvertible {
        FlagAxis(key.name, Value.allCases.map(\.rawValue.flagValue))
    }

    /// The given values, in their order.
    public static func values<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ values: [Value]) -> FlagAxis {
        FlagAxis(key.name, values.map(\.flagValue))
    }

    /// The given cases, in their order.
    public static func values<Value: RawRepresentable>(_ key: FlagKey<Value>, _ values: [Value]) -> FlagAxis
    where Value.RawValue: FlagValueConvertible {
        FlagAxis(key.name, values.map(\.rawValue.flagValue))
    }

    /// The given values of a flag by name, in their order.
    public static func values(_ name: String, _ values: [FlagValue]) -> FlagAxis { FlagAxis(name, values) }
}

extension FlagOverrides {
    /// Every combination of the values of several flags, as arguments of a test.
    ///
    /// ```swift
    /// @Test(arguments: FlagOverrides.matrix(.all(.newNav), .values(.limit, [1, 10])))
    /// ```
    /// There are as many as the product of the axes' choices: three truth values make 8, and each further one doubles them.
    /// The order is always the same: the last axis changes fastest. Without axes there is one combination, which overrides
    /// nothing; an axis without choices leaves none. Each prints as one line that names all its flags.
    public static func matrix(_ axes: FlagAxis...) -> [FlagOverrides] {
        axes.reduce([FlagOverrides()]) { combinations, axis in
            combinations.flatMap { combination in axis.choices.map(combination.merging) }
        }
    }
}
