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

    package init(rules: Rules, validator: String?, confirmedAt: Instant) {
        self.rules = rules
        self.validator = validator
        self.confirmedAt = confirmedAt
    }

    /// Creates the rules of a flag set, or returns `nil` if it has none.
    package init?(_ flagSet: FlagSet) {
        guard let rules = flagSet.rules as? Rules else { return nil }
        self.init(rules: rules, validator: flagSet.validator, confirmedAt: flagSet.confirmedAt)
    }

    /// Returns a flag set with the rules and a context's flags.
    ///
    /// - Parameter earlier: The flag set that was previously published for this context.
    package func flagSet(for context: EvaluationContext, after earlier: FlagSet?) -> FlagSet {
        FlagSet(
            deciding: rules, for: context, after: earlier, validator: validator, providerData: rules.providerData,
            confirmedAt: confirmedAt)
    }
}
