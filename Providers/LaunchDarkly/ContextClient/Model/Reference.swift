// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Why a ``Reference`` is invalid.
public enum ReferenceError: String, Error, Codable, Sendable, Hashable, CaseIterable {
    /// It is empty, or nothing but a slash.
    case empty
    /// Two slashes follow each other, or one is the last character.
    case doubleSlash
    /// A tilde is not followed by 0 or 1.
    case invalidEscapeSequence
}

/// Names an attribute of an ``LDContext``, or a value inside one.
///
/// A text that does not begin with a slash is an attribute's name. One that does is a path: `/address/street` is the
/// member `street` of the attribute `address`. Inside a path `~1` stands for a slash and `~0` for a tilde. Two
/// references are equal when they lead to the same place. An immutable value.
public struct Reference: Sendable, Hashable {
    let neutral: LaunchDarklyReference

    /// Reads a name or a path; an invalid one is kept as it is written, see ``getError()``.
    public init(_ value: String) { neutral = LaunchDarklyReference(value) }

    /// Takes a name literally, whatever characters it contains.
    public init(literal value: String) { neutral = LaunchDarklyReference(literal: value) }

    /// Whether the reference is valid.
    public func isValid() -> Bool { neutral.isValid }

    /// Why the reference is invalid; nil when it is valid.
    public func getError() -> ReferenceError? {
        switch neutral.defect {
        case nil: nil
        case .empty: .empty
        case .emptyStep: .doubleSlash
        case .invalidEscape: .invalidEscapeSequence
        }
    }

    /// The reference as it is written.
    public func raw() -> String { neutral.text }
}

extension Reference: ExpressibleByStringLiteral {
    /// Reads a name or a path.
    public init(stringLiteral text: String) { self.init(text) }
}

extension Reference: Codable {
    /// Reads a name or a path.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the reference as it is written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(raw())
    }
}
