// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EvaluationContext {
    /// The context without its private attributes, which must not be written into events, and without their names.
    ///
    /// For a private name that points into an attribute, such as `/address/street`, the whole attribute is left out.
    /// It has no attachment, which could contain private attributes.
    public var withoutPrivateAttributes: EvaluationContext {
        parts.reduce(self) { $0.adding($1.withoutPrivateAttributes) }
    }
}

extension EvaluationContext.Part {
    var withoutPrivateAttributes: EvaluationContext.Part {
        let hidden = Set(privateAttributes.map(Self.attribute))
        return EvaluationContext.Part(
            kind, key: key, attributes: attributes.filter { !hidden.contains($0.key) }, isAnonymous: isAnonymous)
    }

    /// Returns the attribute that a private name removes.
    private static func attribute(_ name: String) -> String {
        guard name.hasPrefix("/") else { return name }
        let first = name.dropFirst().prefix { $0 != "/" }
        return first.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
            .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }
}
