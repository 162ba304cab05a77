// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Something that flags can be read from: a ``FlagClient``, or a ``FlagSnapshot`` of one.
///
/// Reads are synchronous, cost memory access only, and never throw, block or trap: errors show in ``details(of:options:)``,
/// and the caller's default is served. They may be called from any thread.
///
/// Write code that needs flags against `some FlagReading`; tests pass in a client with an ``InMemoryProvider``.
public protocol FlagReading: Sendable {
    /// The flag's value, or the key's default.
    func value<Value>(for key: FlagKey<Value>) -> Value

    /// The flag's value with everything that is known about it.
    func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value>

    /// The values of all flags that have one, by name. Reading them is not counted.
    var allFlags: [String: FlagValue] { get }
}

extension FlagReading {
    /// The flag's value, or the key's default.
    @inlinable
    public subscript<Value>(key: FlagKey<Value>) -> Value { value(for: key) }

    /// The flag's value with everything that is known about it.
    @inlinable
    public func details<Value>(of key: FlagKey<Value>) -> EvaluationDetails<Value> {
        details(of: key, options: EvaluationOptions())
    }

    /// A truth value by name.
    @inlinable
    public func bool(_ name: String, default defaultValue: Bool) -> Bool {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A whole number by name.
    @inlinable
    public func int(_ name: String, default defaultValue: Int) -> Int {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A number by name.
    @inlinable
    public func double(_ name: String, default defaultValue: Double) -> Double {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A text by name.
    @inlinable
    public func string(_ name: String, default defaultValue: String) -> String {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A list by name; the default is used when one element does not fit.
    @inlinable
    public func array<Element: FlagValueConvertible>(_ name: String, default defaultValue: [Element]) -> [Element] {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A dictionary by name; the default is used when one member does not fit.
    @inlinable
    public func dictionary<Member: FlagValueConvertible>(
        _ name: String, default defaultValue: [String: Member]
    ) -> [String: Member] {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// A structure by name, decoded at each read.
    @inlinable
    public func decoded<Value: Decodable & Sendable>(_ name: String, default defaultValue: Value) -> Value {
        value(for: FlagKey(name, default: defaultValue))
    }

    /// The flag's value by name, whatever its type.
    @inlinable
    public func json(_ name: String, default defaultValue: FlagValue = .null) -> FlagValue {
        value(for: FlagKey(name, default: defaultValue))
    }
}
