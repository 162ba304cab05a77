// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that a flag can be read as, which converts from and to ``FlagValue``.
///
/// ```swift
/// struct Percent: FlagValueConvertible {
///     let number: Double
///
///     init?(flagValue: FlagValue) {
///         guard let number = Double(flagValue: flagValue), (0...100).contains(number) else { return nil }
///         self.number = number
///     }
///
///     var flagValue: FlagValue { .double(number) }
/// }
/// ```
/// `Bool`, the integers, `Double`, `Float`, `String`, arrays, dictionaries and optionals of these, and ``FlagValue``
/// itself conform. Enumerations with raw values and any other `Decodable` type need no conformance, because ``FlagKey``
/// accepts them. An enumeration that conforms also works inside collections.
///
/// Conversions never trap. A value that doesn't fit gives `nil`:
/// - An integer can be read as `Double` (the nearest one, beyond 2^53). A number with an empty fraction (`10.0`) can be
///   read as an integer.
/// - A number outside the range of the requested type doesn't fit. A number with a fraction doesn't fit an integer type.
/// - Nothing else is converted: `"true"` isn't a `Bool`, `1` isn't a `Bool`, and `1` isn't a `String`.
public protocol FlagValueConvertible: Sendable {
    /// Creates an instance from a flag value, or returns `nil` if the value doesn't fit this type.
    init?(flagValue: FlagValue)

    /// The instance as a flag value, as written into events.
    var flagValue: FlagValue { get }
}

extension FlagValue: FlagValueConvertible {
    /// Creates a copy of any value.
    public init?(flagValue: FlagValue) { self = flagValue }

    /// The value itself.
    public var flagValue: FlagValue { self }
}

extension Bool: FlagValueConvertible {
    /// Creates a Boolean from `.bool`, or returns `nil` for any other value.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard case .bool(let value) = flagValue else { return nil }
        self = value
    }

    /// The Boolean as `.bool`.
    public var flagValue: FlagValue { .bool(self) }
}

extension String: FlagValueConvertible {
    /// Creates a string from `.string`, or returns `nil` for any other value.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard case .string(let value) = flagValue else { return nil }
        self = value
    }

    /// The string as `.string`.
    public var flagValue: FlagValue { .string(self) }
}

extension Double: FlagValueConvertible {
    /// Creates a number from any number.
    ///
    /// An integer beyond 2^53 becomes the nearest `Double`.
    @inlinable
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .double(let value): self = value
        case .int(let value): self = Double(value)
        default: return nil
        }
    }

    /// The number as `.double`.
    public var flagValue: FlagValue { .double(self) }
}

extension Float: FlagValueConvertible {
    /// Creates a number from any number that doesn't overflow, rounded to the nearest `Float`.
    public init?(flagValue: FlagValue) {
        guard let value = Double(flagValue: flagValue) else { return nil }
        let narrowed = Float(value)
        if narrowed.isInfinite, value.isFinite { return nil }
        self = narrowed
    }

    /// The number as `.double`.
    public var flagValue: FlagValue { .double(Double(self)) }
}

extension FlagValueConvertible where Self: FixedWidthInteger {
    /// Creates an integer from an integral number in range.
    @inlinable
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .int(let value): self.init(exactly: value)
        case .double(let value): self.init(exactly: value)
        default: return nil
        }
    }

    /// The integer as `.int`, or as the nearest `.double` if it doesn't fit in 64 signed bits.
    public var flagValue: FlagValue {
        if let value = Int64(exactly: self) { return .int(value) }
        return .double(Double(self))
    }
}

extension Int: FlagValueConvertible {}
extension Int8: FlagValueConvertible {}
extension Int16: FlagValueConvertible {}
extension Int32: FlagValueConvertible {}
extension Int64: FlagValueConvertible {}
extension UInt: FlagValueConvertible {}
extension UInt8: FlagValueConvertible {}
extension UInt16: FlagValueConvertible {}
extension UInt32: FlagValueConvertible {}
extension UInt64: FlagValueConvertible {}

// An enumeration with raw values only needs to declare the conformance: `enum Plan: String, FlagValueConvertible`.
extension FlagValueConvertible where Self: RawRepresentable, RawValue: FlagValueConvertible {
    /// Creates an instance from the raw value of a case.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard let rawValue = RawValue(flagValue: flagValue) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The flag value of the raw value.
    public var flagValue: FlagValue { rawValue.flagValue }
}

extension Array: FlagValueConvertible where Element: FlagValueConvertible {
    /// Creates an array if all elements fit.
    public init?(flagValue: FlagValue) {
        guard case .array(let elements) = flagValue else { return nil }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for element in elements {
            guard let converted = Element(flagValue: element) else { return nil }
            result.append(converted)
        }
        self = result
    }

    /// The elements as `.array`.
    public var flagValue: FlagValue { .array(map(\.flagValue)) }
}

extension Dictionary: FlagValueConvertible where Key == String, Value: FlagValueConvertible {
    /// Creates a dictionary if all properties fit.
    public init?(flagValue: FlagValue) {
        guard case .object(let members) = flagValue else { return nil }
        var result: [String: Value] = [:]
        result.reserveCapacity(members.count)
        for (name, member) in members {
            guard let converted = Value(flagValue: member) else { return nil }
            result[name] = converted
        }
        self = result
    }

    /// The dictionary as `.object`.
    public var flagValue: FlagValue { .object(mapValues(\.flagValue)) }
}

extension Optional: FlagValueConvertible where Wrapped: FlagValueConvertible {
    /// Creates `nil` from null, or wraps any value that fits the wrapped type.
    public init?(flagValue: FlagValue) {
        if flagValue.isNull {
            self = .none
        } else {
            guard let wrapped = Wrapped(flagValue: flagValue) else { return nil }
            self = .some(wrapped)
        }
    }

    /// The flag value of the wrapped value, or `.null`.
    public var flagValue: FlagValue { self?.flagValue ?? .null }
}
