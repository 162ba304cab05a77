// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

enum FeatureMember: String, RuleMember {
    case name, enabled, impressionData, strategies, dependencies, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum StrategyMember: String, RuleMember {
    case name, disabled, parameters, constraints, segments, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ParentMember: String, RuleMember {
    case feature, enabled, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum VariantMember: String, RuleMember {
    case name, weight, stickiness, payload, overrides

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum PayloadMember: String, RuleMember {
    case type, value

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum OverrideMember: String, RuleMember {
    case contextName, values

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum SegmentMember: String, RuleMember {
    case constraints

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ConstraintMember: String, RuleMember {
    case contextName, `operator`, value, values, inverted, caseInsensitive

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}
