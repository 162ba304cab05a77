// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that a flag can be read as, if it is also `Decodable`.
///
/// ```swift
/// struct Banner: Codable, LDValueConvertible {
///     var title: String
///     func toLDValue() -> LDValue { ["title": .string(title)] }
/// }
/// let banner = client.variation(forKey: "banner", defaultValue: Banner(title: ""))
/// ```
public protocol LDValueConvertible {
    /// The value as a flag's value, for events and hooks.
    func toLDValue() -> LDValue
}

extension Bool: LDValueConvertible {
    /// ``LDValue/bool(_:)``.
    public func toLDValue() -> LDValue { .bool(self) }
}

extension Int: LDValueConvertible {
    /// ``LDValue/number(_:)``.
    public func toLDValue() -> LDValue { .number(Double(self)) }
}

extension Double: LDValueConvertible {
    /// ``LDValue/number(_:)``.
    public func toLDValue() -> LDValue { .number(self) }
}

extension String: LDValueConvertible {
    /// ``LDValue/string(_:)``.
    public func toLDValue() -> LDValue { .string(self) }
}

extension LDValue: LDValueConvertible {
    /// The value itself.
    public func toLDValue() -> LDValue { self }
}
