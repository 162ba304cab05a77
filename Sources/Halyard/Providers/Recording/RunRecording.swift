// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What an app run saw, as far as the recorder received it.
///
/// A run is a sequence of sections: each begins where the context changes, with the flags that were in place at that moment,
/// and holds the changes since then. Only the digest of an identity is kept, never a key.
struct RunRecording: Sendable {
    struct Step: Sendable {
        /// The milliseconds since the section's beginning.
        var at: Int64
        /// The flags that are new or different from then on.
        var set: [EvaluatedFlag]
        var removed: [String]
    }

    struct Section: Sendable {
        /// The digest of the identity; nil before any was identified.
        var identity: String?
        /// The milliseconds since the beginning of the recording.
        var at: Int64
        /// The flags in place at the beginning.
        var flags: FlagTable
        var steps: [Step] = []

        /// The flags in place at the end.
        var lastFlags: FlagTable {
            steps.reduce(into: flags) { table, step in step.apply(to: &table) }
        }
    }

    private(set) var sections: [Section] = []
    private var start: Instant?
    private var now = FlagTable()
    private(set) var stepCount = 0

    /// The context was identified.
    mutating func identify(_ identity: String, at moment: Instant) {
        let at = elapsed(moment)
        if let last = sections.indices.last, sections[last].identity == nil || sections[last].identity == identity {
            sections[last].identity = identity
        } else {
            sections.append(Section(identity: identity, at: at, flags: now))
        }
    }

    /// Flags changed.
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

    /// Removes everything about an identity and returns whether there was anything.
    mutating func forget(_ identity: String) -> Bool {
        let before = sections.count
        sections.removeAll { $0.identity == identity }
        stepCount = sections.reduce(0) { $0 + $1.steps.count }
        return sections.count != before
    }

    /// The wall clock may have been set back, but a run goes forward only.
    private mutating func elapsed(_ moment: Instant) -> Int64 {
        let begin = start ?? moment
        start = begin
        let last = sections.last.map { $0.at + ($0.steps.last?.at ?? 0) } ?? 0
        return max((moment - begin).wholeMilliseconds, last)
    }
}

extension RunRecording.Step {
    func apply(to table: inout FlagTable) {
        for flag in set { table.set(flag) }
        for key in removed { table.remove(key) }
    }
}
