// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork

/// How often flags were read in a span of time, on and off, and which variants: the content of one report to Unleash.
///
/// Reports have no identifier. One whose response was lost counts twice, and one that could not be sent is merged into the next.
/// Counts identify no one, so there is nothing to erase about an identity.
struct MetricsBucket: EventBatch {
    /// How often one flag was read.
    struct Count: Sendable, Hashable {
        var yes = 0
        var no = 0
        var variants: [String: Int] = [:]
    }

    /// How many different flags one bucket counts; names of unknown flags come from the app, and a loop may make them
    /// up.
    static let flagLimit = 10_000

    /// Who reports: members of each report beside its counts.
    private let identity: [String: FlagValue]
    /// When the first of the reads may have been made.
    private(set) var start: Instant
    /// When the last one may have been made.
    private(set) var stop: Instant
    private(set) var counts: [String: Count] = [:]
    /// How many reads were left out since the last finding, because there were too many different flags.
    private var omittedCount = 0

    /// Creates an empty bucket.
    ///
    /// - Parameters:
    ///   - identity: Who reports.
    ///   - start: Now.
    init(identity: [String: FlagValue] = [:], start: Instant) {
        self.identity = identity
        self.start = start
        stop = start
    }

    /// How many reads it counts.
    var count: Int { counts.values.reduce(0) { $0 + $1.yes + $1.no } }

    mutating func add(_ event: FlagEvent) {
        if case .counted(let summary) = event { add(summary) }
    }

    mutating func take(at now: Instant) -> MetricsBucket {
        var taken = self
        taken.stop = max(stop, now)
        counts = [:]
        start = now
        stop = now
        return taken
    }

    func encoded() async -> EncodedEvents {
        var report = identity
        report["bucket"] = json
        return EncodedEvents([EventPayload.Event(.object(report), count: count)])
    }

    mutating func takeFindings() -> [Diagnostic] {
        guard omittedCount > 0 else { return [] }
        defer { omittedCount = 0 }
        return [
            Diagnostic(
                "eventsDropped", .warning, subject: "unleash",
                "\(omittedCount) reads were not counted, because too many different flags were asked for: "
                    + "one report counts \(Self.flagLimit).",
                suggestion: "Ask for flags by names that are known when the app is built.")
        ]
    }

    /// Adds the reads of a closed window.
    ///
    /// A variant is always counted together with its flag, because Edge forwards no flag without a yes or a no.
    private mutating func add(_ summary: EvaluationSummary) {
        start = min(start, summary.start)
        stop = max(stop, summary.end)
        omittedCount += summary.omittedCount
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

    /// Merges an earlier bucket; the earlier start and the later end are kept.
    mutating func takeBack(_ earlier: MetricsBucket) -> Bool {
        start = min(start, earlier.start)
        stop = max(stop, earlier.stop)
        for (name, count) in earlier.counts { add(count, of: name) }
        return true
    }

    private mutating func add(_ count: Count, of name: String) {
        guard counts[name] != nil || counts.count < Self.flagLimit else {
            omittedCount += count.yes + count.no
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
        let number = { (count: Int) in FlagValue.int(Int64(UInt32(clamping: count))) }
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
