// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The changes to a context that one vendor receives: attributes are left out, hashed, renamed, added, or kept private.
///
/// A provider applies its rules before its ``ContextMapper`` receives the context, so two providers in one combination
/// can see the same user differently:
/// ```swift
/// let rules = MappingRules(
///     drop: ["note"], rename: ["plan": "tier"], constant: ["app": "shop"], private: ["email"])
/// let mapped = rules.apply(to: .user("c3b155b0", ["plan": "gold", "note": "called twice"]))
/// // user c3b155b0 with tier "gold" and app "shop"
/// ```
/// The rules apply in this order, to every part of a context: ``drop``, ``hash``, ``rename``, ``constant``,
/// ``private``. The first three use the app's attribute names, and the others the vendor's names. Keys, kinds, and
/// attachments don't change. The rules are an immutable value. Applying them doesn't perform I/O.
public struct MappingRules: Sendable, Hashable {
    /// The attributes that the vendor doesn't receive.
    public var drop: Set<String>
    /// The attributes that the vendor receives as a SHA-256 in hexadecimal.
    ///
    /// The hash is calculated from the UTF-8 of a string, or from the JSON of any other value. A hash can be compared
    /// with other hashes, and guessed if only few values are possible.
    public var hash: Set<String>
    /// The vendor's attribute names by the app's names.
    ///
    /// A renamed attribute replaces one that already has the new name. Private names are also renamed, including names
    /// that point into an attribute (`/address/street`).
    public var rename: [String: String]
    /// Attributes that the primary part always has, replacing the app's values.
    ///
    /// `.null` removes an attribute.
    public var constant: [String: FlagValue]
    /// Attributes that targeting can use, but that must not be written into events, in addition to the context's private ones.
    public var `private`: Set<String>

    /// Creates rules.
    ///
    /// Without arguments, contexts aren't changed.
    public init(
        drop: Set<String> = [], hash: Set<String> = [], rename: [String: String] = [:],
        constant: [String: FlagValue] = [:], private: Set<String> = []
    ) {
        self.drop = drop
        self.hash = hash
        self.rename = rename
        self.constant = constant
        self.private = `private`
    }

    /// Returns the context with the rules applied.
    public func apply(to context: EvaluationContext) -> EvaluationContext {
        if self == MappingRules() { return context }
        let primary = context.primary.kind
        var result = EvaluationContext(context.parts.map { applied(to: $0, isPrimary: $0.kind == primary) })
        result.attachment = context.attachment
        return result
    }
}

extension MappingRules {
    private func applied(to part: EvaluationContext.Part, isPrimary: Bool) -> EvaluationContext.Part {
        let kept = part.attributes.filter { !drop.contains($0.key) }.map { name, value in
            (name, hash.contains(name) ? Self.hashed(value) : value)
        }
        var attributes = Dictionary(uniqueKeysWithValues: kept.filter { rename[$0.0] == nil })
        // Sorted by name, so that if two attributes get the same new name, the same one always wins.
        for (name, value) in kept.sorted(by: \.0) {
            if let newName = rename[name] { attributes[newName] = value }
        }
        if isPrimary {
            for (name, value) in constant { attributes[name] = value.isNull ? nil : value }
        }
        return EvaluationContext.Part(
            part.kind, key: part.key, attributes: attributes,
            privateAttributes: Set(part.privateAttributes.map(renamed)).union(`private`), isAnonymous: part.isAnonymous)
    }

    private static func hashed(_ value: FlagValue) -> FlagValue {
        if case .string(let text) = value { return .string(SHA256.hexDigest(of: text.utf8)) }
        return .string(SHA256.hexDigest(of: value.description.utf8))
    }

    /// Returns a private name, with the first step renamed if it's a path.
    private func renamed(_ name: String) -> String {
        if let newName = rename[name] { return newName }
        guard name.hasPrefix("/") else { return name }
        let first = name.dropFirst().prefix { $0 != "/" }
        guard let newName = rename[Self.replacing("~0", by: "~", in: Self.replacing("~1", by: "/", in: first))] else {
            return name
        }
        let escaped = Self.replacing("/", by: "~1", in: Self.replacing("~", by: "~0", in: newName))
        return "/" + escaped + name.dropFirst(first.count + 1)
    }

    private static func replacing(_ part: String, by other: String, in text: some StringProtocol) -> String {
        text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
