// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All features and segments of an environment, and the rules that were made of them: a value.
///
/// A change compiles only what it touches. The texts are kept, so that a change can be recognized, and for records.
struct RuleBook: Sendable {
    let dependencies: FeatureCompiler.Dependencies
    /// The names of the flags, each at the place of its rules.
    private(set) var keys: [String] = []
    private(set) var rules: [FeatureRules] = []
    private var places: [String: Int] = [:]
    /// The names of the flags that depend on other flags.
    private var dependents: Set<String> = []
    private var segments: [Int64: FlagValue] = [:]
    private var segmentRules: [Int64: ConstraintList] = [:]
    private(set) var fields = ContextFields()

    init(_ dependencies: FeatureCompiler.Dependencies) { self.dependencies = dependencies }

    /// The same features with flags of another origin; nil when it is theirs already.
    func moved(to origin: Origin) -> RuleBook? {
        if origin == dependencies.origin { return nil }
        var dependencies = dependencies
        dependencies.origin = origin
        var book = RuleBook(dependencies)
        // What is wrong with them was reported.
        if let changes = FeatureChanges(providerData: providerData) { _ = book.apply(changes) }
        return book
    }

    /// What ``FeatureChanges/init(providerData:)`` reads again.
    ///
    /// Features are texts, so that a record costs no more than its bytes until it is read.
    var providerData: FlagValue {
        [
            "features": .array(rules.map { .string($0.text) }),
            "segments": .array(segments.sorted { $0.key < $1.key }.map(\.value)),
        ]
    }

    /// The feature at a place, read again.
    func feature(_ place: Int) -> Feature? {
        var reader = FeatureReader(at: [])
        return reader.feature(rules[place].text)
    }

    // MARK: Changes

    /// A feature that was read, to be compiled.
    private struct Pending {
        let feature: Feature
        let reader: FeatureReader
    }

    /// Applies changes, and returns what is wrong with what they changed.
    mutating func apply(_ changes: FeatureChanges) -> [Diagnostic] {
        var findings = changes.findings
        let changedSegments = applySegments(of: changes, &findings)
        let removed = changes.isWhole ? Set(keys).subtracting(changes.features.map(\.name)) : changes.removedFeatures
        remove(removed)
        var sources = self.sources(of: changes, &findings)
        if !changedSegments.isEmpty {
            let known = Set(sources.map(\.name))
            sources += rules.indices.filter { rules[$0].segmentNumbers.contains(where: changedSegments.contains) }
                .map(source).filter { !known.contains($0.name) }
        }
        // A flag that depends on others is compiled after them.
        var waiting: [String: Pending] = [:]
        var unreadable: Set<String> = []
        for source in sources {
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
        if !dependents.isEmpty {
            let changed = removed.union(sources.map(\.name))
            for name in dependents where waiting[name] == nil {
                guard let place = places[name], rules[place].parentNames.contains(where: changed.contains) else {
                    continue
                }
                waiting[name] = Self.read(source(place), &findings)
            }
        }
        for (_, pending) in waiting.sorted(by: { $0.key < $1.key }) {
            compile(pending, &findings) { book, name in
                guard waiting[name] == nil, !book.dependents.contains(name) else { return nil }
                return book.places[name].map { book.rules[$0] }
            }
        }
        fields.removeUnused()
        return findings.findings
    }

    /// The features that are other than before; of two with one name the later one.
    private func sources(
        of changes: FeatureChanges, _ findings: inout DiagnosticCollector
    ) -> [FeatureChanges.Source] {
        var seen: Set<String> = []
        var sources: [FeatureChanges.Source] = []
        for source in changes.features.reversed() {
            if !seen.insert(source.name).inserted {
                findings.add(
                    source.name, at: source.path, "A flag of this name stands further down; this one was skipped.",
                    suggestion: "Remove one of them.")
            } else if places[source.name].map({ rules[$0].text.hasSameBytes(as: source.text) }) != true {
                sources.append(source)
            }
        }
        return sources.reversed()
    }

    /// The feature at a place, to compile it again.
    private func source(_ place: Int) -> FeatureChanges.Source {
        FeatureChanges.Source(name: keys[place], text: rules[place].text, path: ["features", String(place)])
    }

    private mutating func remove(_ names: Set<String>) {
        guard names.contains(where: { places[$0] != nil }) else { return }
        for name in names { if let place = places[name] { fields.remove(rules[place].fields) } }
        dependents.subtract(names)
        let kept = keys.indices.filter { !names.contains(keys[$0]) }
        (rules, keys) = (kept.map { rules[$0] }, kept.map { keys[$0] })
        places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    }

    /// Applies changes of segments, and returns the numbers of those that are other than before.
    private mutating func applySegments(of changes: FeatureChanges, _ findings: inout DiagnosticCollector) -> Set<Int64>
    {
        var changed = changes.removedSegments
        if changes.isWhole { changed.formUnion(segments.keys.filter { changes.segments[$0] == nil }) }
        for number in changed { set(number, nil, nil) }
        for (number, (json, path)) in changes.segments.sorted(by: { $0.key < $1.key }) where segments[number] != json {
            changed.insert(number)
            var reader = FeatureReader(at: path)
            var list = ConstraintList()
            _ = list.add(
                reader.segment(JSONWriter.text(json)), of: "segment \(number)", &fields, report: dependencies.report)
            set(number, json, list)
            findings.add(reader.findings)
        }
        return changed
    }

    private mutating func set(_ segment: Int64, _ json: FlagValue?, _ rules: ConstraintList?) {
        segments[segment] = json
        fields.remove(segmentRules[segment]?.fields ?? [])
        fields.add(rules?.fields ?? [])
        segmentRules[segment] = rules
    }

    // MARK: Compiling

    /// Reads a feature; nil for one that cannot be read, which is then no longer known.
    private static func read(_ source: FeatureChanges.Source, _ findings: inout DiagnosticCollector) -> Pending? {
        var reader = FeatureReader(at: source.path, about: source.name)
        guard let feature = reader.feature(source.text) else {
            findings.add(reader.findings)
            return nil
        }
        return Pending(feature: feature, reader: reader)
    }

    func compiler(
        after earlier: FeatureRules? = nil, reader: FeatureReader = FeatureReader(at: [])
    ) -> FeatureCompiler {
        FeatureCompiler(dependencies, segments: segmentRules, earlier: earlier, reader: reader)
    }

    /// - Parameter parent: The rules of a flag on which another may depend.
    private mutating func compile(
        _ pending: Pending, _ findings: inout DiagnosticCollector, parent: (RuleBook, String) -> FeatureRules?
    ) {
        let feature = pending.feature
        var parents: [String: FeatureRules] = [:]
        for needed in feature.parents { parents[needed.name] = parent(self, needed.name) }
        let place = places[feature.name]
        var compiler = compiler(after: place.map { rules[$0] }, reader: pending.reader)
        let compiled = compiler.rules(of: feature, parents: parents, fields: &fields)
        findings.add(compiler.reader.findings)
        fields.add(compiled.fields)
        if let place {
            fields.remove(rules[place].fields)
            rules[place] = compiled
        } else {
            places[feature.name] = keys.count
            keys.append(feature.name)
            rules.append(compiled)
        }
        if feature.parents.isEmpty { dependents.remove(feature.name) } else { dependents.insert(feature.name) }
    }
}
