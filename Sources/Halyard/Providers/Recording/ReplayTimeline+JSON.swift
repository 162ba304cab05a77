// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// {"replay": 1, "recordedAt": "…", "sections": [{"identity": "…", "at": 0, "flags": {…},
//  "steps": [{"at": 120, "set": {"new-nav": {"value": true}}, "removed": ["old"]}]}]}
extension ReplayTimeline {
    func json(at moment: Instant) -> FlagValue {
        [
            "replay": 1, "recordedAt": .string(moment.description), "sections": .array(sections.map(\.json)),
        ]
    }
}

extension ReplayTimeline.Section {
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = [
            "at": .int(at), "flags": flags.stored, "steps": .array(steps.map(\.json)),
        ]
        if let identity { members["identity"] = .string(identity) }
        return .object(members)
    }

    /// Reads a section, and records and skips its invalid parts.
    init(_ json: FlagValue, origin: Origin, at path: [String], _ diagnostics: inout DiagnosticCollector) {
        identity = diagnostics.optional(String.self, "identity", of: json, nil, at: path)
        at = max(diagnostics.optional(Int64.self, "at", of: json, nil, at: path) ?? 0, 0)
        flags = FlagTable(Self.flags(json["flags"], origin, at: path + ["flags"], &diagnostics))
        guard let list = json["steps"], !list.isNull else { return }
        guard case .array(let elements) = list else {
            diagnostics.add(
                nil, at: path + ["steps"], "Expected an array, found \(list.noun). It was ignored.",
                suggestion: "Use [{\"at\": 0, \"set\": {…}, \"removed\": […]}].")
            return
        }
        for (number, element) in elements.enumerated() {
            let path = path + ["steps", String(number)]
            guard case .object = element, let at = Int64(flagValue: element["at"] ?? .null) else {
                diagnostics.add(
                    nil, at: path, "The step has no time and was ignored.",
                    suggestion: "Use {\"at\": <milliseconds>, …}."
                )
                continue
            }
            let set = Self.flags(element["set"], origin, at: path + ["set"], &diagnostics)
            let removed = diagnostics.optional([String].self, "removed", of: element, nil, at: path)
            steps.append(
                // A step is never earlier than the previous one.
                ReplayTimeline.Step(at: max(at, steps.last?.at ?? 0), set: set, removed: removed ?? []))
        }
    }

    private static func flags(
        _ json: FlagValue?, _ origin: Origin, at path: [String], _ diagnostics: inout DiagnosticCollector
    ) -> [EvaluatedFlag] {
        guard let json, !json.isNull else { return [] }
        guard case .object(let stored) = json else {
            diagnostics.add(
                nil, at: path, "Expected an object, found \(json.noun). It was ignored.",
                suggestion: "Use {\"<key>\": {\"value\": …}}.")
            return []
        }
        return stored.keys.sorted(by: \.self).compactMap { key in
            if let flag = EvaluatedFlag(key, stored: stored[key] ?? .null, origin: origin) { return flag }
            diagnostics.add(
                key, at: path + [key], "The recorded flag has no value and was ignored.",
                suggestion: "Use {\"value\": …}."
            )
            return nil
        }
    }
}

extension ReplayTimeline.Step {
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = ["at": .int(at)]
        if !set.isEmpty { members["set"] = FlagTable(set).stored }
        if !removed.isEmpty { members["removed"] = .array(removed.map(FlagValue.string)) }
        return .object(members)
    }
}

/// A recorded run from a document.
struct RecordedRun: Sendable {
    private(set) var sections: [ReplayTimeline.Section] = []
    private(set) var diagnostics: [Diagnostic] = []

    init(_ document: FlagValue, origin: Origin) {
        guard document["replay"] == 1 else {
            diagnostics = [
                Diagnostic(
                    "replayVersion", .error, location: .init(pointer: "/replay"),
                    "This version of Halyard doesn't support the format of the recorded run.",
                    suggestion: "Record the run again, or update Halyard.")
            ]
            return
        }
        var list = DiagnosticCollector()
        guard case .array(let elements)? = document["sections"] else { return }
        for (number, element) in elements.enumerated() {
            let path = ["sections", String(number)]
            guard case .object = element else {
                list.add(
                    nil, at: path, "Expected an object, found \(element.noun). It was ignored.",
                    suggestion: "Use {…}.")
                continue
            }
            sections.append(ReplayTimeline.Section(element, origin: origin, at: path, &list))
        }
        diagnostics = list.diagnostics
    }

    /// Returns the section of an identity, or the whole run if the identity has none.
    ///
    /// - Parameters:
    ///   - identity: The digest of the context's identity.
    ///   - previous: The digest of the previous context's identity. A section that follows a section of this identity is preferred.
    func timeline(for identity: String, after previous: String? = nil) -> ReplayTimeline.Section {
        let own = sections.indices.filter { sections[$0].identity == identity }
        let following = own.first { previous != nil && $0 > 0 && sections[$0 - 1].identity == previous }
        if let chosen = following ?? own.first { return sections[chosen] }
        var whole = ReplayTimeline.Section(identity: nil, at: 0, flags: sections.first?.flags ?? FlagTable())
        let start = sections.first?.at ?? 0
        for section in sections {
            for var step in section.steps {
                let (at, overflow) = step.at.addingReportingOverflow(section.at)
                step.at = max(overflow ? .max : at - start, whole.steps.last?.at ?? 0)
                whole.steps.append(step)
            }
        }
        return whole
    }
}
