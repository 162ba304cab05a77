// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// All flags and segments of an environment, with their compiled rules.
///
/// A change compiles only the changed flags and segments. The JSON is kept for detecting changes, for explanations, and for
/// records.
struct LaunchDarklyRuleBook: Sendable {
    typealias Part = RuleGraph.Part

    let origin: Origin
    private(set) var flags = RuleTable<CompiledFlag>()
    private(set) var segments = RuleTable<CompiledSegment>()
    private(set) var references = LocalReferences()
    /// The flags and segments that flags and segments depend on.
    private(set) var graph = RuleGraph()
    /// The problems with flags and segments.
    private var problems: [Part: DiagnosticCollector] = [:]
    /// The JSON of the flags and segments that were left out, so that they aren't read again.
    ///
    /// It includes deleted flags and segments, so that an older version doesn't restore them.
    private var leftOut: [Part: String] = [:]
    /// The flags and segments that can't be read.
    private(set) var unreadable: Set<Part> = []
    /// The number of changes so far.
    private(set) var revision = 0

    /// The maximum number of parts that are left out, because a service with more of them is malfunctioning.
    private static let mostLeftOut = 10_000

    init(origin: Origin) { self.origin = origin }

    /// Reads a flag again.
    func flag(_ place: Int) -> LocalFlag? {
        var reader = RuleReader(at: [])
        return reader.launchDarklyFlag(RuleSource(key: flags.keys[place], text: flags.rules[place].text, path: []))
    }

    /// Returns the JSON of a flag or segment, even if it was left out, or `nil` if it's unknown.
    func text(of part: Part) -> String? {
        switch part {
        case .flag(let key): flags[key]?.text ?? leftOut[part]
        case .segment(let key): segments[key]?.text ?? leftOut[part]
        }
    }

    /// A value that ``LocalChanges/init(providerData:)`` can read.
    ///
    /// The JSON of each part is a string, so that a record needs only the memory for its bytes until it's read. It includes the
    /// flags that can't be read, so that restored rules have the same problems.
    var providerData: FlagValue {
        func list(_ keys: [String], _ texts: [String]) -> FlagValue {
            ["keys": .array(keys.map(FlagValue.string)), "texts": .array(texts.map(FlagValue.string))]
        }
        let others = unreadable.compactMap { part in leftOut[part].map { (key: part.key, text: $0) } }
            .sorted { $0.key < $1.key }
        return [
            "flags": list(flags.keys + others.map(\.key), flags.rules.map(\.text) + others.map(\.text)),
            "segments": list(segments.keys, segments.rules.map(\.text)),
        ]
    }

    /// Returns the same flags and segments with flags of another origin, or `nil` if the flags already have that origin.
    func moved(to origin: Origin) -> LaunchDarklyRuleBook? {
        if origin == self.origin { return nil }
        var book = LaunchDarklyRuleBook(origin: origin)
        // Problems with the rules have already been reported.
        if let changes = LocalChanges(providerData: providerData) { _ = book.apply(changes) }
        return book
    }

    // MARK: Changes

    /// Applies changes, and returns all problems with the changed flags and segments.
    mutating func apply(_ changes: LocalChanges) -> [Diagnostic] {
        if changes.isWhole { removeAll(except: changes) }
        // A document has each key once.
        var none = DiagnosticCollector()
        for source in segments.changed(changes.segments, &none) { apply(source, as: .segment(source.key)) }
        for source in flags.changed(changes.flags, &none) { apply(source, as: .flag(source.key)) }
        references.removeUnused()
        return diagnostics(of: changes)
    }

    /// Removes the flags and segments that a document doesn't have.
    private mutating func removeAll(except changes: LocalChanges) {
        let newFlags = Set(changes.flags.map(\.key))
        let newSegments = Set(changes.segments.map(\.key))
        for part in Set(problems.keys).union(leftOut.keys) {
            switch part {
            case .flag(let key): if !newFlags.contains(key) { forget(part) }
            case .segment(let key): if !newSegments.contains(key) { forget(part) }
            }
        }
        removeSegments(Set(segments.keys).subtracting(newSegments))
        removeFlags(Set(flags.keys).subtracting(newFlags))
    }

    /// Compiles a changed flag or segment, or removes it if it's deleted or can't be read.
    private mutating func apply(_ source: RuleSource, as part: Part) {
        if leftOut[part]?.hasSameBytes(as: source.text) == true { return }
        revision += 1
        var reader = RuleReader(at: source.path, about: part == .flag(source.key) ? source.key : nil)
        forget(part)
        let isCompiled = part == .flag(source.key) ? setFlag(source, &reader) : setSegment(source, &reader)
        if !reader.diagnostics.diagnostics.isEmpty { problems[part] = reader.diagnostics }
        if isCompiled { return }
        if leftOut.count < Self.mostLeftOut { leftOut[part] = source.text }
        if part == .flag(source.key) { removeFlags([source.key]) } else { removeSegments([source.key]) }
    }

    private mutating func forget(_ part: Part) {
        problems[part] = nil
        leftOut[part] = nil
        if unreadable.remove(part) != nil { revision += 1 }
    }

    /// Compiles a segment, or returns `false` if it's deleted.
    private mutating func setSegment(_ source: RuleSource, _ reader: inout RuleReader) -> Bool {
        let compiled: CompiledSegment
        var needs: [String] = []
        if let segment = reader.launchDarklySegment(source) {
            if segment.isDeleted { return false }
            compiled = CompiledSegment(segment, &references, &reader)
            needs = segment.rules.flatMap(\.clauses.segments)
        } else {
            unreadable.insert(.segment(source.key))
            compiled = CompiledSegment(unreadable: source.text)
        }
        references.add(compiled)
        if let old = segments.set(compiled, of: source.key) { references.remove(old) }
        graph.set(.segment(source.key), needs: needs.map { .segment($0) })
        return true
    }

    /// Compiles a flag, or returns `false` if it's deleted or can't be read.
    private mutating func setFlag(_ source: RuleSource, _ reader: inout RuleReader) -> Bool {
        guard let flag = reader.launchDarklyFlag(source) else {
            unreadable.insert(.flag(source.key))
            return false
        }
        if flag.isDeleted { return false }
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

    private mutating func removeFlags(_ keys: Set<String>) {
        let removed = flags.remove(keys)
        if !removed.isEmpty { revision += 1 }
        for old in removed { references.remove(old) }
        for key in keys { graph.set(.flag(key), needs: []) }
    }

    private mutating func removeSegments(_ keys: Set<String>) {
        let removed = segments.remove(keys)
        if !removed.isEmpty { revision += 1 }
        for old in removed { references.remove(old) }
        for key in keys { graph.set(.segment(key), needs: []) }
    }

    // MARK: Problems

    /// Returns all problems of the changed parts, in the order of the document.
    private func diagnostics(of changes: LocalChanges) -> [Diagnostic] {
        var diagnostics = DiagnosticCollector()
        for part in changes.flags.map({ Part.flag($0.key) }) + changes.segments.map({ Part.segment($0.key) }) {
            if let problems = problems[part] { diagnostics.add(problems) }
            for needed in graph.needs(of: part) { reportUnknown(needed, of: part, &diagnostics) }
        }
        let changed = Set(changes.flags.map { Part.flag($0.key) } + changes.segments.map { Part.segment($0.key) })
        for cycle in graph.cycles() where !changed.isDisjoint(with: cycle) {
            let (subject, path) = place(of: cycle[0])
            let keys = (cycle + cycle.prefix(1)).map { "\"\($0.key)\"" }.joined(separator: ", ")
            diagnostics.add(
                subject, at: path,
                "A \(subject == nil ? "segment" : "flag") depends on itself: \(keys). Flags that need it have no value.",
                suggestion: "Remove one of these dependencies.")
        }
        return diagnostics.diagnostics
    }

    /// Returns the flag that diagnostics about a part refer to, and the path of the part.
    private func place(of part: Part) -> (subject: String?, path: [String]) {
        switch part {
        case .flag(let key): (key, ["flags", key])
        case .segment(let key): (nil, ["segments", key])
        }
    }

    /// Records a flag or segment that a part needs and that doesn't exist.
    private func reportUnknown(_ needed: Part, of part: Part, _ diagnostics: inout DiagnosticCollector) {
        let (subject, path) = place(of: part)
        switch needed {
        case .flag(let name) where flags[name] == nil:
            diagnostics.add(
                subject, at: path + ["prerequisites"],
                "Unknown prerequisite \"\(name)\", so the flag serves its off variation.",
                suggestion: "Add the flag, or remove the prerequisite.")
        case .segment(let name) where segments[name] == nil:
            diagnostics.add(
                subject, at: path + ["rules"], "Unknown segment \"\(name)\", which contains no contexts.",
                suggestion: "Add the segment, or remove the clause.")
        default: break
        }
    }
}
