// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How much is written about a context: nothing, who it is about, or what is known about them too.
///
/// Attributes that a context names private are never written, whatever is chosen. The vendor's identity that a context
/// may carry along (``EvaluationContext/attachment``) is not written either.
public enum ContextDetail: String, Sendable, Hashable, CaseIterable {
    /// Nothing at all.
    case none
    /// The kind and key of each part, and whether it is anonymous.
    case keys
    /// The attributes too, but for the private ones.
    case attributes

    /// What may be written about a context, in the form of ``EvaluationContext/json``; nil for nothing.
    ///
    /// Memory only.
    public func json(_ context: EvaluationContext) -> FlagValue? {
        self == .none ? nil : EvaluationContext(context.parts.map(reduced)).json
    }

    /// The same for a line that a person reads.
    func text(_ context: EvaluationContext) -> String? {
        self == .keys ? context.description : json(context)?.description
    }

    private func reduced(_ part: EvaluationContext.Part) -> EvaluationContext.Part {
        let hidden = Set(part.privateAttributes.map(Self.attribute))
        return EvaluationContext.Part(
            part.kind, key: part.key,
            attributes: self == .attributes ? part.attributes.filter { !hidden.contains($0.key) } : [:],
            isAnonymous: part.isAnonymous)
    }

    /// The attribute that a private name takes away: of one that points into an attribute, as `/address/street` does,
    /// the whole attribute.
    private static func attribute(_ name: String) -> String {
        guard name.hasPrefix("/") else { return name }
        let first = name.dropFirst().prefix { $0 != "/" }
        return first.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
            .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }
}
