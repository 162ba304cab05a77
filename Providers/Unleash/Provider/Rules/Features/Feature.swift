// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A flag's rules, as Unleash's server sends them.
struct Feature {
    /// The JSON from which it was read.
    var text: String
    var name: String
    var isEnabled: Bool
    var impressionData = false
    var strategies: [Strategy] = []
    var variants: [Variant] = []
    var parents: [Parent] = []
    /// Whether something was unreadable without which the flag must not be on.
    var isBroken = false

    /// The segments that its strategies name.
    var segments: [Int64] { strategies.flatMap(\.segments) }
}

/// One way for a flag to be on.
struct Strategy {
    var name: String
    var parameters: [String: String] = [:]
    var constraints: [Constraint] = []
    var segments: [Int64] = []
    var variants: [Variant] = []
    /// Whether it must not hold: it is switched off, or a part of it could not be read.
    var neverHolds = false
}

/// A condition about one field of a context.
struct Constraint {
    enum Comparison: Sendable {
        case equal, greater, greaterOrEqual, less, lessOrEqual
    }

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

    /// Never holds.
    static let never = Constraint(field: "userId", test: .isIn([]))

    var field: String
    var test: Test
    var isInverted = false
    /// Whether a text's letters stand for all their cases.
    var ignoresCase = false
}

/// A value that a flag may have besides being on.
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

/// A flag that another depends on.
struct Parent {
    var name: String
    var isEnabled = true
    /// The variants of which it must have one; empty for any.
    var variants: [String] = []
}
