// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads segments, clauses, and single values.
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
            segment.rules = try elements(of: &scanner) { (reader, scanner) throws(Fault) in
                try reader.segmentRule(&scanner)
            }
        case .unbounded: segment.isBig = try bool(&scanner) == true
        case .unboundedContextKind: segment.bigKind = try string(&scanner)
        case .generation: segment.generation = try integer(&scanner)
        }
    }

    private mutating func keyLists(_ scanner: inout JSONScanner) throws(Fault) -> [LocalSegment.KeyList] {
        try elements(of: &scanner) { (reader, scanner) throws(Fault) in
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

    mutating func clauses(_ scanner: inout JSONScanner) throws(Fault) -> [LocalClause] {
        try elements(of: &scanner) { (reader, scanner) throws(Fault) in
            var clause = LocalClause()
            try reader.members(ClauseMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                switch member {
                case .contextKind: clause.kind = try reader.string(&scanner)
                case .attribute: clause.attribute = try reader.string(&scanner)
                case .op: clause.operation = try reader.string(&scanner)
                case .values:
                    clause.values = try reader.elements(of: &scanner) { (_, scanner) throws(Fault) in
                        try scanner.value()
                    }
                case .negate: clause.isNegated = try reader.bool(&scanner) == true
                }
            }
            return clause
        }
    }

    // MARK: Values

    /// Reads a string, or returns an empty string if the value is null or has another type, which is recorded as a problem.
    mutating func string(_ scanner: inout JSONScanner) throws(Fault) -> String {
        let value = try scanner.value()
        if case .string(let text) = value { return text }
        if !value.isNull { add("Expected a string, found \(value.noun).", suggestion: "Use a string.") }
        return ""
    }

    mutating func strings(_ scanner: inout JSONScanner) throws(Fault) -> [String] {
        try elements(of: &scanner) { (reader, scanner) throws(Fault) in
            let value = try scanner.value()
            if case .string(let text) = value { return text }
            reader.add("Expected a string, found \(value.noun).", suggestion: "Use a string.")
            return nil
        }
    }

    /// Reads an integer, which can have a fraction of zero.
    ///
    /// Returns `nil` if the value is null or has another type, which is recorded as a problem.
    mutating func integer(_ scanner: inout JSONScanner) throws(Fault) -> Int64? {
        let value = try scanner.value()
        if value.isNull { return nil }
        if let number = Int64(flagValue: value) { return number }
        add("Expected an integer, found \(value.noun).", suggestion: "Use an integer.")
        return nil
    }

    mutating func index(_ scanner: inout JSONScanner) throws(Fault) -> Int? {
        // A number that doesn't fit isn't the index of a variation either.
        try integer(&scanner).map { Int(clamping: $0) }
    }

    /// Reads a time in milliseconds since 1970, which can have a fraction, or returns `nil` for null and zero.
    mutating func milliseconds(_ scanner: inout JSONScanner) throws(Fault) -> Int64? {
        let value = try scanner.value()
        switch value {
        case .null, .int(0): return nil
        case .int(let number): return number
        case .double(let number): return Int64(exactly: number.rounded(.towardZero)).flatMap { $0 == 0 ? nil : $0 }
        default:
            add("Expected a number, found \(value.noun).", suggestion: "Use milliseconds since 1970.")
            return nil
        }
    }
}
