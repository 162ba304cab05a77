// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The results of rule sets, and the minimums that make a comparison meaningful.
struct RuleSightings: Sendable {
    private static let leastOnPercent = 20
    private static let leastOffPercent = 20
    private static let leastVariantPercent = 10
    private static let leastPayloadPercent = 5
    private static let leastDifferingPercent = 10

    private(set) var sets = 0
    private(set) var decisions = 0
    private(set) var on = 0
    private(set) var variants = 0
    private(set) var payloads = 0
    /// The number of flags that differ between the contexts of their set.
    private(set) var differing = 0
    /// The number of flags in all sets.
    private(set) var flags = 0

    /// Adds the engine's results for the contexts of one set.
    mutating func note(_ seen: [[String: EngineResult.Answer]]) {
        sets += 1
        let answers = seen.flatMap(\.values)
        decisions += answers.count
        on += answers.count(where: \.isEnabled)
        variants += answers.count { $0.variant != nil }
        payloads += answers.count { $0.payload != nil }
        let names = Set(seen.flatMap(\.keys))
        flags += names.count
        differing += names.count { name in Set(seen.compactMap { $0[name] }).count > 1 }
    }

    /// The minimums that weren't reached.
    var shortcomings: [String] {
        [
            lack(of: "decisions were on", on, Self.leastOnPercent, of: decisions),
            lack(of: "decisions were off", decisions - on, Self.leastOffPercent, of: decisions),
            lack(of: "decisions had a variant", variants, Self.leastVariantPercent, of: decisions),
            lack(of: "decisions had a payload", payloads, Self.leastPayloadPercent, of: decisions),
            lack(of: "flags differed between contexts", differing, Self.leastDifferingPercent, of: flags),
        ].compactMap(\.self)
    }

    private func lack(of what: String, _ count: Int, _ percent: Int, of total: Int) -> String? {
        count > 0 && count * 100 >= total * percent ? nil : "\(count) \(what) of \(total), \(percent) % needed"
    }
}

extension RuleSightings: CustomStringConvertible {
    /// The counts on one line.
    var description: String {
        "\(sets) sets, \(decisions) decisions, on=\(on) off=\(decisions - on) variants=\(variants) payloads=\(payloads) "
            + "differing=\(differing)"
    }
}
