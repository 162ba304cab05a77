// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork

/// The content of one metrics report to Unleash: the number of reads of each flag and variant in a period.
///
/// Reports have no identifier. If a report's response is lost, its reads are counted twice. If a report can't be sent, it's
/// merged into the next one. Counts don't identify anyone, so erasing an identity doesn't affect them.
struct MetricsBucket: EventBatch {
    /// The number of reads of one flag.
    struct Count: Sendable, Hashable {
        var yes = 0
        var no = 0
        var variants: [String: Int] = [:]
    }

    /// The maximum number of different flags in one bucket.
    ///
    /// The app chooses the keys of unknown flags, and a loop might generate new ones.
    static let flagLimit = 10_000

    /// The properties that identify the client in each report.
    private let identity: [String: FlagValue]
    /// The earliest time of the first read.
    private(set) var start: Instant
    /// The latest time of the last read.
    private(set) var stop: Instant
    private(set) var counts: [String: Count] = [:]
    /// The number of reads that were left out since the last diagnostic, because there were too many different flags.
    private var omittedCount = 0

    /// Creates an empty bucket.
    ///
    /// - Parameters:
    ///   - identity: The properties that identify the client.
    ///   - start: The current time.
    init(identity: [String: FlagValue] = [:], start: Instant) {
        self.identity = identity
        self.start = start
        stop = start
    }

    /// The number of reads in the bucket.
    var count: Int { counts.values.reduce(0) { $0 + $1.yes + $1.no } }

    mutating func add(_ event: FlagEvent) {
        if case .counted(let summary) = event { add(summary) }
    }

    mutating func drain(at now: Instant) -> MetricsBucket {
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

    mutating func takeDiagnostics() -> [Diagnostic] {
        guard omittedCount > 0 else { return [] }
        defer { omittedCount = 0 }
        return [
            Diagnostic(
                "eventsDropped", .warning, subject: "unleash",
                "\(omittedCount) reads weren't counted, because the app read too many different flags. "
                    + "One report counts at most \(Self.flagLimit).",
                suggestion: "Use flag keys that are fixed when the app is built.")
        ]
    }

    /// Adds the reads of a closed window.
    ///
    /// A variant is always counted together with its flag, because Unleash Edge doesn't forward flags without a yes or no.
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

    /// Merges an earlier bucket, and keeps the earlier start and the later end.
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

    /// The count in the service's format, with unsigned 32-bit numbers.
    fileprivate var json: FlagValue {
        let number = { (count: Int) in FlagValue.int(Int64(UInt32(clamping: count))) }
        var members: [String: FlagValue] = ["yes": number(yes), "no": number(no)]
        if !variants.isEmpty { members["variants"] = .object(variants.mapValues(number)) }
        return .object(members)
    }
}

extension MetricsBucket {
    /// The bucket in the service's format.
    var json: FlagValue {
        [
            "start": .date(start), "stop": .date(stop),
            "toggles": .object(counts.mapValues(\.json)),
        ]
    }
}
