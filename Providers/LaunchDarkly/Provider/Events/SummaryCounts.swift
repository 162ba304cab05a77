// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The counts of the latest identities, and the merged counts of earlier ones.
struct SummaryCounts: Sendable {
    /// The maximum number of identities with separate counts, because an offline app can have any number of identities.
    static let longestList = 100

    /// The counts of the most recent identities, which can be erased separately.
    private(set) var tallies: [(context: EvaluationContext, tally: SummaryTally)] = []
    /// The merged counts of earlier identities, with flags and values but without identities.
    private(set) var earlier = SummaryTally()

    var isEmpty: Bool { tallies.isEmpty && earlier.isEmpty }

    /// The number of summaries, if each identity has its own.
    var count: Int { tallies.count + (earlier.isEmpty ? 0 : 1) }

    /// Adds the counts of one window.
    mutating func add(_ summary: EvaluationSummary) {
        change(summary.context) { $0.add(summary) }
    }

    /// Adds prerequisites that were evaluated together with a flag.
    mutating func add(prerequisites: [Evaluation], for context: EvaluationContext) {
        change(context) { tally in
            for prerequisite in prerequisites { tally.add(prerequisite: prerequisite) }
        }
    }

    private mutating func change(_ context: EvaluationContext, _ change: (inout SummaryTally) -> Void) {
        if let index = tallies.firstIndex(where: { $0.context == context }) { return change(&tallies[index].tally) }
        if tallies.count >= Self.longestList {
            let first = tallies.removeFirst()
            earlier.add(first.tally, kinds: Set(first.context.kinds.map(\.rawValue)))
        }
        var tally = SummaryTally()
        change(&tally)
        if !tally.isEmpty { tallies.append((context, tally)) }
    }

    /// Discards the separate counts of an identity.
    mutating func erase(_ context: EvaluationContext) {
        tallies.removeAll { $0.context.hasSameIdentity(as: context) }
    }
}
