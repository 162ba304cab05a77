// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The newest rules that are known, with the tag that says so to the service.
struct KnownRules: Sendable {
    var rules: UnleashRules
    /// The tag of the response that they came with; nil for none.
    let validator: String?
    /// When the service last confirmed them.
    var confirmedAt: Instant
    /// Why they may be out of date; nil when the service answered the last request.
    var error: FlagError?

    /// The rules with the flags of a context.
    ///
    /// - Parameter earlier: What was published before, for this context.
    func flagSet(for context: EvaluationContext, after earlier: FlagSet?) -> FlagSet {
        FlagSet(
            deciding: rules, for: context, after: earlier, validator: validator, providerData: rules.providerData,
            confirmedAt: confirmedAt)
    }
}

extension KnownRules {
    /// The rules of a snapshot.
    ///
    /// Nil if it has none.
    init?(_ flagSet: FlagSet) {
        guard let rules = flagSet.rules as? UnleashRules else { return nil }
        self.init(rules: rules, validator: flagSet.validator, confirmedAt: flagSet.confirmedAt)
    }
}
