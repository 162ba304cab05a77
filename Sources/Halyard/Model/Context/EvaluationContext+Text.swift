// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EvaluationContext {
    /// The whole context as a JSON value: the properties of a single part, or `{"kind": "multi", …}` with a property
    /// for each kind.
    ///
    /// Configuration files use the same format (``EvaluationContext/init(json:)``).
    public var json: FlagValue {
        guard isMultiKind else {
            var members = Self.members(of: primary)
            members["kind"] = .string(primary.kind.rawValue)
            return .object(members)
        }
        var members: [String: FlagValue] = ["kind": "multi"]
        for part in parts { members[part.kind.rawValue] = .object(Self.members(of: part)) }
        return .object(members)
    }

    /// A string that is equal if and only if two contexts are equal, in this and in every later launch of the app.
    ///
    /// It contains everything in the context, including private attributes. Keep it in memory, and store
    /// ``stableDigest`` instead.
    public var cacheKey: String {
        json.description + (attachment.map { "\u{0}" + $0.cacheKey } ?? "")
    }

    /// The SHA-256 of ``cacheKey`` in hexadecimal, as a name for stored data that reveals nothing about the context.
    public var stableDigest: String { SHA256.hexDigest(of: cacheKey.utf8) }

    /// The SHA-256 of the identity, which is the kinds and keys without any attributes, in hexadecimal.
    public var identityDigest: String { identityDigest(standingIn: nil) }

    /// Returns ``identityDigest``, with a key instead of missing ones.
    func identityDigest(standingIn key: String?) -> String {
        let keys = parts.map { part in
            FlagValue.array([.string(part.kind.rawValue), (part.key ?? key).map(FlagValue.string) ?? .null])
        }
        return SHA256.hexDigest(of: FlagValue.array(keys).description.utf8)
    }

    private static func members(of part: Part) -> [String: FlagValue] {
        var members: [String: FlagValue] = [:]
        if let key = part.key { members["key"] = .string(key) }
        if !part.attributes.isEmpty { members["attributes"] = .object(part.attributes) }
        if !part.privateAttributes.isEmpty {
            members["private"] = .array(part.privateAttributes.sorted(by: \.self).map(FlagValue.string))
        }
        if part.isAnonymous { members["anonymous"] = true }
        return members
    }
}

extension EvaluationContext: CustomStringConvertible {
    /// The kinds and keys only, so that a log doesn't reveal attributes: `user:c3b155b0, organization:acme`.
    public var description: String {
        parts.map { part in "\(part.kind.rawValue):\(part.key ?? "anonymous")" }.joined(separator: ", ")
    }
}
