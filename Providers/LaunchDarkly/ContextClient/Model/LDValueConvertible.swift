// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that you can read flags as, if it's also `Decodable`.
///
/// ```swift
/// struct Banner: Codable, LDValueConvertible {
///     var title: String
///     func toLDValue() -> LDValue { ["title": .string(title)] }
/// }
/// let banner = client.variation(forKey: "banner", defaultValue: Banner(title: ""))
/// ```
public protocol LDValueConvertible {
    /// Returns this value as a flag value, for events and hooks.
    func toLDValue() -> LDValue
}

extension Bool: LDValueConvertible {
    /// Returns ``LDValue/bool(_:)``.
    public func toLDValue() -> LDValue { .bool(self) }
}

extension Int: LDValueConvertible {
    /// Returns ``LDValue/number(_:)``.
    public func toLDValue() -> LDValue { .number(Double(self)) }
}

extension Double: LDValueConvertible {
    /// Returns ``LDValue/number(_:)``.
    public func toLDValue() -> LDValue { .number(self) }
}

extension String: LDValueConvertible {
    /// Returns ``LDValue/string(_:)``.
    public func toLDValue() -> LDValue { .string(self) }
}

extension LDValue: LDValueConvertible {
    /// Returns the value itself.
    public func toLDValue() -> LDValue { self }
}
