// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that flags can have: how to read it from a ``FlagValue`` and how to write it back.
///
/// `Bool`, the integers, `Double`, `Float`, `String`, arrays, dictionaries and optionals of these, and ``FlagValue``
/// itself conform. Enumerations with raw values and any other `Decodable` type need no conformance: ``FlagKey`` takes
/// them as they are. An enumeration that conforms also works inside collections.
///
/// Conversions are total: what does not fit gives nil, never a trap. In particular
/// - a whole number reads as `Double` (the nearest one, beyond 2^53), and a number with an empty fraction (`10.0`) as an
///   integer;
/// - a number outside the range of the asked type does not fit, nor does a fraction an integer;
/// - nothing else is converted: `"true"` is not a `Bool`, `1` is not a `Bool`, `1` is not a `String`.
public protocol FlagValueConvertible: Sendable {
    /// Reads the value; nil when it does not fit this type.
    init?(flagValue: FlagValue)

    /// This value as a flag value, as it is written into events.
    var flagValue: FlagValue { get }
}

extension FlagValue: FlagValueConvertible {
    /// Takes any value.
    public init?(flagValue: FlagValue) { self = flagValue }

    /// The value itself.
    public var flagValue: FlagValue { self }
}

extension Bool: FlagValueConvertible {
    /// Takes booleans only.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard case .bool(let value) = flagValue else { return nil }
        self = value
    }

    /// `.bool`.
    public var flagValue: FlagValue { .bool(self) }
}

extension String: FlagValueConvertible {
    /// Takes strings only.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard case .string(let value) = flagValue else { return nil }
        self = value
    }

    /// `.string`.
    public var flagValue: FlagValue { .string(self) }
}

extension Double: FlagValueConvertible {
    /// Takes any number; a whole number beyond 2^53 becomes the nearest `Double`.
    @inlinable
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .double(let value): self = value
        case .int(let value): self = Double(value)
        default: return nil
        }
    }

    /// `.double`.
    public var flagValue: FlagValue { .double(self) }
}

extension Float: FlagValueConvertible {
    /// Takes any number that does not overflow; precision is rounded to the nearest `Float`.
    public init?(flagValue: FlagValue) {
        guard let value = Double(flagValue: flagValue) else { return nil }
        let narrowed = Float(value)
        if narrowed.isInfinite, value.isFinite { return nil }
        self = narrowed
    }

    /// `.double`.
    public var flagValue: FlagValue { .double(Double(self)) }
}

extension FlagValueConvertible where Self: FixedWidthInteger {
    /// Takes whole numbers in range.
    @inlinable
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .int(let value): self.init(exactly: value)
        case .double(let value): self.init(exactly: value)
        default: return nil
        }
    }

    /// `.int`, or the nearest `.double` for what 64 signed bits cannot hold.
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
    /// Takes the raw value of a case.
    @inlinable
    public init?(flagValue: FlagValue) {
        guard let rawValue = RawValue(flagValue: flagValue) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The raw value's.
    public var flagValue: FlagValue { rawValue.flagValue }
}

extension Array: FlagValueConvertible where Element: FlagValueConvertible {
    /// Takes arrays whose elements all fit.
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

    /// `.array`.
    public var flagValue: FlagValue { .array(map(\.flagValue)) }
}

extension Dictionary: FlagValueConvertible where Key == String, Value: FlagValueConvertible {
    /// Takes objects whose members all fit.
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

    /// `.object`.
    public var flagValue: FlagValue { .object(mapValues(\.flagValue)) }
}

extension Optional: FlagValueConvertible where Wrapped: FlagValueConvertible {
    /// Takes null as nil, and what the wrapped type takes.
    public init?(flagValue: FlagValue) {
        if flagValue.isNull {
            self = .none
        } else {
            guard let wrapped = Wrapped(flagValue: flagValue) else { return nil }
            self = .some(wrapped)
        }
    }

    /// The wrapped value's, or `.null`.
    public var flagValue: FlagValue { self?.flagValue ?? .null }
}
