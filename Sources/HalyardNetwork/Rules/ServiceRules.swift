// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Rules that a service sends, and that a provider evaluates.
package protocol ServiceRules: FlagRules, AnyObject {
    /// The names of the properties that a provider's records can have in addition to the rules.
    static var factNames: Set<String> { get }

    /// The content of the rules, for records.
    var providerData: FlagValue { get }
    /// A Boolean value that indicates whether every part of the rules can be read.
    var isReadable: Bool { get }

    /// Returns the next time at which a rule changes a flag, or `nil` if no rule depends on a later time.
    func nextMoment(after now: Instant) -> Instant?
}

extension ServiceRules {
    package static var factNames: Set<String> { [] }
    package var isReadable: Bool { true }

    package func nextMoment(after now: Instant) -> Instant? { nil }
}
