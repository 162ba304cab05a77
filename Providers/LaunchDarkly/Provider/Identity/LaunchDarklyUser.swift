// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A person as in LaunchDarkly's clients before contexts: a key, eight known attributes, and custom ones.
///
/// LaunchDarkly's client API carries it inside a neutral context, see ``context``. An immutable value as far as events
/// and requests are concerned; it may cross threads.
public struct LaunchDarklyUser: Sendable, Hashable {
    /// Identifies the user; never private.
    public var key: String
    /// Whether the key does not identify a particular person; nil for unset, which rules can distinguish from false.
    ///
    /// Never private.
    public var isAnonymous: Bool?
    /// A second key, which only percentage rollouts use.
    public var secondary: String?
    /// The full name.
    public var name: String?
    /// The first name.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The country.
    public var country: String?
    /// The IP address (`ip` on the wire).
    public var ipAddress: String?
    /// The e-mail address.
    public var email: String?
    /// The URL of a picture.
    public var avatar: String?
    /// The app's own attributes, including `device` and `os`.
    public var custom: [String: FlagValue]
    /// Names of attributes, known or custom, whose values no event may contain.
    public var privateAttributes: Set<String>

    /// Makes a user with only a key and custom attributes.
    public init(key: String, isAnonymous: Bool? = nil, custom: [String: FlagValue] = [:]) {
        self.key = key
        self.isAnonymous = isAnonymous
        self.custom = custom
        privateAttributes = []
    }
}

// MARK: - Known attributes

extension LaunchDarklyUser {
    /// The names of the known attributes on the wire, in ascending order, with the key paths of their values.
    static let known: [(name: String, value: any WritableKeyPath<LaunchDarklyUser, String?> & Sendable)] = [
        ("avatar", \.avatar), ("country", \.country), ("email", \.email), ("firstName", \.firstName),
        ("ip", \.ipAddress), ("lastName", \.lastName), ("name", \.name), ("secondary", \.secondary),
    ]

    /// The known attributes that are set, by their names on the wire.
    var knownAttributes: [String: FlagValue] {
        Self.known.reduce(into: [:]) { attributes, attribute in
            if let value = self[keyPath: attribute.value] { attributes[attribute.name] = .string(value) }
        }
    }
}

// MARK: - As JSON

extension LaunchDarklyUser {
    /// The user as requests for flags carry it: with all attributes, including private ones, and the names of these
    /// (`privateAttributeNames`).
    ///
    /// LaunchDarkly's contract tests require the names, which its own iOS client does not send; a server in between may
    /// make events from what it receives.
    public var json: FlagValue {
        guard !privateAttributes.isEmpty, case .object(var members) = json(knownAttributes, custom) else {
            return json(knownAttributes, custom)
        }
        members["privateAttributeNames"] = .array(privateAttributes.sorted(by: \.self).map(FlagValue.string))
        return .object(members)
    }

    func json(_ known: [String: FlagValue], _ custom: [String: FlagValue]) -> FlagValue {
        var members = known
        members["key"] = .string(key)
        if let isAnonymous { members["anonymous"] = .bool(isAnonymous) }
        if !custom.isEmpty { members["custom"] = .object(custom) }
        return .object(members)
    }
}

extension LaunchDarklyUser: CustomStringConvertible {
    /// The key alone, so that a log does not reveal attributes.
    public var description: String { "user:\(key)" }
}
