// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Determines whether a segment contains a context, with compiled rules.
final class CompiledSegment: CompiledRules {
    /// The keys of one kind of contexts.
    struct Keys: Sendable {
        let field: Int
        let keys: Range<Int>
    }

    struct Rule: Sendable {
        enum Share: Sendable {
            case all
            /// A percentage of the contexts, from 0 to 1.
            case some(LocalBucket, Double)
            /// The attribute that determines the percentage isn't valid.
            case malformed
        }

        let clauses: Range<Int>
        let share: Share
    }

    /// The segment's JSON.
    let text: String
    /// A Boolean value that indicates whether the segment can't be read.
    let isBroken: Bool
    let included: [Keys]
    let excluded: [Keys]
    let rules: [Rule]
    let clauses: ClauseList
    /// The number of the field with the key that a big segment can contain, or `nil` for another segment.
    let bigField: Int?
    private let hasGeneration: Bool
    private let texts: TextList
    private let bytes: [UInt8]

    /// Creates a segment that can't be read.
    init(unreadable text: String) {
        self.text = text
        isBroken = true
        included = []
        excluded = []
        rules = []
        clauses = ClauseList()
        bigField = nil
        hasGeneration = false
        texts = TextList()
        bytes = []
    }

    /// Compiles a segment.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - references: The collection that receives the fields and segments of the rules.
    ///   - reader: The reader that records problems with the rules.
    init(_ segment: LocalSegment, _ references: inout LocalReferences, _ reader: inout RuleReader) {
        text = segment.text
        isBroken = false
        var texts = TextList()
        var clauses = ClauseList()
        var bytes: [UInt8] = []
        func keys(_ lists: [LocalSegment.KeyList]) -> [Keys] {
            lists.filter { !$0.keys.isEmpty }.map { list in
                Keys(field: references.fields.number(of: .key(of: list.kind)), keys: texts.add(list.keys))
            }
        }
        if segment.isBig {
            bigField = references.fields.number(of: .key(of: segment.bigKind))
            included = []
            excluded = []
            reader.add(
                "The keys of this big segment aren't part of the rules, so it contains only the contexts of its rules.",
                at: ["unbounded"], suggestion: "Use a segment with rules or with a list of keys.")
        } else {
            bigField = nil
            included = keys(segment.included)
            excluded = keys(segment.excluded)
        }
        bytes += "\(segment.key).\(segment.salt).".utf8
        rules = segment.rules.enumerated().map { index, rule in
            reader.enter(.member("rules"))
            reader.enter(.element(index))
            defer {
                reader.leave()
                reader.leave()
            }
            let numbers = clauses.add(rule.clauses, &references, &reader)
            guard let weight = rule.weight else { return Rule(clauses: numbers, share: .all) }
            let attribute = LaunchDarklyReference(attribute: rule.attribute, kind: rule.kind)
            let bucket = references.bucket(attribute, kind: rule.kind, prefix: bytes.indices, &reader)
            let share = bucket.map { Rule.Share.some($0, Double(weight) / 100_000) }
            return Rule(clauses: numbers, share: share ?? .malformed)
        }
        hasGeneration = segment.generation != nil
        self.texts = texts
        self.clauses = clauses
        self.bytes = bytes
    }

    /// The numbers of the fields that the segment uses, with repetitions.
    var fields: [Int] {
        let buckets = rules.flatMap { rule in
            if case .some(let bucket, _) = rule.share { [bucket.field, bucket.part] } else { [Int]() }
        }
        let keys = (included + excluded).map(\.field)
        return clauses.fields + buckets + keys + (bigField.map { [$0] } ?? [])
    }

    /// Returns whether the segment contains a context, or `nil` if a necessary part is malformed.
    func contains(_ context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits) -> Bool? {
        if isBroken { return nil }
        if let bigField {
            if hasGeneration, context.values[bigField].isMissing { return false }
            visits.usesBigSegment = true
            if !hasGeneration { return false }
        } else if isAny(of: included, context) {
            return true
        } else if isAny(of: excluded, context) {
            return false
        }
        for index in self.rules.indices {
            guard let isMet = isMet(index, for: context, in: rules, &visits) else { return nil }
            if isMet { return true }
        }
        return false
    }

    /// Returns whether a list contains the key of a context.
    func isAny(of lists: [Keys], _ context: LocalValues) -> Bool {
        for list in lists {
            if case .text(let key) = context.values[list.field], texts.contains(key, of: context.texts, in: list.keys) {
                return true
            }
        }
        return false
    }

    /// Returns whether a rule includes a context, or `nil` if the rule is malformed.
    func isMet(
        _ index: Int, for context: LocalValues, in rules: LaunchDarklyRules, _ visits: inout Visits
    ) -> Bool? {
        let rule = self.rules[index]
        guard let hold = clauses.areMet(rule.clauses, for: context, in: rules, &visits) else { return nil }
        if !hold { return false }
        switch rule.share {
        case .all: return true
        case .malformed: return nil
        case .some(let bucket, let share):
            return bucket.hasPart(context) && bucket.position(of: context, bytes) < share
        }
    }
}
