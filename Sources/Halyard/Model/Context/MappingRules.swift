// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How the context that one vendor receives differs from the app's: attributes are left out, hashed, renamed, added, kept
/// private.
///
/// A provider applies its rules before its ``ContextMapper`` sees the context, so two providers in one combination may see
/// the same person differently:
/// ```swift
/// let rules = MappingRules(
///     drop: ["note"], rename: ["plan": "tier"], constant: ["app": "shop"], private: ["email"])
/// let mapped = rules.apply(to: .user("c3b155b0", ["plan": "gold", "note": "called twice"]))
/// // user c3b155b0 with tier "gold" and app "shop"
/// ```
/// The rules apply in this order, to every part of a context: ``drop``, ``hash``, ``rename``, ``constant``, ``private``;
/// so the first three use the app's attribute names, and the others the vendor's. Keys, kinds and attachments stay as they
/// are. An immutable value; applying it costs memory only.
public struct MappingRules: Sendable, Hashable {
    /// Attributes that are not sent to the vendor.
    public var drop: Set<String>
    /// Attributes that are sent to the vendor as a SHA-256 in hexadecimal: of a text as UTF-8, of anything else as JSON.
    ///
    /// A hash can be compared with other hashes, and guessed where only few values are possible.
    public var hash: Set<String>
    /// The vendor's names of attributes by the app's; a renamed attribute takes the place of one that has its new name.
    ///
    /// Private names are renamed too, including those that point into an attribute (`/address/street`).
    public var rename: [String: String]
    /// Attributes that the primary part always has, whatever the app sets; `.null` removes one.
    public var constant: [String: FlagValue]
    /// Attributes that targeting may use, but that must not be written into events, besides the context's own private ones.
    public var `private`: Set<String>

    /// Makes rules; without any, contexts are not changed.
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

    /// The context with the rules applied.
    public func apply(to context: EvaluationContext) -> EvaluationContext {
        if self == MappingRules() { return context }
        let primary = context.primary.kind
        return context.parts.reduce(context) { result, part in
            result.adding(applied(to: part, isPrimary: part.kind == primary))
        }
    }
}

extension MappingRules {
    private func applied(to part: EvaluationContext.Part, isPrimary: Bool) -> EvaluationContext.Part {
        let kept = part.attributes.filter { !drop.contains($0.key) }.map { name, value in
            (name, hash.contains(name) ? Self.hashed(value) : value)
        }
        var attributes = Dictionary(uniqueKeysWithValues: kept.filter { rename[$0.0] == nil })
        // In the order of the names, so that if two get the same new name, always the same one wins.
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

    /// A private name, with the first step renamed if it is a path.
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
