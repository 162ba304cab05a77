// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The engine's decisions, and the minimums that make a comparison meaningful.
struct Sightings: Sendable {
    private static let leastContexts = 300
    private static let leastDifferingPercent = 50
    private static let leastTypePercent = 5
    private static let leastCodeDefaultPercent = 10
    private static let leastReasonPercents = [
        "DEFAULT": 10, "DISABLED": 5, "ERROR": 5, "STATIC": 2, "TARGETING_MATCH": 30,
    ]
    private static let leastCodePercents = ["GENERAL": 1, "PARSE_ERROR": 1, "TYPE_MISMATCH": 1]

    private(set) var contexts = 0
    private(set) var decisions = 0
    private(set) var types: [FlagType: Int] = [:]
    private(set) var reasons: [String: Int] = [:]
    private(set) var codes: [String: Int] = [:]
    /// The number of decisions without an error for which the caller's default value applies.
    private(set) var codeDefaults = 0
    private var seen: [[UInt8]: Set<[String?]>] = [:]

    /// Adds the engine's decisions for one context.
    ///
    /// The engine's decisions count here, so that an engine that returns false for everything doesn't reach the minimums.
    mutating func note(_ decided: [EngineDecision]) {
        contexts += 1
        decisions += decided.count
        for decision in decided {
            reasons[decision.reason, default: 0] += 1
            if let failure = decision.failure {
                codes[failure.code, default: 0] += 1
            } else if decision.value == nil {
                codeDefaults += 1
            } else {
                types[decision.type, default: 0] += 1
            }
            seen[Array(decision.key.utf8), default: []].insert([decision.variant, decision.failure?.code])
        }
    }

    /// The number of flags that differ between contexts.
    var differing: Int { seen.values.count { $0.count > 1 } }

    /// The number of different variants of all flags.
    var variants: Int { seen.values.reduce(0) { $0 + Set($1.compactMap(\.[0])).count } }

    /// The minimums that weren't reached.
    var shortcomings: [String] {
        var lacking = FlagType.allCases.compactMap { type in
            lack(of: "decisions had a value of type \(type)", types[type], Self.leastTypePercent, of: decisions)
        }
        lacking += Self.leastReasonPercents.sorted { $0.key < $1.key }.compactMap { reason, percent in
            lack(of: "decisions had the reason \(reason)", reasons[reason], percent, of: decisions)
        }
        lacking += Self.leastCodePercents.sorted { $0.key < $1.key }.compactMap { code, percent in
            lack(of: "decisions failed with \(code)", codes[code], percent, of: decisions)
        }
        lacking += [
            lack(
                of: "decisions gave no value", codeDefaults, Self.leastCodeDefaultPercent, of: decisions),
            lack(of: "flags differed between contexts", differing, Self.leastDifferingPercent, of: seen.count),
            contexts < Self.leastContexts ? "\(contexts) contexts, \(Self.leastContexts) needed" : nil,
        ].compactMap(\.self)
        return lacking
    }

    private func lack(of what: String, _ count: Int?, _ percent: Int, of total: Int) -> String? {
        let count = count ?? 0
        return count > 0 && count * 100 >= total * percent ? nil : "\(count) \(what) of \(total), \(percent) % needed"
    }
}

extension Sightings: CustomStringConvertible {
    /// The counts on one line.
    var description: String {
        let types = FlagType.allCases.map { "\($0)=\(self.types[$0, default: 0])" }.joined(separator: " ")
        let named = [reasons, codes].map { counts in
            counts.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        }
        return "\(contexts) contexts, \(decisions) decisions, \(types) none=\(codeDefaults), \(named[0]), \(named[1]), "
            + "variants=\(variants) differing=\(differing)"
    }
}
