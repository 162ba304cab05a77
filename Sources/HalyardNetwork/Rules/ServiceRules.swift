// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Rules that a service sends, and that a provider evaluates.
package protocol ServiceRules: FlagRules, AnyObject {
    /// The content of the rules, for records.
    var providerData: FlagValue { get }

    /// Returns the next time at which a rule changes a flag, or `nil` if no rule depends on a later time.
    func nextMoment(after now: Instant) -> Instant?
}

extension ServiceRules {
    package func nextMoment(after now: Instant) -> Instant? { nil }
}
