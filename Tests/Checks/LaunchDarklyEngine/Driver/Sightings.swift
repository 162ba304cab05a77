// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The results of rule sets, and the minimums that make a comparison meaningful.
struct Sightings: Sendable {
    private static let leastReasonPercents = [
        "ERROR": 5, "FALLTHROUGH": 15, "OFF": 5, "PREREQUISITE_FAILED": 10, "RULE_MATCH": 15, "TARGET_MATCH": 3,
    ]
    private static let leastErrorPercents = ["FLAG_NOT_FOUND": 2, "MALFORMED_FLAG": 3]
    private static let leastExperimentPercent = 2
    private static let leastBigSegmentPercent = 1
    private static let leastDifferingPercent = 30

    private(set) var sets = 0
    private(set) var evaluations = 0
    private(set) var reasons: [String: Int] = [:]
    private(set) var errors: [String: Int] = [:]
    private(set) var experiments = 0
    private(set) var bigSegments = 0
    /// The number of flags that differ between the contexts of their set.
    private(set) var differing = 0
    /// The number of flags in all sets.
    private(set) var flags = 0

    /// Adds the evaluator's results for one set.
    mutating func note(_ set: RuleSet) {
        sets += 1
        evaluations += set.reads.count
        for reason in set.reads.map(\.result.reason) {
            reasons[Self.word("kind", in: reason), default: 0] += 1
            if reason["errorKind"] != nil { errors[Self.word("errorKind", in: reason), default: 0] += 1 }
            if reason["inExperiment"] == true { experiments += 1 }
            if reason["bigSegmentsStatus"] != nil { bigSegments += 1 }
        }
        let seen = Dictionary(grouping: set.reads, by: \.flag)
        flags += seen.count
        differing += seen.values.count { reads in Set(reads.map(\.result)).count > 1 }
    }

    /// The minimums that weren't reached.
    var shortcomings: [String] {
        var lacking = Self.leastReasonPercents.sorted { $0.key < $1.key }.compactMap { reason, percent in
            lack(of: "evaluations had the reason \(reason)", reasons[reason], percent, of: evaluations)
        }
        lacking += Self.leastErrorPercents.sorted { $0.key < $1.key }.compactMap { error, percent in
            lack(of: "evaluations had the error \(error)", errors[error], percent, of: evaluations)
        }
        lacking += [
            lack(of: "evaluations were in an experiment", experiments, Self.leastExperimentPercent, of: evaluations),
            lack(of: "evaluations needed a big segment", bigSegments, Self.leastBigSegmentPercent, of: evaluations),
            lack(of: "flags differed between contexts", differing, Self.leastDifferingPercent, of: flags),
        ].compactMap(\.self)
        return lacking
    }

    private static func word(_ name: String, in reason: FlagValue) -> String {
        reason[name].flatMap(String.init(flagValue:)) ?? "none"
    }

    private func lack(of what: String, _ count: Int?, _ percent: Int, of total: Int) -> String? {
        let count = count ?? 0
        return count > 0 && count * 100 >= total * percent ? nil : "\(count) \(what) of \(total), \(percent) % needed"
    }
}

extension Sightings: CustomStringConvertible {
    /// The counts on one line.
    var description: String {
        let counts = [reasons, errors].map { counts in
            counts.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        }
        return "\(sets) sets, \(evaluations) evaluations, \(counts[0]), \(counts[1]), experiments=\(experiments) "
            + "bigSegments=\(bigSegments) differing=\(differing)"
    }
}
