// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
public import HalyardLDEngine

/// A flag value, which can be any JSON value.
///
/// It's immutable, and safe to use from any thread.
public enum LDFlagValue: Sendable, Hashable {
    /// No value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A number with a fraction, or a number that doesn't fit in an `Int`.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([LDFlagValue])
    /// A dictionary.
    case dictionary([LDFlagKey: LDFlagValue])

    /// Creates a value from a Halyard value.
    package init(_ value: FlagValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .int(let value): self = Int(exactly: value).map(LDFlagValue.int) ?? .double(Double(value))
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .array(let elements): self = .array(elements.map { LDFlagValue($0) })
        case .object(let members): self = .dictionary(members.mapValues { LDFlagValue($0) })
        }
    }

    /// The Halyard value.
    package var neutral: FlagValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(Int64(value))
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.neutral))
        case .dictionary(let members): .object(members.mapValues(\.neutral))
        }
    }
}

extension LDFlagValue: FlagReadable, NeutralValue {
    package init?(fitting value: FlagValue) { self.init(value) }
}
