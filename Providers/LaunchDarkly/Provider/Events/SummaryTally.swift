// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// How often which variations of which flags were read, as a summary event tells it.
struct SummaryTally: Sendable {
    fileprivate struct Counter: Sendable {
        var variation: Int?
        var version: Int64?
        /// The first value that was counted.
        var value: FlagValue
        var count: Int
    }

    private struct Entry: Sendable {
        /// The first default.
        var fallback: FlagValue
        var counters: [Counter] = []
    }

    /// When the first of the counted windows was opened; nil when nothing was counted.
    private(set) var start: Instant?
    private var entries: [String: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// Adds what was counted in one window.
    mutating func add(_ summary: EvaluationSummary) {
        start = min(start ?? summary.start, summary.start)
        for entry in summary.entries {
            let count = entry.valueReads + entry.variantReads
            if count > 0 { add(entry, count) }
        }
    }

    /// Adds what another tally counted after this one.
    mutating func add(_ other: SummaryTally) {
        guard let otherStart = other.start else { return }
        start = min(start ?? otherStart, otherStart)
        for (key, entry) in other.entries {
            for counter in entry.counters { add(counter, to: key, entry.fallback) }
        }
    }

    private mutating func add(_ entry: EvaluationSummary.Entry, _ count: Int) {
        let flag = entry.flag
        let isServed = entry.error == nil && flag?.value.isNull == false
        let counter = Counter(
            variation: flag.flatMap { LaunchDarklyFlag($0).variation }, version: flag?.version,
            value: isServed ? flag?.value ?? entry.fallback : entry.fallback, count: count)
        add(counter, to: entry.key, entry.fallback)
    }

    private mutating func add(_ counter: Counter, to key: String, _ fallback: FlagValue) {
        var entry = entries[key] ?? Entry(fallback: fallback)
        let same = entry.counters.firstIndex { ($0.variation, $0.version) == (counter.variation, counter.version) }
        if let same {
            entry.counters[same].count += counter.count
        } else {
            entry.counters.append(counter)
        }
        entries[key] = entry
    }

    /// The summary event, or nil when nothing was counted.
    ///
    /// - Parameters:
    ///   - end: When it is sent.
    ///   - writesNullDefaults: Whether a default that is null is said.
    func json(end: Instant, writesNullDefaults: Bool) -> FlagValue? {
        guard !isEmpty, let start else { return nil }
        let features = entries.mapValues { entry -> FlagValue in
            var feature: [String: FlagValue] = ["counters": .array(entry.counters.map(\.json))]
            if writesNullDefaults || !entry.fallback.isNull { feature["default"] = entry.fallback }
            return .object(feature)
        }
        return [
            "kind": "summary", "startDate": .int(start.millisecondsSinceEpoch),
            "endDate": .int(end.millisecondsSinceEpoch), "features": .object(features),
        ]
    }
}

extension SummaryTally.Counter {
    fileprivate var json: FlagValue {
        var counter: [String: FlagValue] = ["value": value, "count": .int(Int64(count))]
        if let variation { counter["variation"] = .int(Int64(variation)) }
        if let version { counter["version"] = .int(version) } else { counter["unknown"] = true }
        return .object(counter)
    }
}
