// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A user as in LaunchDarkly's clients before contexts, with a key, eight known attributes, and custom attributes.
///
/// LaunchDarkly's client API carries it inside a vendor-neutral context, see ``context``. It is an immutable value as far as
/// events and requests are concerned, and can cross threads.
public struct LaunchDarklyUser: Sendable, Hashable {
    /// The identifier of the user, which is never private.
    public var key: String
    /// A Boolean value that indicates whether the key doesn't identify a particular person.
    ///
    /// `nil` means that it isn't set, which rules can distinguish from `false`. This property is never private.
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
    /// The email address.
    public var email: String?
    /// The URL of a picture.
    public var avatar: String?
    /// The app's custom attributes, including `device` and `os`.
    public var custom: [String: FlagValue]
    /// The names of known or custom attributes whose values no event may contain.
    public var privateAttributes: Set<String>

    /// Creates a user with only a key and custom attributes.
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

    /// The known attributes that are set, by their wire names.
    var knownAttributes: [String: FlagValue] {
        Self.known.reduce(into: [:]) { attributes, attribute in
            if let value = self[keyPath: attribute.value] { attributes[attribute.name] = .string(value) }
        }
    }
}

// MARK: - As JSON

extension LaunchDarklyUser {
    /// The user as flag requests contain it, with all attributes, including private attributes.
    ///
    /// The names of private attributes are in `privateAttributeNames`. LaunchDarkly's contract tests require the names, which
    /// the LaunchDarkly iOS SDK doesn't send. A server in between might create events from the requests.
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
    /// The key alone, so that logs don't reveal attributes.
    public var description: String { "user:\(key)" }
}
