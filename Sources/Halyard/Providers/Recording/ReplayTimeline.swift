// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A recorded app run.
///
/// A run is a sequence of sections. Each section begins when the context changes, with the current flags, and contains the changes
/// until the next section. It contains only the digest of an identity, never a key.
struct ReplayTimeline: Sendable {
    struct Step: Sendable {
        /// The time in milliseconds since the section's beginning.
        var at: Int64
        /// The flags that are new or changed.
        var set: [EvaluatedFlag]
        var removed: [String]
    }

    struct Section: Sendable {
        /// The digest of the identity, or `nil` before the first identity.
        var identity: String?
        /// The time in milliseconds since the beginning of the recording.
        var at: Int64
        /// The flags at the beginning.
        var flags: FlagTable
        var steps: [Step] = []

        /// The flags at the end.
        var lastFlags: FlagTable {
            steps.reduce(into: flags) { table, step in step.apply(to: &table) }
        }
    }

    private(set) var sections: [Section] = []
    private var start: Instant?
    private var now = FlagTable()
    private(set) var stepCount = 0

    /// Records that a context was identified.
    mutating func identify(_ identity: String, at moment: Instant) {
        let at = elapsed(moment)
        if let last = sections.indices.last, sections[last].identity == nil || sections[last].identity == identity {
            sections[last].identity = identity
        } else {
            sections.append(Section(identity: identity, at: at, flags: now))
        }
    }

    /// Records changed flags.
    mutating func change(_ changes: ChangeSet, at moment: Instant) {
        let at = elapsed(moment)
        if sections.isEmpty { sections.append(Section(identity: nil, at: at, flags: now)) }
        let last = sections.count - 1
        let step = Step(
            at: max(at - sections[last].at, 0), set: changes.compactMap(\.new),
            removed: changes.filter { $0.new == nil }.map(\.key))
        step.apply(to: &now)
        sections[last].steps.append(step)
        stepCount += 1
    }

    /// Deletes the sections of an identity, and returns whether there were any.
    mutating func removeFlags(of identity: String) -> Bool {
        let before = sections.count
        sections.removeAll { $0.identity == identity }
        stepCount = sections.reduce(0) { $0 + $1.steps.count }
        return sections.count != before
    }

    /// Returns the time since the beginning, which never decreases, even if the wall clock is set back.
    private mutating func elapsed(_ moment: Instant) -> Int64 {
        let begin = start ?? moment
        start = begin
        let last = sections.last.map { $0.at + ($0.steps.last?.at ?? 0) } ?? 0
        return max((moment - begin).wholeMilliseconds, last)
    }
}

extension ReplayTimeline.Step {
    func apply(to table: inout FlagTable) {
        for flag in set { table.set(flag) }
        for key in removed { table.remove(key) }
    }
}
