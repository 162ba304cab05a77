// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A flag's rules, as LaunchDarkly sends them to servers.
struct LocalFlag {
    /// The contexts of one kind with one variation.
    struct Target {
        var kind = ""
        var keys: [String] = []
        var variation: Int?
    }

    struct Rule {
        var id: String?
        var clauses: [LocalClause] = []
        var result = Serving()
        var tracksEvents = false
    }

    struct Prerequisite {
        var key: String
        var variation: Int
    }

    /// The clients that LaunchDarkly sends the flag to.
    struct Availability {
        var usingMobileKey = false
        var usingEnvironmentID = false
    }

    let key: String
    /// The flag's JSON.
    let text: String
    var version: Int64?
    var isDeleted = false
    var isOn = false
    var variations: [FlagValue] = []
    var offVariation: Int?
    var `fallthrough` = Serving()
    var targets: [Target] = []
    var contextTargets: [Target] = []
    var rules: [Rule] = []
    var prerequisites: [Prerequisite] = []
    var salt = ""
    var tracksEvents = false
    var tracksFallthrough = false
    /// The time until which reads are sent as debug events, in milliseconds since 1970.
    var debugEventsUntil: Int64?
    /// The number of events of which one is sent, or `nil` if all are sent.
    var samplingRatio: Int64?
    var isExcludedFromSummaries = false
    var availability: Availability?
    /// The older form of the availability, which is only about browsers.
    var isClientSide = false

    /// A Boolean value that indicates whether LaunchDarkly sends the flag to browsers.
    var isForBrowsers: Bool { availability?.usingEnvironmentID ?? isClientSide }
    /// A Boolean value that indicates whether LaunchDarkly sends the flag to mobile apps.
    var isForMobileApps: Bool { availability?.usingMobileKey ?? true }

    init(key: String, text: String) {
        self.key = key
        self.text = text
    }
}

/// A variation, or a percentage rollout of several variations.
///
/// If it has both, the variation counts.
struct Serving {
    var variation: Int?
    var rollout: Rollout?
}

struct Rollout {
    /// A variation and the part of the contexts that get it, of 100,000.
    struct Share {
        var variation: Int
        var weight: Int64
        var isUntracked = false
    }

    var isExperiment = false
    var kind = ""
    var attribute = ""
    var seed: Int64?
    var shares: [Share] = []
}

/// A condition on one attribute of a context, or on its segments.
struct LocalClause {
    var kind = ""
    var attribute = ""
    var operation = ""
    var values: [FlagValue] = []
    var isNegated = false

    /// A Boolean value that indicates whether the values are the keys of segments.
    var isAboutSegments: Bool { operation == "segmentMatch" }

    /// The keys of its segments.
    var segments: [String] { isAboutSegments ? values.compactMap { String(flagValue: $0) } : [] }
}

/// A segment: a set of contexts.
struct LocalSegment {
    struct KeyList {
        var kind = ""
        var keys: [String] = []
    }

    struct Rule {
        var clauses: [LocalClause] = []
        /// The part of the contexts that the rule includes, of 100,000, or `nil` for all.
        var weight: Int64?
        var kind = ""
        var attribute = ""
    }

    let key: String
    /// The segment's JSON.
    let text: String
    var isDeleted = false
    var salt = ""
    var included: [KeyList] = []
    var excluded: [KeyList] = []
    var rules: [Rule] = []
    /// A Boolean value that indicates whether it's a big segment, whose keys aren't part of its JSON.
    var isBig = false
    var bigKind = ""
    var generation: Int64?

    init(key: String, text: String) {
        self.key = key
        self.text = text
    }
}

extension [LocalClause] {
    /// The keys of the segments in the clauses.
    var segments: [String] { flatMap(\.segments) }
}

extension LaunchDarklyReference {
    /// Creates a reference to an attribute of a rule, or returns `nil` if there's none.
    ///
    /// If the rule doesn't set a context kind, a name that begins with a slash isn't a path.
    init?(attribute: String, kind: String) {
        if attribute.isEmpty { return nil }
        self = kind.isEmpty ? LaunchDarklyReference(literal: attribute) : LaunchDarklyReference(attribute)
    }
}
