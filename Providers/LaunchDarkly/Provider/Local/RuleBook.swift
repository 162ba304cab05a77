// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All flags and segments of an environment, with their compiled rules.
///
/// A change compiles only the changed flags and segments. The JSON is kept for detecting changes and for explanations.
struct RuleBook: Sendable {
    let origin: Origin
    private(set) var flags = RuleTable<CompiledFlag>()
    private(set) var segments = RuleTable<CompiledSegment>()
    private(set) var references = LocalReferences()
    /// The flags and segments that flags and segments depend on.
    private(set) var graph = RuleGraph()

    init(origin: Origin) { self.origin = origin }

    /// Reads a flag again.
    func flag(_ place: Int) -> LocalFlag? {
        var reader = RuleReader(at: [])
        return reader.launchDarklyFlag(RuleSource(key: flags.keys[place], text: flags.rules[place].text, path: []))
    }

    /// Reads a segment again.
    func segment(_ key: String) -> LocalSegment? {
        guard let compiled = segments[key] else { return nil }
        var reader = RuleReader(at: [])
        return reader.launchDarklySegment(RuleSource(key: key, text: compiled.text, path: []))
    }

    // MARK: Changes

    /// Replaces all flags and segments, and returns the problems with the changed ones.
    mutating func apply(_ changes: LocalChanges) -> [Diagnostic] {
        var diagnostics = DiagnosticCollector()
        var removed = removeSegments(Set(segments.keys).subtracting(changes.segments.map(\.key)))
        removed += removeFlags(Set(flags.keys).subtracting(changes.flags.map(\.key)))
        for source in segments.changed(changes.segments, &diagnostics) {
            var reader = RuleReader(at: source.path)
            if !set(source, &reader) { removed += removeSegments([source.key]) }
            diagnostics.add(reader.diagnostics)
        }
        let changed = flags.changed(changes.flags, &diagnostics)
        for source in changed {
            var reader = RuleReader(at: source.path, about: source.key)
            if !setFlag(source, &reader) { removed += removeFlags([source.key]) }
            diagnostics.add(reader.diagnostics)
        }
        references.removeUnused()
        for part in Set(changed.map { .flag($0.key) }).union(graph.users(of: removed)).sorted(by: \.key) {
            reportUnknown(part, &diagnostics)
        }
        return diagnostics.diagnostics
    }

    /// Compiles a segment, or returns `false` if it's deleted.
    private mutating func set(_ source: RuleSource, _ reader: inout RuleReader) -> Bool {
        let compiled: CompiledSegment
        var needs: [String] = []
        if let segment = reader.launchDarklySegment(source) {
            if segment.isDeleted { return false }
            compiled = CompiledSegment(segment, &references, &reader)
            needs = segment.rules.flatMap(\.clauses.segments)
        } else {
            compiled = CompiledSegment(unreadable: source.text)
        }
        references.add(compiled)
        if let old = segments.set(compiled, of: source.key) { references.remove(old) }
        graph.set(.segment(source.key), needs: needs.map { .segment($0) })
        return true
    }

    /// Compiles a flag, or returns `false` if it's deleted or can't be read.
    private mutating func setFlag(_ source: RuleSource, _ reader: inout RuleReader) -> Bool {
        guard let flag = reader.launchDarklyFlag(source), !flag.isDeleted else { return false }
        let compiler = FlagCompiler(flag, origin: origin, after: flags[flag.key], &references, reader)
        let compiled = CompiledFlag(compiler)
        reader = compiler.reader
        references.add(compiled)
        if let old = flags.set(compiled, of: flag.key) { references.remove(old) }
        graph.set(
            .flag(flag.key),
            needs: flag.prerequisites.map { .flag($0.key) }
                + flag.rules.flatMap(\.clauses.segments).map { .segment($0) })
        return true
    }

    private mutating func removeFlags(_ keys: Set<String>) -> [RuleGraph.Part] {
        for old in flags.remove(keys) { references.remove(old) }
        for key in keys { graph.set(.flag(key), needs: []) }
        return keys.map { .flag($0) }
    }

    private mutating func removeSegments(_ keys: Set<String>) -> [RuleGraph.Part] {
        for old in segments.remove(keys) { references.remove(old) }
        for key in keys { graph.set(.segment(key), needs: []) }
        return keys.map { .segment($0) }
    }

    /// Records the flags and segments that a flag needs and that don't exist.
    private func reportUnknown(_ part: RuleGraph.Part, _ diagnostics: inout DiagnosticCollector) {
        guard case .flag(let key) = part else { return }
        for needed in graph.needs(of: part) {
            switch needed {
            case .flag(let name) where flags[name] == nil:
                diagnostics.add(
                    key, at: ["flags", key, "prerequisites"],
                    "Unknown prerequisite \"\(name)\", so the flag serves its off variation.",
                    suggestion: "Add the flag, or remove the prerequisite.")
            case .segment(let name) where segments[name] == nil:
                diagnostics.add(
                    key, at: ["flags", key, "rules"], "Unknown segment \"\(name)\", which contains no contexts.",
                    suggestion: "Add the segment, or remove the clause.")
            default: break
            }
        }
    }
}
