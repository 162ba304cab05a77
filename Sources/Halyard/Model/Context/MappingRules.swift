// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What one vendor is told differently from what the app says: attributes are left out, hashed, renamed, added, kept
/// private.
///
/// A provider applies its rules before its ``ContextMapper`` sees the context, so two providers of one combination may see
/// the same person differently:
/// ```swift
/// let rules = MappingRules(drop: ["note"], rename: ["plan": "tier"], constant: ["app": "shop"], private: ["email"])
/// rules.apply(to: .user("c3b155b0", ["plan": "gold", "note": "called twice"]))
/// // user c3b155b0 with tier "gold" and app "shop"
/// ```
/// The rules hold in this order, for every part of a context: ``drop``, ``hash``, ``rename``, ``constant``, ``private``;
/// so the first three name attributes as the app does, and the others as the vendor sees them. Keys, kinds and
/// attachments stay as they are. An immutable value; applying it costs memory only.
public struct MappingRules: Sendable, Hashable {
    /// Attributes that the vendor is not told about.
    public var drop: Set<String>
    /// Attributes of which the vendor gets the SHA-256 in hexadecimal: of a text as UTF-8, of anything else as JSON.
    ///
    /// It can be compared with other hashes, and guessed where only few values are possible.
    public var hash: Set<String>
    /// The vendor's names of attributes by the app's; a renamed attribute takes the place of one that has its new name.
    ///
    /// Private names go along, and so do those that point into an attribute (`/address/street`).
    public var rename: [String: String]
    /// Attributes that the primary part always has, whatever the app says; `.null` takes one away.
    public var constant: [String: FlagValue]
    /// Attributes that may decide flags, but must not be written into events, besides those that the context names.
    public var `private`: Set<String>

    /// Makes rules; without any, a context stays as it is.
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

    /// The context as the rules want it to be seen.
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
        // In the order of the names, so that of two with one new name always the same one stays.
        for (name, value) in kept.sorted(by: { $0.0 < $1.0 }) {
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

    /// A private name, or the path that it is, with the first step renamed.
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
