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
    private(set) var earlier: SummaryTally
    private let isForServer: Bool

    /// Creates counts.
    ///
    /// - Parameter isForServer: A Boolean value that indicates whether the counts are for all contexts together, of which only the
    ///   kinds are reported.
    init(isForServer: Bool = false) {
        self.isForServer = isForServer
        earlier = SummaryTally(isForServer: isForServer)
    }

    var isEmpty: Bool { tallies.isEmpty && earlier.isEmpty }

    /// The number of summaries, if each identity has its own.
    var count: Int { tallies.count + (earlier.isEmpty ? 0 : 1) }

    /// Adds the counts of one window.
    mutating func add(_ summary: EvaluationSummary) {
        // LaunchDarkly doesn't accept such a context.
        if isForServer, !summary.context.kinds.allSatisfy(\.isValidForLaunchDarkly) { return }
        change(summary.context) { $0.add(summary) }
    }

    /// Adds prerequisites that were evaluated together with a flag.
    mutating func add(prerequisites: [PrerequisiteEvaluation], for context: EvaluationContext) {
        change(context) { tally in
            for prerequisite in prerequisites { tally.add(prerequisite: prerequisite.evaluation) }
        }
    }

    private mutating func change(_ context: EvaluationContext, _ body: (inout SummaryTally) -> Void) {
        let context = isForServer ? context.kindsOnly : context
        if let index = tallies.firstIndex(where: { $0.context == context }) { return body(&tallies[index].tally) }
        if tallies.count >= Self.longestList {
            let first = tallies.removeFirst()
            earlier.add(first.tally, kinds: first.context.kindNames)
        }
        var tally = SummaryTally(isForServer: isForServer)
        body(&tally)
        if !tally.isEmpty { tallies.append((context, tally)) }
    }

    /// The counts of all identities together, with the kinds of contexts for each flag.
    var merged: SummaryTally { tallies.reduce(into: earlier) { $0.add($1.tally, kinds: $1.context.kindNames) } }

    /// Discards the separate counts of an identity.
    ///
    /// A server's counts don't identify anyone.
    mutating func erase(_ context: EvaluationContext) {
        if isForServer { return }
        tallies.removeAll { $0.context.hasSameIdentity(as: context) }
    }
}

extension EvaluationContext {
    fileprivate var kindNames: Set<String> { Set(kinds.map(\.rawValue)) }
}
