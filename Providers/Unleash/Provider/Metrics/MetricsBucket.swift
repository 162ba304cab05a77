// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// How often flags were read in a span of time: the content of one report to Unleash.
struct MetricsBucket: Sendable, Hashable {
    /// How often one flag was read.
    struct Count: Sendable, Hashable {
        var yes = 0
        var no = 0
        var variants: [String: Int] = [:]
    }

    /// How many different flags one bucket counts; names of unknown flags come from the app, and a loop may make them
    /// up.
    static let flagLimit = 10_000

    /// When the first of the reads may have been made.
    var start: Instant
    /// When the last one may have been made.
    var stop: Instant
    private(set) var counts: [String: Count] = [:]
    /// How many reads were left out because there were too many different flags.
    private(set) var uncounted = 0

    init(start: Instant) { (self.start, stop) = (start, start) }

    /// How many reads it counts.
    var reads: Int { counts.values.reduce(0) { $0 + $1.yes + $1.no } + uncounted }

    var isEmpty: Bool { counts.isEmpty }

    /// Adds the reads of a closed window.
    ///
    /// A variant is always counted together with its flag, because Edge forwards no flag without a yes or a no.
    mutating func add(_ summary: EvaluationSummary) {
        start = min(start, summary.start)
        stop = max(stop, summary.end)
        uncounted += summary.uncounted
        for entry in summary.entries {
            let isOn = entry.flag?.value == .bool(true)
            var count = Count()
            if isOn { count.yes = entry.valueReads + entry.variantReads }
            if !isOn { count.no = entry.valueReads + entry.variantReads }
            if entry.variantReads > 0 {
                count.variants[entry.flag?.variant ?? UnleashToggle.disabledVariant] = entry.variantReads
            }
            add(count, of: entry.key)
        }
    }

    /// Adds another bucket; the earlier start and the later end are kept.
    mutating func merge(_ other: MetricsBucket) {
        start = min(start, other.start)
        stop = max(stop, other.stop)
        uncounted += other.uncounted
        for (name, count) in other.counts { add(count, of: name) }
    }

    private mutating func add(_ count: Count, of name: String) {
        guard counts[name] != nil || counts.count < Self.flagLimit else {
            uncounted += count.yes + count.no
            return
        }
        counts[name, default: Count()].add(count)
    }
}

extension MetricsBucket.Count {
    fileprivate mutating func add(_ other: Self) {
        yes += other.yes
        no += other.no
        variants.merge(other.variants, uniquingKeysWith: +)
    }

    /// The count in the service's form: unsigned 32-bit numbers.
    fileprivate var json: FlagValue {
        let number = { (count: Int) in FlagValue.int(Int64(min(max(count, 0), Int(UInt32.max)))) }
        var members: [String: FlagValue] = ["yes": number(yes), "no": number(no)]
        if !variants.isEmpty { members["variants"] = .object(variants.mapValues(number)) }
        return .object(members)
    }
}

extension MetricsBucket {
    /// The bucket in the service's form.
    var json: FlagValue {
        [
            "start": .date(start), "stop": .date(stop),
            "toggles": .object(counts.mapValues(\.json)),
        ]
    }
}
