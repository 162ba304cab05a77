// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

/// The kind of a context.
///
/// Kinds are compared and ordered by name.
public enum Kind: Sendable {
    /// A user, which is the default kind of a context.
    case user
    /// Several kinds in one context, which only an ``LDMultiContextBuilder`` can create.
    case multi
    /// Any other kind, by name.
    case custom(String)
}

extension Kind: LosslessStringConvertible {
    /// Creates a kind from its name, or returns `nil` if the name is invalid.
    ///
    /// An empty name means ``user``.
    public init?(_ description: String) {
        switch description {
        case "", "user": self = .user
        case "multi": self = .multi
        default:
            guard ContextKind(rawValue: description).isValidForLaunchDarkly else { return nil }
            self = .custom(description)
        }
    }

    /// The name of the kind.
    public var description: String {
        switch self {
        case .user: "user"
        case .multi: "multi"
        case .custom(let name): name
        }
    }
}

extension Kind: Hashable, Comparable {
    /// Returns a Boolean value that indicates whether the names are equal.
    public static func == (left: Kind, right: Kind) -> Bool { left.description == right.description }

    /// Returns a Boolean value that indicates whether the first name comes before the second.
    public static func < (left: Kind, right: Kind) -> Bool { left.description < right.description }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Kind: Codable {
    /// Decodes a name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self =
            switch name {
            case "user": .user
            case "multi": .multi
            default: .custom(name)
            }
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
