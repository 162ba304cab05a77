// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderConformance {
    /// The result of a check.
    public struct Report: Sendable, Hashable {
        /// The first violation of each violated rule, in the order of the rules.
        public let violations: [Violation]
        /// A Boolean value that indicates whether the check is complete.
        ///
        /// A provider that takes too long ends the check.
        public let isComplete: Bool
        /// The number of flags that the provider published.
        ///
        /// A provider that always fails conforms without flags.
        public let flagCount: Int

        /// A Boolean value that indicates whether the provider conforms to all checked rules.
        public var conforms: Bool { violations.isEmpty }
    }

    /// A violated rule, with the observation.
    public struct Violation: Sendable, Hashable {
        /// The violated rule.
        public let rule: Rule
        /// A sentence that describes the observed behavior.
        public let observation: String

        /// The observation, the rule of the contract, and a suggestion.
        public var message: String { "\(observation) \(rule.promise) \(rule.suggestion)" }
    }
}

extension ProviderConformance.Violation: CustomStringConvertible {
    /// The rule's name and the message: `origin: The first run published …`.
    public var description: String { "\(rule.rawValue): \(message)" }
}

extension ProviderConformance.Report: CustomStringConvertible {
    /// One line for each violation, or a line that confirms the conformance.
    public var description: String {
        if conforms { return "conforms, \(flagCount) flags seen" }
        let rest = isComplete ? [] : ["The provider took too long, so the check is incomplete."]
        return (violations.map(\.description) + rest).joined(separator: "\n")
    }
}
