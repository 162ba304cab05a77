// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// The newest known rules, with the validator that identifies them to the service.
package struct KnownRules<Rules: ServiceRules>: Sendable {
    package var rules: Rules
    /// The validator of the response with the rules, or `nil` for none.
    package let validator: String?
    /// The time at which the service last confirmed the rules.
    package var confirmedAt: Instant
    /// The reason why the rules might be out of date, or `nil` if the last request succeeded.
    package var error: FlagError?
    /// The properties of records in addition to the rules.
    package let facts: [String: FlagValue]

    package init(rules: Rules, validator: String?, confirmedAt: Instant, facts: [String: FlagValue] = [:]) {
        self.rules = rules
        self.validator = validator
        self.confirmedAt = confirmedAt
        self.facts = facts
    }

    /// Creates the rules of a flag set, or returns `nil` if it has none.
    package init?(_ flagSet: FlagSet) {
        guard let rules = flagSet.rules as? Rules else { return nil }
        self.init(
            rules: rules, validator: flagSet.validator, confirmedAt: flagSet.confirmedAt,
            facts: Self.facts(of: flagSet))
    }

    /// Creates known rules from restored rules and the flag set whose data they come from.
    ///
    /// Drops the validator if the rules have unreadable parts. The service then sends the rules again, so that the problems are
    /// reported again.
    init(_ rules: Rules, restoredFrom flagSet: FlagSet) {
        self.init(
            rules: rules, validator: rules.isReadable ? flagSet.validator : nil, confirmedAt: flagSet.confirmedAt,
            facts: Self.facts(of: flagSet))
    }

    private static func facts(of flagSet: FlagSet) -> [String: FlagValue] {
        guard case .object(let members) = flagSet.providerData else { return [:] }
        return members.filter { Rules.factNames.contains($0.key) }
    }

    /// Returns a flag set with the rules and a context's flags.
    ///
    /// - Parameter earlier: The flag set that was previously published for this context.
    package func flagSet(for context: EvaluationContext, after earlier: FlagSet?) -> FlagSet {
        FlagSet(
            deciding: rules, for: context, after: earlier, validator: validator, providerData: providerData,
            confirmedAt: confirmedAt)
    }

    private var providerData: FlagValue {
        guard !facts.isEmpty, case .object(let members) = rules.providerData else { return rules.providerData }
        return .object(members.merging(facts) { member, _ in member })
    }
}
