// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All features and segments of an environment, with their compiled rules.
///
/// A change compiles only the affected rules. The JSON is kept for detecting changes and for records.
struct RuleBook: Sendable {
    let dependencies: FeatureCompiler.Dependencies
    /// The names of the flags, in the same order as the rules.
    private(set) var keys: [String] = []
    private(set) var rules: [FeatureRules] = []
    private var places: [String: Int] = [:]
    /// The names of the flags that depend on other flags.
    private var dependents: Set<String> = []
    private var segments: [Int64: FlagValue] = [:]
    private var segmentRules: [Int64: ConstraintList] = [:]
    private(set) var fields = ContextFields()

    init(_ dependencies: FeatureCompiler.Dependencies) { self.dependencies = dependencies }

    /// Returns the same features with flags of another origin, or `nil` if the flags already have that origin.
    func moved(to origin: Origin) -> RuleBook? {
        if origin == dependencies.origin { return nil }
        var dependencies = dependencies
        dependencies.origin = origin
        var book = RuleBook(dependencies)
        // Problems with the features have already been reported.
        if let changes = FeatureChanges(providerData: providerData) { _ = book.apply(changes) }
        return book
    }

    /// A value that ``FeatureChanges/init(providerData:)`` can read.
    ///
    /// Features are strings, so that a record needs only the memory for its bytes until it's read.
    var providerData: FlagValue {
        [
            "features": .array(rules.map { .string($0.text) }),
            "segments": .array(segments.sorted { $0.key < $1.key }.map(\.value)),
        ]
    }

    /// Reads the feature at an index again.
    func feature(_ place: Int) -> Feature? {
        var reader = FeatureReader(at: [])
        return reader.feature(rules[place].text)
    }

    // MARK: Changes

    /// A feature that has been read but not compiled.
    private struct Pending {
        let feature: Feature
        let reader: FeatureReader
    }

    /// Applies changes, and returns the problems with the changed parts.
    mutating func apply(_ changes: FeatureChanges) -> [Diagnostic] {
        var diagnostics = changes.diagnostics
        let changedSegments = applySegments(of: changes, &diagnostics)
        let removed = changes.isWhole ? Set(keys).subtracting(changes.features.map(\.name)) : changes.removedFeatures
        remove(removed)
        var sources = self.sources(of: changes, &diagnostics)
        if !changedSegments.isEmpty {
            let known = Set(sources.map(\.name))
            sources += rules.indices.filter { rules[$0].segmentNumbers.contains(where: changedSegments.contains) }
                .map(source).filter { !known.contains($0.name) }
        }
        // A flag that depends on other flags is compiled after them.
        var waiting: [String: Pending] = [:]
        var unreadable: Set<String> = []
        for source in sources {
            guard let pending = Self.read(source, &diagnostics) else {
                unreadable.insert(source.name)
                continue
            }
            if pending.feature.parents.isEmpty {
                compile(pending, &diagnostics) { _, _ in nil }
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
                waiting[name] = Self.read(source(place), &diagnostics)
            }
        }
        for (_, pending) in waiting.sorted(by: { $0.key < $1.key }) {
            compile(pending, &diagnostics) { book, name in
                guard waiting[name] == nil, !book.dependents.contains(name) else { return nil }
                return book.places[name].map { book.rules[$0] }
            }
        }
        fields.removeUnused()
        return diagnostics.diagnostics
    }

    /// Returns the changed features.
    ///
    /// If two features have the same name, the later one counts.
    private func sources(
        of changes: FeatureChanges, _ diagnostics: inout DiagnosticCollector
    ) -> [FeatureChanges.Source] {
        var seen: Set<String> = []
        var sources: [FeatureChanges.Source] = []
        for source in changes.features.reversed() {
            if !seen.insert(source.name).inserted {
                diagnostics.add(
                    source.name, at: source.path, "A later flag has the same name, so this one was skipped.",
                    suggestion: "Remove one of the flags.")
            } else if places[source.name].map({ rules[$0].text.hasSameBytes(as: source.text) }) != true {
                sources.append(source)
            }
        }
        return sources.reversed()
    }

    /// Returns the feature at an index, to compile it again.
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

    /// Applies changes of segments, and returns the numbers of the changed segments.
    private mutating func applySegments(of changes: FeatureChanges, _ diagnostics: inout DiagnosticCollector) -> Set<
        Int64
    > {
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
            diagnostics.add(reader.diagnostics)
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

    /// Reads a feature, or returns `nil` if it can't be read.
    ///
    /// An unreadable feature is then removed.
    private static func read(_ source: FeatureChanges.Source, _ diagnostics: inout DiagnosticCollector) -> Pending? {
        var reader = FeatureReader(at: source.path, about: source.name)
        guard let feature = reader.feature(source.text) else {
            diagnostics.add(reader.diagnostics)
            return nil
        }
        return Pending(feature: feature, reader: reader)
    }

    func compiler(
        after earlier: FeatureRules? = nil, reader: FeatureReader = FeatureReader(at: [])
    ) -> FeatureCompiler {
        FeatureCompiler(dependencies, segments: segmentRules, earlier: earlier, reader: reader)
    }

    /// - Parameter parent: A closure that returns the rules of a flag that another flag can depend on.
    private mutating func compile(
        _ pending: Pending, _ diagnostics: inout DiagnosticCollector, parent: (RuleBook, String) -> FeatureRules?
    ) {
        let feature = pending.feature
        var parents: [String: FeatureRules] = [:]
        for needed in feature.parents { parents[needed.name] = parent(self, needed.name) }
        let place = places[feature.name]
        var compiler = compiler(after: place.map { rules[$0] }, reader: pending.reader)
        let compiled = compiler.rules(of: feature, parents: parents, fields: &fields)
        diagnostics.add(compiler.reader.diagnostics)
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
