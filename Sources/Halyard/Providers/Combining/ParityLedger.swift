// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts the outcomes of comparisons for the lifetime of a combination.
///
/// Comparisons are recorded when flags change, and at a flag's first read in a snapshot for another context. The number of
/// examples for each flag is limited.
final class ParityLedger: Sendable {
    /// The maximum number of different pairs of values for each flag.
    private static let pairLimit = 10

    private struct Place: Hashable {
        var key: String
        var primary: String
        var other: String
    }

    private struct Tally {
        var counts: [ParityReport.Comparison.Outcome: Int] = [:]
        /// One example for each pair of values.
        var examples: [ParityReport.Example] = []
        /// The number of mismatches whose pair of values isn't among the examples.
        var unlisted = 0
    }

    private let tallies = Lock<[Place: Tally]>([:])

    func note(_ comparisons: [ParityReport.Comparison]) {
        if comparisons.isEmpty { return }
        tallies.withLock { tallies in
            for comparison in comparisons {
                let place = Place(key: comparison.key, primary: comparison.primary, other: comparison.other)
                Self.add(comparison, to: &tallies[place, default: Tally()])
            }
        }
    }

    private static func add(_ comparison: ParityReport.Comparison, to tally: inout Tally) {
        tally.counts[comparison.outcome, default: 0] += 1
        guard comparison.outcome.isMismatch else { return }
        let known = tally.examples.firstIndex {
            $0.primaryValue == comparison.primaryValue && $0.otherValue == comparison.otherValue
        }
        if let known {
            tally.examples[known].count += 1
        } else if tally.examples.count < pairLimit {
            tally.examples.append(
                ParityReport.Example(
                    primaryValue: comparison.primaryValue, otherValue: comparison.otherValue,
                    identity: comparison.identity, count: 1))
        } else {
            tally.unlisted += 1
        }
    }

    var report: ParityReport {
        let tallies = tallies.withLock { $0 }
        let flags = tallies.map { place, tally in
            ParityReport.FlagParity(
                key: place.key, primary: place.primary, other: place.other, counts: tally.counts,
                examples: tally.examples.sorted { ($1.count, $0.identity) < ($0.count, $1.identity) },
                unlistedMismatches: tally.unlisted)
        }
        return ParityReport(
            flags: flags.sorted { ($0.key, $0.primary, $0.other) < ($1.key, $1.primary, $1.other) })
    }
}
