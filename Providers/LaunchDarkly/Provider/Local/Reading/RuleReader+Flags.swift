// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads flags.
///
/// Null counts as absent, and unknown properties are ignored. A flag with a property of another type is skipped.
extension RuleReader {
    /// Reads a flag, or records problems and returns `nil` if it can't be read.
    mutating func launchDarklyFlag(_ source: RuleSource) -> LocalFlag? {
        var flag = LocalFlag(key: source.key, text: source.text)
        var scanner = JSONScanner(source.text)
        read { reader throws(Fault) in
            try reader.members(LocalFlagMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                try reader.read(member, of: &flag, &scanner)
            }
        }
        if faults == 0 { return flag }
        add("Halyard skipped the flag, because a part of it can't be read.", suggestion: "Fix the part.")
        return nil
    }

    private mutating func read(
        _ member: LocalFlagMember, of flag: inout LocalFlag, _ scanner: inout JSONScanner
    ) throws(Fault) {
        switch member {
        case .version: flag.version = try integer(&scanner)
        case .deleted: flag.isDeleted = try bool(&scanner) == true
        case .on: flag.isOn = try bool(&scanner) == true
        case .variations:
            flag.variations = try elements(of: &scanner) { (_, scanner) throws(Fault) in try scanner.value() }
        case .offVariation: flag.offVariation = try index(&scanner)
        case .fallthrough: flag.fallthrough = try serving(&scanner)
        case .targets: flag.targets = try targets(&scanner)
        case .contextTargets: flag.contextTargets = try targets(&scanner)
        case .rules:
            flag.rules = try objects(of: &scanner) { (reader, scanner) throws(Fault) in try reader.rule(&scanner) }
        case .prerequisites:
            flag.prerequisites = try objects(of: &scanner) { (reader, scanner) throws(Fault) in
                try reader.prerequisite(&scanner)
            }
        case .salt: flag.salt = try string(&scanner)
        case .trackEvents: flag.tracksEvents = try bool(&scanner) == true
        case .trackEventsFallthrough: flag.tracksFallthrough = try bool(&scanner) == true
        case .debugEventsUntilDate: flag.debugEventsUntil = try milliseconds(&scanner)
        case .samplingRatio: flag.samplingRatio = try integer(&scanner)
        case .excludeFromSummaries: flag.isExcludedFromSummaries = try bool(&scanner) == true
        case .clientSideAvailability: flag.availability = try availability(&scanner)
        case .clientSide: flag.isClientSide = try bool(&scanner) == true
        }
    }

    /// Reads the clients that get the flag, or returns `nil` if the value is null.
    private mutating func availability(_ scanner: inout JSONScanner) throws(Fault) -> LocalFlag.Availability? {
        guard try isObject(&scanner) else { return nil }
        var availability = LocalFlag.Availability()
        try members(AvailabilityMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .usingMobileKey: availability.usingMobileKey = try reader.bool(&scanner) == true
            case .usingEnvironmentId: availability.usingEnvironmentID = try reader.bool(&scanner) == true
            }
        }
        return availability
    }

    private mutating func targets(_ scanner: inout JSONScanner) throws(Fault) -> [LocalFlag.Target] {
        try objects(of: &scanner) { (reader, scanner) throws(Fault) in
            var target = LocalFlag.Target()
            try reader.members(TargetMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                switch member {
                case .contextKind: target.kind = try reader.string(&scanner)
                case .values: target.keys = try reader.strings(&scanner)
                case .variation: target.variation = try reader.index(&scanner)
                }
            }
            return target
        }
    }

    private mutating func prerequisite(_ scanner: inout JSONScanner) throws(Fault) -> LocalFlag.Prerequisite? {
        var key = ""
        var variation: Int?
        let before = faults
        try members(PrerequisiteMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .key: key = try reader.string(&scanner)
            case .variation: variation = try reader.index(&scanner)
            }
        }
        if !key.isEmpty, let variation { return LocalFlag.Prerequisite(key: key, variation: variation) }
        if faults == before {
            add("The prerequisite has no \"key\" or no \"variation\".", suggestion: "Add both.")
        }
        return nil
    }

    private mutating func rule(_ scanner: inout JSONScanner) throws(Fault) -> LocalFlag.Rule {
        var rule = LocalFlag.Rule()
        try members(LocalRuleMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .id:
                let id = try reader.string(&scanner)
                rule.id = id.isEmpty ? nil : id
            case .clauses: rule.clauses = try reader.clauses(&scanner)
            case .variation: rule.result.variation = try reader.index(&scanner)
            case .rollout: rule.result.rollout = try reader.rollout(&scanner)
            case .trackEvents: rule.tracksEvents = try reader.bool(&scanner) == true
            }
        }
        return rule
    }

    private mutating func serving(_ scanner: inout JSONScanner) throws(Fault) -> Serving {
        var serving = Serving()
        try members(ServingMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .variation: serving.variation = try reader.index(&scanner)
            case .rollout: serving.rollout = try reader.rollout(&scanner)
            }
        }
        return serving
    }

    /// Reads a rollout, or returns `nil` if it's null.
    private mutating func rollout(_ scanner: inout JSONScanner) throws(Fault) -> Rollout? {
        guard try isObject(&scanner) else { return nil }
        var rollout = Rollout()
        try members(RolloutMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .kind: rollout.isExperiment = try reader.string(&scanner) == "experiment"
            case .contextKind: rollout.kind = try reader.string(&scanner)
            case .bucketBy: rollout.attribute = try reader.string(&scanner)
            case .seed: rollout.seed = try reader.integer(&scanner)
            case .variations:
                rollout.shares = try reader.objects(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.share(&scanner)
                }
            }
        }
        return rollout
    }

    private mutating func share(_ scanner: inout JSONScanner) throws(Fault) -> Rollout.Share? {
        var variation: Int?
        var weight: Int64?
        var isUntracked = false
        let before = faults
        try members(ShareMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .variation: variation = try reader.index(&scanner)
            case .weight: weight = try reader.integer(&scanner)
            case .untracked: isUntracked = try reader.bool(&scanner) == true
            }
        }
        if let variation, let weight {
            return Rollout.Share(variation: variation, weight: weight, isUntracked: isUntracked)
        }
        if faults == before {
            add("The part of the rollout has no \"variation\" or no \"weight\".", suggestion: "Add both.")
        }
        return nil
    }
}
