// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The fields, flags, and segments that rules refer to by number.
struct LocalReferences: Sendable {
    var fields = RuleNumbers<LocalField>()
    /// The keys of the flags that are prerequisites.
    var flags = RuleNumbers<String>()
    /// The keys of the segments.
    var segments = RuleNumbers<String>()

    /// Returns a bucket for an attribute of a part, or for its key, or `nil` if the attribute isn't valid.
    mutating func bucket(
        _ attribute: LaunchDarklyReference?, kind: String, prefix: Range<Int>, _ reader: inout RuleReader
    ) -> LocalBucket? {
        let part = fields.number(of: .key(of: kind))
        guard let attribute else { return LocalBucket(prefix: prefix, field: part, part: part) }
        guard attribute.isValid() else {
            reader.add(
                "\"\(attribute)\" isn't an attribute. Flags that need the rollout have no value.",
                at: ["bucketBy"], suggestion: "Use an attribute such as \"plan\" or \"/address/city\".")
            return nil
        }
        let field = fields.number(of: LocalField(kind: kind, path: attribute.path, form: .position))
        return LocalBucket(prefix: prefix, field: field, part: part)
    }

    /// Counts the items that a flag uses.
    mutating func add(_ flag: CompiledFlag) {
        fields.add(flag.fields)
        flags.add(flag.prerequisites.map(\.flag))
        segments.add(flag.clauses.segments)
    }

    /// Removes a flag's items from the counts.
    mutating func remove(_ flag: CompiledFlag) {
        fields.remove(flag.fields)
        flags.remove(flag.prerequisites.map(\.flag))
        segments.remove(flag.clauses.segments)
    }

    /// Counts the items that a segment uses.
    mutating func add(_ segment: CompiledSegment) {
        fields.add(segment.fields)
        segments.add(segment.clauses.segments)
    }

    /// Removes a segment's items from the counts.
    mutating func remove(_ segment: CompiledSegment) {
        fields.remove(segment.fields)
        segments.remove(segment.clauses.segments)
    }

    /// Removes the items that no rule uses.
    mutating func removeUnused() {
        fields.removeUnused()
        flags.removeUnused()
        segments.removeUnused()
    }
}
