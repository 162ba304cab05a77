// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads segments.
extension RuleReader {
    /// Reads a segment, or records problems and returns `nil` if it can't be read.
    mutating func launchDarklySegment(_ source: RuleSource) -> LocalSegment? {
        var segment = LocalSegment(key: source.key, text: source.text)
        var scanner = JSONScanner(source.text)
        read { reader throws(Fault) in
            try reader.members(LocalSegmentMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                try reader.read(member, of: &segment, &scanner)
            }
        }
        if faults == 0 { return segment }
        add(
            "Flags that need the segment have no value, because a part of the segment can't be read.",
            suggestion: "Fix the part.")
        return nil
    }

    private mutating func read(
        _ member: LocalSegmentMember, of segment: inout LocalSegment, _ scanner: inout JSONScanner
    ) throws(Fault) {
        switch member {
        case .deleted: segment.isDeleted = try bool(&scanner) == true
        case .salt: segment.salt = try string(&scanner)
        case .included: segment.included.append(LocalSegment.KeyList(keys: try strings(&scanner)))
        case .excluded: segment.excluded.append(LocalSegment.KeyList(keys: try strings(&scanner)))
        case .includedContexts: segment.included += try keyLists(&scanner)
        case .excludedContexts: segment.excluded += try keyLists(&scanner)
        case .rules:
            segment.rules = try objects(of: &scanner) { (reader, scanner) throws(Fault) in
                try reader.segmentRule(&scanner)
            }
        case .unbounded: segment.isBig = try bool(&scanner) == true
        case .unboundedContextKind: segment.bigKind = try string(&scanner)
        case .generation: segment.generation = try integer(&scanner)
        }
    }

    private mutating func keyLists(_ scanner: inout JSONScanner) throws(Fault) -> [LocalSegment.KeyList] {
        try objects(of: &scanner) { (reader, scanner) throws(Fault) in
            var list = LocalSegment.KeyList()
            try reader.members(TargetMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                switch member {
                case .contextKind: list.kind = try reader.string(&scanner)
                case .values: list.keys = try reader.strings(&scanner)
                case .variation: try scanner.skipValue()
                }
            }
            return list
        }
    }

    private mutating func segmentRule(_ scanner: inout JSONScanner) throws(Fault) -> LocalSegment.Rule {
        var rule = LocalSegment.Rule()
        try members(SegmentRuleMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .clauses: rule.clauses = try reader.clauses(&scanner)
            case .weight: rule.weight = try reader.integer(&scanner)
            case .bucketBy: rule.attribute = try reader.string(&scanner)
            case .rolloutContextKind: rule.kind = try reader.string(&scanner)
            }
        }
        return rule
    }
}
