// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags that apps received, and the minimums that make a comparison meaningful.
struct Sightings: Sendable {
    private static let leastContexts = 500
    private static let leastOn = 5000
    private static let leastOff = 5000
    /// The number of variants of all flags.
    private static let allVariants = 19
    private static let leastDifferingPercent = 30
    private static let leastEdgePercent = 5
    private static let leastSwitches = 450

    private(set) var contexts = 0
    private(set) var on = 0
    private(set) var off = 0
    private(set) var edges = 0
    /// The number of context changes that changed a flag's state or variant.
    private(set) var switches = 0
    private var variants: [[String: String]] = []
    private var last: [String: EngineResult.Answer]?

    /// Adds an app's flags for one context.
    mutating func note(_ seen: [String: EngineResult.Answer], isAtEdge: Bool) {
        contexts += 1
        let enabled = seen.values.count(where: \.isEnabled)
        on += enabled
        off += seen.count - enabled
        edges += isAtEdge ? 1 : 0
        if let last, last != seen { switches += 1 }
        last = seen
        variants.append(seen.compactMapValues(\.variant))
    }

    /// The number of times that each variant of each flag was received.
    private var served: [String: [String: Int]] {
        variants.reduce(into: [:]) { served, context in
            for (flag, variant) in context { served[flag, default: [:]][variant, default: 0] += 1 }
        }
    }

    /// The number of contexts with a variant other than the most frequent variant of its flag.
    var differing: Int {
        let commonest = served.compactMapValues { $0.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key }
        return variants.count { context in context.contains { flag, variant in commonest[flag] != variant } }
    }

    /// The number of different variants.
    var variantCount: Int { served.values.reduce(0) { $0 + $1.count } }

    /// The minimums that weren't reached.
    var shortcomings: [String] {
        [
            (contexts >= Self.leastContexts, "\(contexts) contexts, \(Self.leastContexts) needed"),
            (on >= Self.leastOn, "\(on) answers were on, \(Self.leastOn) needed"),
            (off >= Self.leastOff, "\(off) answers were off, \(Self.leastOff) needed"),
            (variantCount == Self.allVariants, "\(variantCount) variants were seen, \(Self.allVariants) needed"),
            (
                differing * 100 >= contexts * Self.leastDifferingPercent,
                "\(differing) contexts saw differing variants, \(Self.leastDifferingPercent) % needed"
            ),
            (
                edges * 100 >= contexts * Self.leastEdgePercent,
                "\(edges) contexts were at an edge, \(Self.leastEdgePercent) % needed"
            ),
            (switches >= Self.leastSwitches, "\(switches) changes of context were seen, \(Self.leastSwitches) needed"),
        ].compactMap { $0 ? nil : $1 }
    }
}

extension Sightings: CustomStringConvertible {
    /// The counts on one line.
    var description: String {
        "contexts=\(contexts) on=\(on) off=\(off) variants=\(variantCount) differing=\(differing) edges=\(edges) "
            + "switches=\(switches)"
    }
}
