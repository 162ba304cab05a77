// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardLDEngine

/// A flag or attribute value, which can be any JSON value, with double-precision numbers.
///
/// ```swift
/// let banner: LDValue = ["title": "Hello", "lines": 2, "isBold": true]
/// ```
/// It's immutable.
public enum LDValue: Sendable, Hashable {
    /// No value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([LDValue])
    /// A dictionary.
    case object([String: LDValue])
}

extension LDValue: FlagReadable, NeutralValue {
    package init?(fitting value: FlagValue) { self.init(value) }

    /// Creates a value from a Halyard value.
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

    /// The Halyard value, where a number without a fraction is an integer.
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

    /// The dictionary of an object, or `nil` for any other value.
    var members: [String: LDValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension LDValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws { self.init(try FlagValue(from: decoder)) }

    /// Encodes the value as JSON, with integers for numbers without a fraction.
    public func encode(to encoder: any Encoder) throws { try neutral.encode(to: encoder) }
}

extension LDValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a null value.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a Boolean value.
    public init(booleanLiteral: Bool) { self = .bool(booleanLiteral) }

    /// Creates a number.
    public init(integerLiteral: Int) { self = .number(Double(integerLiteral)) }

    /// Creates a number.
    public init(floatLiteral: Double) { self = .number(floatLiteral) }

    /// Creates a string.
    public init(stringLiteral: String) { self = .string(stringLiteral) }

    /// Creates an array.
    public init(arrayLiteral: LDValue...) { self = .array(arrayLiteral) }

    /// Creates a dictionary, with the last value of each duplicate key.
    public init(dictionaryLiteral: (String, LDValue)...) {
        self = .object(Dictionary(dictionaryLiteral, uniquingKeysWith: { $1 }))
    }
}
