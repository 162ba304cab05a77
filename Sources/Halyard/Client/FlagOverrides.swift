// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Values that a test or a preview puts in the place of whatever a client serves, by flag name.
///
/// Made of typed keys, `.set(.newNav, true)`, or written as a literal of names:
/// ```swift
/// let gold: FlagOverrides = ["plan": "gold", "limit": 3]
/// ```
/// A value of the wrong type is served as what it is: a read then gets its default and a type mismatch. Null stands for a
/// flag that has no value. An immutable value; it may cross threads.
public struct FlagOverrides: Sendable, Hashable {
    /// The values by flag name.
    public private(set) var values: [String: FlagValue]

    /// Makes overrides of values by flag name.
    public init(_ values: [String: FlagValue] = [:]) {
        self.values = values
    }

    /// Puts several together; of two values for one flag the later one stays.
    public init(_ parts: [FlagOverrides]) {
        values = parts.reduce(into: [:]) { values, part in values.merge(part.values) { _, later in later } }
    }

    /// One flag's value, by name.
    public static func set(_ name: String, _ value: FlagValue) -> FlagOverrides { FlagOverrides([name: value]) }

    /// One flag's value, by its key.
    public static func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) -> FlagOverrides {
        set(key.name, value.flagValue)
    }

    /// One flag's value, as a case of its enumeration.
    public static func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value) -> FlagOverrides
    where Value.RawValue: FlagValueConvertible {
        set(key.name, value.rawValue.flagValue)
    }

    /// One flag's value as the provider would send it: for structures, and for values that do not fit the key.
    public static func set<Value>(_ key: FlagKey<Value>, json value: FlagValue) -> FlagOverrides {
        set(key.name, value)
    }

    /// The value of a flag; nil for none.
    ///
    /// Nil is also what a value of another type reads as.
    public subscript<Value: FlagValueConvertible>(key: FlagKey<Value>) -> Value? {
        get { values[key.name].flatMap(Value.init(flagValue:)) }
        set { values[key.name] = newValue?.flagValue }
    }

    /// The value of a flag, as a case of its enumeration; nil for none.
    public subscript<Value: RawRepresentable>(key: FlagKey<Value>) -> Value?
    where Value.RawValue: FlagValueConvertible {
        get { values[key.name].flatMap(Value.RawValue.init(flagValue:)).flatMap(Value.init(rawValue:)) }
        set { values[key.name] = newValue?.rawValue.flagValue }
    }

    /// These overrides with others on top: of two values for one flag the other one stays.
    public func merging(_ others: FlagOverrides) -> FlagOverrides { FlagOverrides([self, others]) }
}

extension FlagOverrides: ExpressibleByDictionaryLiteral {
    /// Makes overrides of values by flag name; of two values for one flag the later one stays.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        values = Dictionary(elements, uniquingKeysWith: { _, later in later })
    }
}

extension FlagOverrides: CustomStringConvertible {
    /// One line, in the order of the names: `limit = 3, plan = "gold"`.
    public var description: String {
        if values.isEmpty { return "no overrides" }
        return values.sorted(by: \.key).map { "\($0) = \($1)" }.joined(separator: ", ")
    }
}
