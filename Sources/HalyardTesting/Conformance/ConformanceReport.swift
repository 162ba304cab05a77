// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderConformance {
    /// What a check found.
    ///
    /// An immutable value.
    public struct Report: Sendable, Hashable {
        /// The first breach of each rule that was broken, in the order of the rules.
        public let violations: [Violation]
        /// Whether all was checked: a provider that keeps the suite waiting ends it.
        public let isComplete: Bool
        /// How many flags the suite saw; a provider that always fails conforms without any.
        public let flagCount: Int

        /// Whether no rule was broken.
        public var conforms: Bool { violations.isEmpty }
    }

    /// A broken rule, and how it showed.
    public struct Violation: Sendable, Hashable {
        /// The rule.
        public let rule: Rule
        /// What the suite saw.
        public let observation: String

        /// What was seen, what the contract says, and what to do about it.
        public var message: String { "\(observation) \(rule.promise) \(rule.suggestion)" }
    }
}

extension ProviderConformance.Violation: CustomStringConvertible {
    /// The rule's name and the message: `origin: The first run published …`.
    public var description: String { "\(rule.rawValue): \(message)" }
}

extension ProviderConformance.Report: CustomStringConvertible {
    /// One line for each violation, or that there is none.
    public var description: String {
        if conforms { return "conforms, \(flagCount) flags seen" }
        let rest = isComplete ? [] : ["The provider took too long; the rest was not checked."]
        return (violations.map(\.description) + rest).joined(separator: "\n")
    }
}
