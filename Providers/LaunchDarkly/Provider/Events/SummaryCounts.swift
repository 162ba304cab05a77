// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What was counted for people, and for the many before them who are not told apart any more.
struct SummaryCounts: Sendable {
    /// How many people's counts are kept apart; offline, an app may see any number of people.
    static let longestList = 100

    /// What was counted for those seen last, so that one of them can be forgotten.
    private(set) var tallies: [(context: EvaluationContext, tally: SummaryTally)] = []
    /// What was counted for those before them: flags and values, and nothing of anybody.
    private(set) var earlier = SummaryTally()

    var isEmpty: Bool { tallies.isEmpty && earlier.isEmpty }

    /// How many summaries this makes, if everybody has one.
    var count: Int { tallies.count + (earlier.isEmpty ? 0 : 1) }

    /// Adds what was counted in one window.
    mutating func add(_ summary: EvaluationSummary) {
        change(summary.context) { $0.add(summary) }
    }

    /// Adds prerequisites that were read along with a flag.
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

    /// Whether something was counted for an identity that is still told apart.
    func isAbout(_ context: EvaluationContext) -> Bool {
        tallies.contains { $0.context.hasSameIdentity(as: context) }
    }

    /// Forgets what was counted for an identity that is still told apart.
    mutating func erase(_ context: EvaluationContext) {
        tallies.removeAll { $0.context.hasSameIdentity(as: context) }
    }
}
