// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

enum LocalFlagMember: String, RuleMember {
    case version, deleted, on, variations, offVariation, `fallthrough`, targets, contextTargets, rules, prerequisites
    case salt, trackEvents, trackEventsFallthrough, debugEventsUntilDate, clientSideAvailability, clientSide
    case samplingRatio, excludeFromSummaries

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum AvailabilityMember: String, RuleMember {
    case usingMobileKey, usingEnvironmentId

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum TargetMember: String, RuleMember {
    case contextKind, values, variation

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum LocalRuleMember: String, RuleMember {
    case id, clauses, variation, rollout, trackEvents

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ServingMember: String, RuleMember {
    case variation, rollout

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum RolloutMember: String, RuleMember {
    case kind, contextKind, bucketBy, seed, variations

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ShareMember: String, RuleMember {
    case variation, weight, untracked

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum PrerequisiteMember: String, RuleMember {
    case key, variation

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum ClauseMember: String, RuleMember {
    case contextKind, attribute, op, values, negate

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum LocalSegmentMember: String, RuleMember {
    case deleted, salt, included, excluded, includedContexts, excludedContexts, rules, unbounded
    case unboundedContextKind, generation

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}

enum SegmentRuleMember: String, RuleMember {
    case clauses, weight, bucketBy, rolloutContextKind

    static let all = allCases
    static let names = JSONNames(all.map(\.rawValue))
}
