// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A flag's rules, as the Unleash server sends them.
struct Feature {
    /// The feature's JSON.
    var text: String
    var name: String
    var isEnabled: Bool
    var impressionData = false
    var strategies: [Strategy] = []
    var variants: [Variant] = []
    var parents: [Parent] = []
    /// A Boolean value that indicates whether a required part couldn't be read, so that the flag must not be on.
    var isBroken = false

    /// The numbers of the segments in its strategies.
    var segments: [Int64] { strategies.flatMap(\.segments) }
}

/// A strategy, which can turn the flag on.
struct Strategy {
    var name: String
    var parameters: [String: String] = [:]
    var constraints: [Constraint] = []
    var segments: [Int64] = []
    var variants: [Variant] = []
    /// A Boolean value that indicates whether the strategy must not apply, because it's disabled or partly unreadable.
    var neverHolds = false
}

/// A condition on one field of a context.
struct Constraint {
    typealias Comparison = RuleComparison

    enum Test {
        case isIn([String])
        case startsWith([String]), endsWith([String]), contains([String])
        case number(Comparison, Double)
        case isAfter(PreciseMoment), isBefore(PreciseMoment)
        case version(Comparison, SemanticVersion)
        /// A compiled pattern and its source.
        case pattern(RegexProgram, text: String)
        case isInNetwork([NetworkRange])
    }

    /// A constraint that is never met.
    static let never = Constraint(field: "userId", test: .isIn([]))

    var field: String
    var test: Test
    var isInverted = false
    /// A Boolean value that indicates whether comparisons of strings ignore case.
    var ignoresCase = false
}

/// A variant of a flag.
struct Variant {
    struct Override {
        var field: String
        var values: [String]
    }

    var name: String
    var weight: UInt32
    var stickiness: String?
    var payload: UnleashToggle.Payload?
    /// The payload as the server sent it.
    var payloadText: JSONText?
    var overrides: [Override] = []
}

/// A flag that another flag depends on.
struct Parent {
    var name: String
    var isEnabled = true
    /// The variants of which the flag must have one, or an empty list for any variant.
    var variants: [String] = []
}
