// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The value of a flag, or a part of it: whatever JSON can express.
///
/// ```swift
/// let banner: FlagValue = ["title": "Hello", "sizes": [1, 2.5]]
/// let title = banner["title"]  // .string("Hello")
/// ```
/// Integers that fit in 64 bits are kept exactly and are distinct from fractions: `1` is `.int(1)` and `1.0` is
/// `.double(1)`, and the two are not equal. Typed reads bridge the two where nothing is lost, see
/// ``FlagValueConvertible``. Values are immutable and may cross threads.
public enum FlagValue: Sendable, Hashable {
    /// No value: the flag is known but has no value, so the caller's default is served.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number that was written with a fraction or an exponent, or is too large for 64 bits.
    case double(Double)
    /// A text.
    case string(String)
    /// An ordered list.
    case array([FlagValue])
    /// Named members, without an order.
    case object([String: FlagValue])
}

extension FlagValue {
    /// Whether this is `.null`.
    @inlinable public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member of an object; nil when this is not an object or has no such member.
    public subscript(member: String) -> FlagValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// The element of an array; nil when this is not an array or the index lies outside of it.
    public subscript(index: Int) -> FlagValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// A moment as a text that both vendors read as a date: RFC 3339 in UTC with milliseconds.
    public static func date(_ moment: Instant) -> FlagValue { .string(moment.description) }

    /// The value as a text, an integral number without a fraction; nil for null, lists, objects, and numbers that are none.
    ///
    /// For vendors that know attributes as texts only.
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

    /// Whether all numbers in it are finite, so that JSON can express it.
    public var isFinite: Bool {
        switch self {
        case .null, .bool, .int, .string: true
        case .double(let number): number.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.values.allSatisfy(\.isFinite)
        }
    }

    /// What kind of value this is, as a noun for messages: `a string`, `an object`.
    package var noun: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension FlagValue: CustomStringConvertible {
    /// The value as compact JSON with sorted members.
    public var description: String { JSONWriter.text(self) }
}
