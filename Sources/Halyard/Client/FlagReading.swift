// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that you can read flags from: a ``FlagClient`` or a ``FlagSnapshot``.
///
/// ```swift
/// func limit(of flags: some FlagReading) -> Int { flags[.newNav] ? 10 : 5 }
/// ```
/// Reads are synchronous, only access memory, and never throw, block, or trap. If an error occurs, reads return the caller's
/// default value, and ``details(of:options:)`` contains the error. You can call them from any thread.
///
/// Write code that needs flags against `some FlagReading`. Tests can pass in a client with an ``InMemoryFlagProvider``.
public protocol FlagReading: Sendable {
    /// Returns the flag's value, or the key's default value.
    func value<Value>(for key: FlagKey<Value>) -> Value

    /// Returns the flag's value with details, such as the variant, the reason, or an error.
    func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value>

    /// The values of all flags that have one, by flag key.
    ///
    /// Accessing it doesn't count as reading the flags.
    var allFlags: [String: FlagValue] { get }
}

extension FlagReading {
    /// Accesses the flag's value, or the key's default value.
    @inlinable
    public subscript<Value>(key: FlagKey<Value>) -> Value { value(for: key) }

    /// Returns the flag's value with details, such as the variant, the reason, or an error.
    @inlinable
    public func details<Value>(of key: FlagKey<Value>) -> EvaluationDetails<Value> {
        details(of: key, options: EvaluationOptions())
    }

    /// Returns the Boolean value of a flag.
    @inlinable
    public func bool(_ name: String, default defaultValue: Bool) -> Bool {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the integer value of a flag.
    @inlinable
    public func int(_ name: String, default defaultValue: Int) -> Int {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the numeric value of a flag.
    @inlinable
    public func double(_ name: String, default defaultValue: Double) -> Double {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the string value of a flag.
    @inlinable
    public func string(_ name: String, default defaultValue: String) -> String {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the array value of a flag, or the default value if an element has the wrong type.
    @inlinable
    public func array<Element: FlagValueConvertible>(_ name: String, default defaultValue: [Element]) -> [Element] {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the dictionary value of a flag, or the default value if a member has the wrong type.
    @inlinable
    public func dictionary<Member: FlagValueConvertible>(
        _ name: String, default defaultValue: [String: Member]
    ) -> [String: Member] {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the structure value of a flag, which is decoded at each read.
    @inlinable
    public func decoded<Value: Decodable & Sendable>(_ name: String, default defaultValue: Value) -> Value {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// Returns the value of a flag of any type.
    @inlinable
    public func json(_ name: String, default defaultValue: FlagValue = .null) -> FlagValue {
        value(for: FlagKey(name, default: defaultValue))
    }
}
