// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLDEngine

/// A value of a flag or an attribute: any JSON value, with all numbers in double precision.
///
/// ```swift
/// let banner: LDValue = ["title": "Hello", "lines": 2, "isBold": true]
/// ```
/// An immutable value.
public enum LDValue: Sendable, Hashable {
    /// No value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([LDValue])
    /// Named members.
    case object([String: LDValue])
}

extension LDValue: FlagReadable, NeutralValue {
    package init?(fitting value: FlagValue) { self.init(value) }

    /// Converts a neutral value.
    init(_ value: FlagValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .number(Double(value))
        case .double(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .array(let elements): self = .array(elements.map { LDValue($0) })
        case .object(let members): self = .object(members.mapValues { LDValue($0) })
        }
    }

    /// The value as a neutral one; a whole number becomes an integer.
    package var neutral: FlagValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): Int64(exactly: value).map(FlagValue.int) ?? .double(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.neutral))
        case .object(let members): .object(members.mapValues(\.neutral))
        }
    }

    /// The members of an object; nil for anything else.
    var members: [String: LDValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension LDValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws { self.init(try FlagValue(from: decoder)) }

    /// Writes the value as JSON; a whole number without a fraction.
    public func encode(to encoder: any Encoder) throws { try neutral.encode(to: encoder) }
}

extension LDValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// No value.
    public init(nilLiteral: ()) { self = .null }

    /// A Boolean.
    public init(booleanLiteral: Bool) { self = .bool(booleanLiteral) }

    /// A number.
    public init(integerLiteral: Int) { self = .number(Double(integerLiteral)) }

    /// A number.
    public init(floatLiteral: Double) { self = .number(floatLiteral) }

    /// A text.
    public init(stringLiteral: String) { self = .string(stringLiteral) }

    /// A list.
    public init(arrayLiteral: LDValue...) { self = .array(arrayLiteral) }

    /// Named members; of two with the same name the last.
    public init(dictionaryLiteral: (String, LDValue)...) {
        self = .object(Dictionary(dictionaryLiteral, uniquingKeysWith: { $1 }))
    }
}
