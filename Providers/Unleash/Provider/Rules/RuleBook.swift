// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All features and segments of an environment, and the rules that were made of them: a value.
///
/// A change compiles only what it touches. The texts are kept, so that a change can be recognised, and for records.
struct RuleBook: Sendable {
    private struct Row: Sendable {
        let text: String
        /// The segments and the flags that the feature depends on.
        let segments: Set<Int64>
        let parents: Set<String>
        /// The numbers of the fields that its rules look at.
        let fields: Set<Int>
    }

    let surroundings: FeatureCompiler.Surroundings
    /// The names of the flags, each at the place of its rules.
    private(set) var keys: [String] = []
    private(set) var rules: [FeatureRules] = []
    private var rows: [Row] = []
    private var places: [String: Int] = [:]
    private var segments: [Int64: FlagValue] = [:]
    private var segmentRules: [Int64: ConstraintList] = [:]
    private(set) var fields = ContextFields()

    init(_ surroundings: FeatureCompiler.Surroundings) { self.surroundings = surroundings }

    /// The same features with flags of another origin; nil when it is theirs already.
    func moved(to origin: Origin) -> RuleBook? {
        if origin == surroundings.origin { return nil }
        var surroundings = surroundings
        surroundings.origin = origin
        var book = RuleBook(surroundings)
        // What is wrong with them was reported.
        if let changes = FeatureChanges(notes: notes) { _ = book.apply(changes) }
        return book
    }

    /// What ``FeatureChanges/init(notes:)`` reads again.
    ///
    /// Features are texts, so that a record costs no more than its bytes until it is read.
    var notes: FlagValue {
        [
            "features": .array(rows.map { .string($0.text) }),
            "segments": .array(segments.sorted { $0.key < $1.key }.map(\.value)),
        ]
    }

    /// The feature at a place, read again.
    func feature(_ place: Int) -> Feature? {
        var reader = FeatureReader(at: [])
        return reader.feature(rows[place].text)
    }

    // MARK: Changes

    /// A feature that was read, to be compiled.
    private struct Pending {
        let feature: Feature
        let text: String
        let reader: FeatureReader
    }

    /// Applies changes, and returns what is wrong with what they changed.
    mutating func apply(_ changes: FeatureChanges) -> [Diagnostic] {
        var findings = changes.findings
        let changedSegments = applySegments(of: changes, &findings)
        let removed = changes.isWhole ? Set(keys).subtracting(changes.features.map(\.name)) : changes.removedFeatures
        remove(removed)
        var changed = removed
        var sources = self.sources(of: changes, &findings)
        if !changedSegments.isEmpty {
            let known = Set(sources.map(\.name))
            sources += rows.indices.filter { !rows[$0].segments.isDisjoint(with: changedSegments) }.map(source)
                .filter { !known.contains($0.name) }
        }
        // A flag that depends on others is compiled after them.
        var waiting: [String: Pending] = [:]
        var unreadable: Set<String> = []
        for source in sources {
            changed.insert(source.name)
            guard let pending = Self.read(source, &findings) else {
                unreadable.insert(source.name)
                continue
            }
            if pending.feature.parents.isEmpty {
                compile(pending, &findings) { _, _ in nil }
            } else {
                waiting[source.name] = pending
            }
        }
        remove(unreadable)
        for place in rows.indices where !rows[place].parents.isDisjoint(with: changed) && waiting[keys[place]] == nil {
            waiting[keys[place]] = Self.read(source(place), &findings)
        }
        for (_, pending) in waiting.sorted(by: { $0.key < $1.key }) {
            compile(pending, &findings) { book, name in
                guard waiting[name] == nil, let place = book.places[name], book.rows[place].parents.isEmpty else {
                    return nil
                }
                return book.rules[place]
            }
        }
        if !changed.isEmpty || !changedSegments.isEmpty { removeUnusedFields() }
        return findings.findings
    }

    private mutating func removeUnusedFields() {
        var used: Set<Int> = []
        for row in rows { used.formUnion(row.fields) }
        for list in segmentRules.values { used.formUnion(list.fields) }
        fields.removeAll(except: used)
    }

    /// The features that are other than before; of two with one name the later one.
    private func sources(
        of changes: FeatureChanges, _ findings: inout FindingList
    ) -> [FeatureChanges.Source] {
        var seen: Set<String> = []
        var sources: [FeatureChanges.Source] = []
        for source in changes.features.reversed() {
            if !seen.insert(source.name).inserted {
                findings.add(
                    source.name, at: source.path, "A flag of this name stands further down; this one was skipped.",
                    suggestion: "Remove one of them.")
            } else if places[source.name].map({ rows[$0].text.utf8.elementsEqual(source.text.utf8) }) != true {
                sources.append(source)
            }
        }
        return sources.reversed()
    }

    /// The feature at a place, to compile it again.
    private func source(_ place: Int) -> FeatureChanges.Source {
        FeatureChanges.Source(name: keys[place], text: rows[place].text, path: ["features", String(place)])
    }

    private mutating func remove(_ names: Set<String>) {
        guard names.contains(where: { places[$0] != nil }) else { return }
        let kept = keys.indices.filter { !names.contains(keys[$0]) }
        (rows, rules, keys) = (kept.map { rows[$0] }, kept.map { rules[$0] }, kept.map { keys[$0] })
        places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    }

    /// Applies changes of segments, and returns the numbers of those that are other than before.
    private mutating func applySegments(of changes: FeatureChanges, _ findings: inout FindingList) -> Set<Int64> {
        var changed = changes.removedSegments
        if changes.isWhole { changed.formUnion(segments.keys.filter { changes.segments[$0] == nil }) }
        for number in changed { (segments[number], segmentRules[number]) = (nil, nil) }
        for (number, (json, path)) in changes.segments.sorted(by: { $0.key < $1.key }) where segments[number] != json {
            changed.insert(number)
            segments[number] = json
            var reader = FeatureReader(at: path)
            var list = ConstraintList()
            _ = list.add(
                reader.segment(JSONWriter.text(json)), of: "segment \(number)", &fields, report: surroundings.report)
            segmentRules[number] = list
            findings.add(reader.findings)
        }
        return changed
    }

    // MARK: Compiling

    /// Reads a feature; nil for one that cannot be read, which is then no longer known.
    private static func read(_ source: FeatureChanges.Source, _ findings: inout FindingList) -> Pending? {
        var reader = FeatureReader(at: source.path, about: source.name)
        guard let feature = reader.feature(source.text) else {
            findings.add(reader.findings)
            return nil
        }
        return Pending(feature: feature, text: source.text, reader: reader)
    }

    func compiler(
        after earlier: FeatureRules? = nil, reader: FeatureReader = FeatureReader(at: [])
    ) -> FeatureCompiler {
        FeatureCompiler(surroundings, segments: segmentRules, earlier: earlier, reader: reader)
    }

    /// - Parameter parent: The rules of a flag on which another may depend.
    private mutating func compile(
        _ pending: Pending, _ findings: inout FindingList, parent: (RuleBook, String) -> FeatureRules?
    ) {
        let feature = pending.feature
        var parents: [String: FeatureRules] = [:]
        for needed in feature.parents { parents[needed.name] = parent(self, needed.name) }
        let place = places[feature.name]
        var compiler = compiler(after: place.map { rules[$0] }, reader: pending.reader)
        let compiled = compiler.rules(of: feature, parents: parents, fields: &fields)
        findings.add(compiler.reader.findings)
        let row = Row(
            text: pending.text, segments: feature.segments, parents: Set(feature.parents.map(\.name)),
            fields: compiled.fields)
        if let place {
            (rows[place], rules[place]) = (row, compiled)
        } else {
            places[feature.name] = keys.count
            keys.append(feature.name)
            rows.append(row)
            rules.append(compiled)
        }
    }
}
