// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What is measured, and what must come out.
struct Row: Sendable {
    /// How a figure is taken.
    enum Measure: String, Sendable {
        /// The shortest round, for each repetition.
        case time
        /// Instructions that callgrind counts, for each repetition.
        case instructions
        /// Calls of the heap's allocator, for each repetition.
        case allocations
        /// How far the process grows beyond what it had, against the bytes that are worked on.
        case memory
    }

    /// Which figure or ratio is good enough.
    enum Limit: Sendable {
        /// The work's figure divided by the baseline's is no greater.
        case ratioAtMost(Double)
        /// The baseline's figure divided by the work's, how many times faster the work is, is no smaller.
        case ratioAtLeast(Double)
        /// The figure is no greater.
        case atMost(Double)
        /// The figure has not risen by more than a tenth since it was written down here.
        case noRise(since: Double)
        /// Nothing: the row reports.
        case none
    }

    /// How a limit counts.
    enum Weight: Sendable {
        /// The program fails when it does not hold.
        case must
        /// It is printed, and marked: today's figure may miss it.
        case aim
    }

    let name: String
    let measure: Measure
    let work: String
    /// The work that it is compared with; nil for none.
    var baseline: String?
    let limit: Limit
    var weight = Weight.must

    /// Whether the figure hardly depends on what else the machine does, so that CI may insist on it.
    var isSteady: Bool { measure == .instructions || measure == .allocations || isGenerous }
    /// A ratio of times with much room below its limit.
    var isGenerous = false
}

/// What came out for a row.
struct Result: Sendable {
    let row: Row
    let value: Double
    /// The median of the rounds, where there were any.
    let median: Double?
    let baseline: Double?

    var unit: String {
        switch row.measure {
        case .time: "ns"
        case .instructions: "instructions"
        case .allocations: "allocations"
        case .memory: "bytes"
        }
    }

    var ratio: Double? {
        guard let baseline else { return nil }
        if case .ratioAtLeast = row.limit { return baseline / value }
        return value / baseline
    }

    var must: String? {
        switch row.limit {
        case .ratioAtMost(let limit): "ratio <= \(Self.short(limit))"
        case .ratioAtLeast(let limit): "ratio >= \(Self.short(limit))"
        case .atMost(let limit): "value <= \(Self.short(limit))"
        case .noRise(let figure): "value <= \(Self.short((figure * 1.1).rounded()))"
        case .none: nil
        }
    }

    var holds: Bool {
        switch row.limit {
        case .ratioAtMost(let limit): (ratio ?? .infinity) <= limit
        case .ratioAtLeast(let limit): (ratio ?? 0) >= limit
        case .atMost(let limit): value <= limit
        case .noRise(let figure): value <= figure * 1.1
        case .none: true
        }
    }

    /// Whether more rounds may bring the ratio of times within its limit.
    var isNear: Bool {
        switch row.limit {
        case .ratioAtMost(let limit): (ratio ?? .infinity) <= limit * 1.5
        case .ratioAtLeast(let limit): (ratio ?? 0) >= limit / 1.5
        case .atMost, .noRise, .none: false
        }
    }

    /// Whether the program must fail.
    var isFailure: Bool { row.weight == .must && !holds }

    static func short(_ number: Double) -> String {
        let places = abs(number) >= 100 ? 1.0 : abs(number) >= 10 ? 10 : 1000
        let rounded = (number * places).rounded() / places
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
    }
}
