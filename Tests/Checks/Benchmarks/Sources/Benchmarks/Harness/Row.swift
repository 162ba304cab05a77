// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A measurement and its limit.
struct Row: Sendable {
    /// The kind of a measurement.
    enum Measure: String, Sendable {
        /// The shortest round, per repetition.
        case time
        /// The instructions that callgrind counts, per repetition.
        case instructions
        /// The calls of the heap allocator, per repetition.
        case allocations
        /// The process's memory growth, relative to the bytes that the work processes.
        case memory
    }

    /// The limit of a value or ratio.
    enum Limit: Sendable {
        /// The work's value divided by the baseline's value is at most this ratio.
        case ratioAtMost(Double)
        /// The baseline's value divided by the work's value (the speedup) is at least this ratio.
        case ratioAtLeast(Double)
        /// The value is at most this limit.
        case atMost(Double)
        /// The value is at most 10 % above the recorded value.
        case noRise(since: Double)
        /// The row has no limit, and only reports.
        case none
    }

    /// The weight of a limit.
    enum Weight: Sendable {
        /// The program fails if the limit is exceeded.
        case must
        /// The output marks the row if the limit is exceeded, which is allowed today.
        case aim
    }

    let name: String
    let measure: Measure
    let work: String
    /// The work to compare with, or `nil` for none.
    var baseline: String?
    let limit: Limit
    var weight = Weight.must

    /// A Boolean value that indicates whether the value hardly depends on other work of the machine, so that CI can enforce it.
    var isSteady: Bool { measure == .instructions || measure == .allocations || isGenerous }
    /// A Boolean value that indicates whether a ratio of times is far below its limit.
    var isGenerous = false
}

/// The result of a row.
struct Result: Sendable {
    let row: Row
    let value: Double
    /// The median of the rounds, if there are any.
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

    /// A Boolean value that indicates whether more rounds can bring the ratio of times within its limit.
    var isNear: Bool {
        switch row.limit {
        case .ratioAtMost(let limit): (ratio ?? .infinity) <= limit * 1.5
        case .ratioAtLeast(let limit): (ratio ?? 0) >= limit / 1.5
        case .atMost, .noRise, .none: false
        }
    }

    /// A Boolean value that indicates whether the program must fail.
    var isFailure: Bool { row.weight == .must && !holds }

    static func short(_ number: Double) -> String {
        let places = abs(number) >= 100 ? 1.0 : abs(number) >= 10 ? 10 : 1000
        let rounded = (number * places).rounded() / places
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
    }
}
