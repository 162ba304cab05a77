// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How far providers agreed about each flag, over the time that a combination compared them.
///
/// An immutable value; prints as text, and has a JSON form. `halyard-cli compare --page` writes it as a page. Holds no keys of contexts, only digests.
public struct ParityReport: Sendable, Hashable {
    /// A pair of different values, and the identity for which it was first seen.
    public struct Example: Sendable, Hashable {
        /// The primary provider's value; nil when it does not know the flag.
        public var primaryValue: FlagValue?
        /// The other one's value; nil when it does not know the flag.
        public var otherValue: FlagValue?
        /// The first 12 digits of the identity's digest (``EvaluationContext/identityDigest``).
        public var identity: String
        /// How often the pair was seen.
        public var count: Int
    }

    /// How far two providers agreed about one flag.
    public struct FlagParity: Sendable, Hashable {
        /// The flag's name.
        public var key: String
        /// The provider that is right when they differ.
        public var primary: String
        /// The provider that was compared with it.
        public var other: String
        /// How often each outcome was seen; a missing one was never seen.
        public var counts: [ParityReport.Comparison.Outcome: Int]
        /// Pairs of values that differ, the most frequent first.
        public var examples: [Example]
        /// How many mismatches had other pairs of values than the examples.
        public var unlistedMismatches: Int

        /// How often the two were compared.
        public var compared: Int { counts.values.reduce(0, +) }
        /// How often they agreed.
        public var agreed: Int { counts[.agrees] ?? 0 }
        /// The share of comparisons in which they agreed, from 0 to 1; 1 when there were none.
        public var agreement: Double { compared == 0 ? 1 : Double(agreed) / Double(compared) }
    }

    /// The flags, by name.
    public let flags: [FlagParity]

    /// How often flags were compared.
    public var compared: Int { flags.reduce(0) { $0 + $1.compared } }
    /// How often the providers agreed.
    public var agreed: Int { flags.reduce(0) { $0 + $1.agreed } }
    /// The share of comparisons in which they agreed, from 0 to 1; 1 when there were none.
    public var agreement: Double { compared == 0 ? 1 : Double(agreed) / Double(compared) }

    /// The report of those flags alone that a condition selects.
    package func keeping(_ isKept: (FlagParity) -> Bool) -> ParityReport { ParityReport(flags: flags.filter(isKept)) }

    /// How often an outcome was seen.
    public func count(of outcome: ParityReport.Comparison.Outcome) -> Int {
        flags.reduce(0) { $0 + ($1.counts[outcome] ?? 0) }
    }

    /// A share as a percentage with one digit, rounded down, so that only complete agreement is 100.0 %.
    package static func percent(_ agreed: Int, of compared: Int) -> String {
        guard compared > 0 else { return "100.0 %" }
        let share = agreed * 1000 / compared
        return "\(share / 10).\(share % 10) %"
    }

    package static func shown(_ value: FlagValue?) -> String { value?.description ?? "absent" }
}

extension ParityReport: CustomStringConvertible {
    /// A line with the sums, then one for each flag, the worst first, with its examples below.
    public var description: String { lines.map(\.onOneLine).joined(separator: "\n") }

    /// The lines of the description, each of which can contain line ends.
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
                        + "(\(example.count) times, first for \(example.identity))"
                }
        }
        return [head] + lines
    }

    /// How many flags were compared; one that is compared with two providers has two entries.
    package var flagCount: Int { Set(flags.map(\.key)).count }

    /// The flags in the order in which people want to see them.
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
    /// An absent value is left out, since a flag may have the value null.
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = ["identity": .string(identity), "count": .int(Int64(count))]
        members["primaryValue"] = primaryValue
        members["otherValue"] = otherValue
        return .object(members)
    }
}
