// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The properties that are read from one kind of object.
protocol FeatureObjectMember: CaseIterable, RawRepresentable<String>, Sendable {
    static var names: JSONNames { get }
    static var all: [Self] { get }
}

enum FeatureMember: String, FeatureObjectMember {
    case name, enabled, impressionData, strategies, dependencies, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum StrategyMember: String, FeatureObjectMember {
    case name, disabled, parameters, constraints, segments, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ParentMember: String, FeatureObjectMember {
    case feature, enabled, variants

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum VariantMember: String, FeatureObjectMember {
    case name, weight, stickiness, payload, overrides

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum PayloadMember: String, FeatureObjectMember {
    case type, value

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum OverrideMember: String, FeatureObjectMember {
    case contextName, values

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum SegmentMember: String, FeatureObjectMember {
    case constraints

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ConstraintMember: String, FeatureObjectMember {
    case contextName, `operator`, value, values, inverted, caseInsensitive

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}
