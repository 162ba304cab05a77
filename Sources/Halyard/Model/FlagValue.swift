// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The value of a flag, or a part of it: any JSON value.
///
/// ```swift
/// let banner: FlagValue = ["title": "Hello", "sizes": [1, 2.5]]
/// let title = banner["title"]  // .string("Hello")
/// ```
/// Integers that fit in 64 bits are exact and different from numbers with a fraction: `1` is `.int(1)` and `1.0` is
/// `.double(1)`, and the two aren't equal. Typed reads convert between the two if nothing is lost
/// (``FlagValueConvertible``). Values are immutable and can be used on any thread.
public enum FlagValue: Sendable, Hashable {
    /// No value.
    ///
    /// The flag is known but has no value, so a read returns the caller's default value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case int(Int64)
    /// A number with a fraction or an exponent, or an integer that doesn't fit in 64 bits.
    case double(Double)
    /// A string.
    case string(String)
    /// An ordered list.
    case array([FlagValue])
    /// Named properties, in no order.
    case object([String: FlagValue])
}

extension FlagValue {
    /// A Boolean value that indicates whether this is `.null`.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Accesses a property of an object, or `nil` if this isn't an object or has no such property.
    public subscript(member: String) -> FlagValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// Accesses an element of an array, or `nil` if this isn't an array or the index is out of range.
    public subscript(index: Int) -> FlagValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Returns an instant as a string that both vendors read as a date: RFC 3339 in UTC with milliseconds.
    public static func date(_ moment: Instant) -> FlagValue { .string(moment.description) }

    /// The value as a string, or `nil` for null, arrays, objects, and numbers that aren't finite.
    ///
    /// An integral number has no fraction. It's for vendors that support attributes only as strings.
    public var asText: String? {
        switch self {
        case .string(let text): return text
        case .bool(let value): return value ? "true" : "false"
        case .int(let number): return String(number)
        case .double(let number):
            if let whole = Int64(exactly: number) { return String(whole) }
            return number.isFinite ? description : nil
        case .null, .array, .object: return nil
        }
    }

    /// A Boolean value that indicates whether all numbers in the value are finite, so that JSON can express it.
    public var isFinite: Bool {
        switch self {
        case .null, .bool, .int, .string: true
        case .double(let number): number.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.values.allSatisfy(\.isFinite)
        }
    }

    /// The type of value as a noun for messages: `a string`, `an object`.
    package var noun: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension FlagValue: CustomStringConvertible {
    /// The value as compact JSON with sorted properties.
    public var description: String { JSONWriter.text(self) }
}
