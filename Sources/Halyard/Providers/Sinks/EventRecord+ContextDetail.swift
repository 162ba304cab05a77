// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventRecord {
    /// How much is written about a context: nothing, its kinds and keys, or its attributes too.
    ///
    /// A context's private attributes are never written, whatever is chosen. The vendor's identity that a context may carry
    /// (``EvaluationContext/attaching(_:)``) is not written either.
    public enum ContextDetail: String, Sendable, Hashable, CaseIterable {
        /// Nothing at all.
        case none
        /// The kind and key of each part, and whether it is anonymous.
        case keys
        /// The attributes too, except for the private ones.
        case attributes

        /// What may be written about a context, in the form of ``EvaluationContext/json``; nil for nothing.
        ///
        /// Memory only.
        public func json(_ context: EvaluationContext) -> FlagValue? {
            self == .none ? nil : EvaluationContext(context.parts.map(reduced)).json
        }

        /// The same, as part of a line for people to read.
        func text(_ context: EvaluationContext) -> String? {
            self == .keys ? context.description : json(context)?.description
        }

        private func reduced(_ part: EvaluationContext.Part) -> EvaluationContext.Part {
            if self == .attributes { return part.withoutPrivateAttributes }
            return EvaluationContext.Part(part.kind, key: part.key, isAnonymous: part.isAnonymous)
        }
    }
}
