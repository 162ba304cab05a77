// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The agreement of providers about each flag, for the time that a combination compared them.
///
/// ```swift
/// guard let parity = flags.parity else { return }
/// print(parity)  // a line for each flag, the worst first
/// ```
/// The report is an immutable value. It has a text form and a JSON form, and `halyard-cli compare --page` writes it as a page. It
/// contains no keys of contexts, only digests.
public struct ParityReport: Sendable, Hashable {
    /// A pair of different values, with the identity for which it was first seen.
    public struct Example: Sendable, Hashable {
        /// The primary provider's value, or `nil` if the primary provider doesn't have the flag.
        public var primaryValue: FlagValue?
        /// The other provider's value, or `nil` if that provider doesn't have the flag.
        public var otherValue: FlagValue?
        /// The first 12 digits of the identity's digest (``EvaluationContext/identityDigest``).
        public var identity: String
        /// The number of times that the pair was seen.
        public var count: Int
    }

    /// The agreement of two providers about one flag.
    public struct FlagParity: Sendable, Hashable {
        /// The flag's name.
        public var key: String
        /// The provider whose result is right if the two differ.
        public var primary: String
        /// The provider that was compared with the primary provider.
        public var other: String
        /// The number of comparisons with each outcome.
        ///
        /// An outcome that was never seen is missing.
        public var counts: [ParityReport.Comparison.Outcome: Int]
        /// The pairs of values that differ, with the most frequent pair first.
        public var examples: [Example]
        /// The number of mismatches with other pairs of values than the examples.
        public var unlistedMismatches: Int

        /// The number of comparisons.
        public var compared: Int { counts.values.reduce(0, +) }
        /// The number of comparisons in which the two agreed.
        public var agreed: Int { counts[.agrees] ?? 0 }
        /// The share of comparisons in which the two agreed, from 0 to 1, or 1 if there were no comparisons.
        public var agreement: Double { compared == 0 ? 1 : Double(agreed) / Double(compared) }
    }

    /// The flags, by name.
    public let flags: [FlagParity]

    /// The number of comparisons.
    public var compared: Int { flags.reduce(0) { $0 + $1.compared } }
    /// The number of comparisons in which the providers agreed.
    public var agreed: Int { flags.reduce(0) { $0 + $1.agreed } }
    /// The share of comparisons in which the providers agreed, from 0 to 1, or 1 if there were no comparisons.
    public var agreement: Double { compared == 0 ? 1 : Double(agreed) / Double(compared) }

    /// Returns the report for only the flags that meet a condition.
    package func keeping(_ isKept: (FlagParity) -> Bool) -> ParityReport { ParityReport(flags: flags.filter(isKept)) }

    /// Returns the number of comparisons with an outcome.
    public func count(of outcome: ParityReport.Comparison.Outcome) -> Int {
        flags.reduce(0) { $0 + ($1.counts[outcome] ?? 0) }
    }

    /// Returns a share as a percentage with one decimal, rounded down, so that only complete agreement is 100.0 %.
    package static func percent(_ agreed: Int, of compared: Int) -> String {
        guard compared > 0 else { return "100.0 %" }
        let share = agreed * 1000 / compared
        return "\(share / 10).\(share % 10) %"
    }

    package static func shown(_ value: FlagValue?) -> String { value?.description ?? "absent" }
}

extension ParityReport: CustomStringConvertible {
    /// A line with the totals and then one line for each flag, the worst first, followed by its examples.
    public var description: String { lines.map(\.onOneLine).joined(separator: "\n") }

    /// The lines of the description, each of which can contain line breaks.
    package var lines: [String] {
        let percent = Self.percent(agreed, of: compared)
        let head = "\(flagCount) flags, \(compared) comparisons, \(percent) agree"
        let width = flags.map(\.key.count).max() ?? 0
        let lines = worstFirst.flatMap { flag -> [String] in
            let name = flag.key + String(repeating: " ", count: width - flag.key.count)
            let share = Self.percent(flag.agreed, of: flag.compared)
            let outcomes = ParityReport.Comparison.Outcome.allCases.compactMap { outcome in
                flag.counts[outcome].map { "\(outcome.rawValue) \($0)" }
            }
            return ["  \(name)  \(share)  \(flag.primary) / \(flag.other): \(outcomes.joined(separator: ", "))"]
                + flag.examples.map { example in
                    "    \(Self.shown(example.primaryValue)) / \(Self.shown(example.otherValue)) "
                        + "(seen \(example.count)x, first for \(example.identity))"
                }
        }
        return [head] + lines
    }

    /// The number of compared flags.
    ///
    /// A flag that is compared with two providers has two entries, and counts once.
    package var flagCount: Int { Set(flags.map(\.key)).count }

    /// The flags, with the worst agreement first.
    package var worstFirst: [FlagParity] {
        flags.sorted { ($0.agreement, $0.key, $0.other) < ($1.agreement, $1.key, $1.other) }
    }

    /// The report as a JSON value.
    public var json: FlagValue {
        [
            "compared": .int(Int64(compared)), "agreed": .int(Int64(agreed)), "agreement": .double(agreement),
            "flags": .array(flags.map(\.json)),
        ]
    }
}

extension ParityReport.FlagParity {
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = [
            "key": .string(key), "primary": .string(primary), "other": .string(other),
            "compared": .int(Int64(compared)), "agreement": .double(agreement),
            "counts": .object(
                counts.reduce(into: [:]) { $0[$1.key.rawValue] = .int(Int64($1.value)) }),
            "examples": .array(examples.map(\.json)),
        ]
        if unlistedMismatches > 0 { members["unlistedMismatches"] = .int(Int64(unlistedMismatches)) }
        return .object(members)
    }
}

extension ParityReport.Example {
    /// Leaves out an absent value, because a flag can have the value null.
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = ["identity": .string(identity), "count": .int(Int64(count))]
        members["primaryValue"] = primaryValue
        members["otherValue"] = otherValue
        return .object(members)
    }
}
