// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

/// The kind of thing that a context describes.
///
/// An immutable value. Kinds are equal, and ordered, by their names.
public enum Kind: Sendable {
    /// A user; the default kind of a context.
    case user
    /// Several kinds at once; only an ``LDMultiContextBuilder`` makes such a context.
    case multi
    /// Anything else, by its name.
    case custom(String)
}

extension Kind: LosslessStringConvertible {
    /// The kind with a name; nil for an invalid one.
    ///
    /// An empty one is ``user``.
    public init?(_ description: String) {
        switch description {
        case "", "user": self = .user
        case "multi": self = .multi
        default:
            guard ContextKind(rawValue: description).isValidForLaunchDarkly else { return nil }
            self = .custom(description)
        }
    }

    /// The name.
    public var description: String {
        switch self {
        case .user: "user"
        case .multi: "multi"
        case .custom(let name): name
        }
    }
}

extension Kind: Hashable, Comparable {
    /// Whether the names are equal.
    public static func == (left: Kind, right: Kind) -> Bool { left.description == right.description }

    /// Whether a name comes before the other.
    public static func < (left: Kind, right: Kind) -> Bool { left.description < right.description }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Kind: Codable {
    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self =
            switch name {
            case "user": .user
            case "multi": .multi
            default: .custom(name)
            }
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
