// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EventRecord {
    /// The amount of detail that is written about a context.
    ///
    /// A context's private attributes are never written, and neither is a vendor's identity that is attached to the context
    /// (``EvaluationContext/attaching(_:)``).
    public enum ContextDetail: String, Sendable, Hashable, CaseIterable {
        /// No details.
        case none
        /// The kind and key of each part, and whether the part is anonymous.
        case keys
        /// Also the attributes, except for private attributes.
        case attributes

        /// Returns the permitted details of a context in the form of ``EvaluationContext/json``, or `nil` for no details.
        ///
        /// Doesn't perform I/O.
        public func json(_ context: EvaluationContext) -> FlagValue? {
            self == .none ? nil : EvaluationContext(context.parts.map(reduced)).json
        }

        /// Returns the same details as part of a line for people to read.
        func text(_ context: EvaluationContext) -> String? {
            self == .keys ? context.description : json(context)?.description
        }

        private func reduced(_ part: EvaluationContext.Part) -> EvaluationContext.Part {
            if self == .attributes { return part.withoutPrivateAttributes }
            return EvaluationContext.Part(part.kind, key: part.key, isAnonymous: part.isAnonymous)
        }
    }
}
