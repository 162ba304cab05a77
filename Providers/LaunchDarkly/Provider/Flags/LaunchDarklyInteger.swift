// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// An integer as LaunchDarkly's client SDKs read it, which truncates fractions toward zero.
///
/// An `Int` key accepts only integral numbers, and evaluates 2.5 to its default value with `TYPE_MISMATCH`. Use this type in
/// an app that relies on `intVariation`:
///
/// ```swift
/// extension FlagKey where Value == LaunchDarklyInteger {
///     static let limit = FlagKey("limit", default: 10)
/// }
///
/// let limit = flags[.limit].value  // 2 where the flag is 2.5
/// ```
public struct LaunchDarklyInteger: FlagValueConvertible, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number.
    public let value: Int

    /// Creates an integer from a number.
    public init(_ value: Int) { self.value = value }

    /// Creates an integer from a literal.
    public init(integerLiteral value: Int) { self.value = value }

    /// Creates an integer from any number whose integral part fits, or returns `nil` for other values.
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .int(let value): self.init(exactly: value)
        case .double(let value): self.init(exactly: value.rounded(.towardZero))
        default: return nil
        }
    }

    private init?(exactly value: Int64) {
        guard let value = Int(exactly: value) else { return nil }
        self.value = value
    }

    private init?(exactly value: Double) {
        guard let value = Int(exactly: value) else { return nil }
        self.value = value
    }

    /// The integer as a `FlagValue.int`.
    public var flagValue: FlagValue { .int(Int64(value)) }
}
