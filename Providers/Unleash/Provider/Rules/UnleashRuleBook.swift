// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All features and segments of an environment, with their compiled rules.
///
/// A change compiles only the affected rules. The JSON is kept for detecting changes and for records.
struct UnleashRuleBook: Sendable {
    let dependencies: FeatureCompiler.Dependencies
    private var table = RuleTable<FeatureRules>()
    /// The flags and segments that flags depend on.
    private var graph = RuleGraph()
    private var segments: [Int64: FlagValue] = [:]
    private var segmentRules: [Int64: ConstraintList] = [:]
    private(set) var fields = ContextFields()

    init(_ dependencies: FeatureCompiler.Dependencies) { self.dependencies = dependencies }

    /// The names of the flags, in the same order as the rules.
    var keys: [String] { table.keys }
    var rules: [FeatureRules] { table.rules }

    /// Returns the same features with flags of another origin, or `nil` if the flags already have that origin.
    func moved(to origin: Origin) -> UnleashRuleBook? {
        if origin == dependencies.origin { return nil }
        var dependencies = dependencies
        dependencies.origin = origin
        var book = UnleashRuleBook(dependencies)
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
        var reader = RuleReader(at: [])
        return reader.feature(rules[place].text)
    }

    // MARK: Changes

    /// A feature that has been read but not compiled.
    private struct Pending {
        let feature: Feature
        let reader: RuleReader
    }

    /// Applies changes, and returns the problems with the changed parts.
    mutating func apply(_ changes: FeatureChanges) -> [Diagnostic] {
        var diagnostics = changes.diagnostics
        let changedSegments = applySegments(of: changes, &diagnostics)
        let removed = changes.isWhole ? Set(keys).subtracting(changes.features.map(\.key)) : changes.removedFeatures
        remove(removed)
        var sources = table.changed(changes.features, &diagnostics)
        let changed = removed.union(sources.map(\.key))
        sources += dependents(of: changedSegments.map { .segment(String($0)) }, except: changed)
        // A flag that depends on other flags is compiled after them.
        var waiting: [String: Pending] = [:]
        var unreadable: Set<String> = []
        for source in sources {
            guard let pending = Self.read(source, &diagnostics) else {
                unreadable.insert(source.key)
                continue
            }
            if pending.feature.parents.isEmpty {
                compile(pending, &diagnostics) { _, _ in nil }
            } else {
                waiting[source.key] = pending
            }
        }
        remove(unreadable)
        let compiled = removed.union(sources.map(\.key))
        for source in dependents(of: compiled.map { .flag($0) }, except: Set(waiting.keys)) {
            waiting[source.key] = Self.read(source, &diagnostics)
        }
        for (_, pending) in waiting.sorted(by: { $0.key < $1.key }) {
            compile(pending, &diagnostics) { book, name in
                guard waiting[name] == nil, let rules = book.table[name], rules.parentNames.isEmpty else { return nil }
                return rules
            }
        }
        fields.removeUnused()
        return diagnostics.diagnostics
    }

    /// Returns the flags that depend on some flags or segments, in the order of the rules, to compile them again.
    private func dependents(of parts: [RuleGraph.Part], except known: Set<String>) -> [RuleSource] {
        let places = graph.dependents(of: parts).compactMap { part in
            if case .flag(let name) = part, !known.contains(name) { table.place(of: name) } else { nil }
        }
        return places.sorted().map(source)
    }

    /// Returns the feature at an index, to compile it again.
    private func source(_ place: Int) -> RuleSource {
        RuleSource(key: keys[place], text: rules[place].text, path: ["features", String(place)])
    }

    private mutating func remove(_ names: Set<String>) {
        for rules in table.remove(names) { fields.remove(rules.fields) }
        for name in names { graph.set(.flag(name), needs: []) }
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
            var reader = RuleReader(at: path)
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
    private static func read(_ source: RuleSource, _ diagnostics: inout DiagnosticCollector) -> Pending? {
        var reader = RuleReader(at: source.path, about: source.key)
        guard let feature = reader.feature(source.text) else {
            diagnostics.add(reader.diagnostics)
            return nil
        }
        return Pending(feature: feature, reader: reader)
    }

    func compiler(
        after earlier: FeatureRules? = nil, reader: RuleReader = RuleReader(at: [])
    ) -> FeatureCompiler {
        FeatureCompiler(dependencies, segments: segmentRules, earlier: earlier, reader: reader)
    }

    /// - Parameter parent: A closure that returns the rules of a flag that another flag can depend on.
    private mutating func compile(
        _ pending: Pending, _ diagnostics: inout DiagnosticCollector, parent: (UnleashRuleBook, String) -> FeatureRules?
    ) {
        let feature = pending.feature
        var parents: [String: FeatureRules] = [:]
        for needed in feature.parents { parents[needed.name] = parent(self, needed.name) }
        var compiler = compiler(after: table[feature.name], reader: pending.reader)
        let compiled = compiler.rules(of: feature, parents: parents, fields: &fields)
        diagnostics.add(compiler.reader.diagnostics)
        fields.add(compiled.fields)
        if let old = table.set(compiled, of: feature.name) { fields.remove(old.fields) }
        graph.set(
            .flag(feature.name),
            needs: feature.parents.map { .flag($0.name) } + feature.segments.map { .segment(String($0)) })
    }
}
