// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Values by flag key that replace a client's flags in a test or a preview.
///
/// Create them from typed keys, such as `.set(.newNav, true)`, or as a dictionary literal:
/// ```swift
/// let gold: FlagOverrides = ["plan": "gold", "limit": 3]
/// ```
/// A value of the wrong type isn't converted: reads return their default value with a type mismatch. Null represents a flag
/// without a value. Overrides are immutable and can be used from any thread.
public struct FlagOverrides: Sendable, Hashable {
    /// The values by flag key.
    public private(set) var values: [String: FlagValue]

    /// Creates overrides from values by flag key.
    public init(_ values: [String: FlagValue] = [:]) {
        self.values = values
    }

    /// Creates overrides by merging several.
    ///
    /// If two contain the same flag, the later value is used.
    public init(_ parts: [FlagOverrides]) {
        values = parts.reduce(into: [:]) { values, part in values.merge(part.values) { _, later in later } }
    }

    /// Returns an override of one flag by its key's name.
    public static func set(_ name: String, _ value: FlagValue) -> FlagOverrides { FlagOverrides([name: value]) }

    /// Returns an override of one flag by its typed key.
    public static func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) -> FlagOverrides {
        set(key.name, value.flagValue)
    }

    /// Returns an override of one flag with a case of its enumeration.
    public static func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value) -> FlagOverrides
    where Value.RawValue: FlagValueConvertible {
        set(key.name, value.rawValue.flagValue)
    }

    /// Returns an override of one flag in the form that the provider sends.
    ///
    /// Use it for structures, and for values that don't match the key's type.
    public static func set<Value>(_ key: FlagKey<Value>, json value: FlagValue) -> FlagOverrides {
        set(key.name, value)
    }

    /// Accesses the value of a flag, which is `nil` if there's none or if it has another type.
    public subscript<Value: FlagValueConvertible>(key: FlagKey<Value>) -> Value? {
        get { values[key.name].flatMap(Value.init(flagValue:)) }
        set { values[key.name] = newValue?.flagValue }
    }

    /// Accesses the value of a flag as a case of its enumeration, which is `nil` if there's none.
    public subscript<Value: RawRepresentable>(key: FlagKey<Value>) -> Value?
    where Value.RawValue: FlagValueConvertible {
        get { values[key.name].flatMap(Value.RawValue.init(flagValue:)).flatMap(Value.init(rawValue:)) }
        set { values[key.name] = newValue?.rawValue.flagValue }
    }

    /// Returns these overrides merged with others, whose values take precedence.
    public func merging(_ others: FlagOverrides) -> FlagOverrides { FlagOverrides([self, others]) }
}

extension FlagOverrides: ExpressibleByDictionaryLiteral {
    /// Creates overrides from values by flag key.
    ///
    /// If a key occurs twice, the later value is used.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        values = Dictionary(elements, uniquingKeysWith: { _, later in later })
    }
}

extension FlagOverrides: CustomStringConvertible {
    /// The overrides on one line, sorted by flag key: `limit = 3, plan = "gold"`.
    public var description: String {
        if values.isEmpty { return "no overrides" }
        return values.sorted(by: \.key).map { "\($0) = \($1)" }.joined(separator: ", ")
    }
}
