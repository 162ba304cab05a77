// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The newest known rules, with the ETag that identifies them to the service.
struct KnownRules: Sendable {
    var rules: UnleashRules
    /// The ETag of the response with the rules, or `nil` for none.
    let validator: String?
    /// The time at which the service last confirmed the rules.
    var confirmedAt: Instant
    /// The reason why the rules might be out of date, or `nil` if the last request succeeded.
    var error: FlagError?

    /// Returns a flag set with the rules and a context's flags.
    ///
    /// - Parameter earlier: The flag set that was previously published for this context.
    func flagSet(for context: EvaluationContext, after earlier: FlagSet?) -> FlagSet {
        FlagSet(
            deciding: rules, for: context, after: earlier, validator: validator, providerData: rules.providerData,
            confirmedAt: confirmedAt)
    }
}

extension KnownRules {
    /// Creates the rules of a flag set, or returns `nil` if it has none.
    init?(_ flagSet: FlagSet) {
        guard let rules = flagSet.rules as? UnleashRules else { return nil }
        self.init(rules: rules, validator: flagSet.validator, confirmedAt: flagSet.confirmedAt)
    }
}
