// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The kind of entity that a part of a context describes: a user, an organization, a device, or a custom kind.
///
/// ```swift
/// let device: ContextKind = "device"
/// let context = EvaluationContext.user("ada").adding(.init(device, key: "phone-1"))
/// ```
public struct ContextKind: RawRepresentable, Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
    /// The kind's name.
    ///
    /// LaunchDarkly accepts letters, digits, `.`, `_` and `-`, except for the names `kind` and `multi`.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a kind from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// Returns true if the left name sorts first.
    public static func < (left: ContextKind, right: ContextKind) -> Bool { left.rawValue < right.rawValue }

    /// A person.
    ///
    /// This is the default kind.
    public static let user = ContextKind(rawValue: "user")
    /// A company, team, or tenant.
    public static let organization = ContextKind(rawValue: "organization")
    /// A phone, computer, or television.
    public static let device = ContextKind(rawValue: "device")
}
