// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// An integer as LaunchDarkly's own clients read it: a fraction is truncated towards zero.
///
/// An `Int` key accepts only whole numbers, and answers 2.5 with its default and `TYPE_MISMATCH`. For an app that
/// relies on `intVariation`:
///
/// ```swift
/// extension FlagKey where Value == LaunchDarklyInteger {
///     static let limit = FlagKey("limit", default: 10)
/// }
///
/// let limit = flags[.limit].value  // 2 where the flag is 2.5
/// ```
///
/// An immutable value.
public struct LaunchDarklyInteger: FlagValueConvertible, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number.
    public let value: Int

    /// Makes one from a number.
    public init(_ value: Int) { self.value = value }

    /// Makes one from a literal.
    public init(integerLiteral value: Int) { self.value = value }

    /// Accepts any number whose integral part fits.
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

    /// `.int`.
    public var flagValue: FlagValue { .int(Int64(value)) }
}
