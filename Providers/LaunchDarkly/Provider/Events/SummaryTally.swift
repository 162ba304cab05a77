// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The number of evaluations of each variation of each flag, as in a summary event.
struct SummaryTally: Sendable {
    fileprivate struct Counter: Sendable {
        var variation: Int?
        var version: Int64?
        /// The first value that was counted.
        var value: FlagValue
        var count: Int
    }

    private struct Entry: Sendable {
        /// The default value of the first read.
        var defaultValue: FlagValue
        /// The position of that read among the client's reads, or `nil` if unknown, which counts as the last position.
        var order: Int?
        var counters: [Counter] = []
        /// The kinds of contexts that no longer have separate counts.
        var kinds: Set<String> = []
    }

    /// A Boolean value that indicates whether the rules of LaunchDarkly's server SDKs apply.
    ///
    /// They leave some flags out, and count a read as another type without a variation.
    private let isForServer: Bool
    /// The start of the first counted window, or `nil` if nothing was counted.
    private(set) var start: Instant?
    private var entries: [String: Entry] = [:]

    init(isForServer: Bool = false) { self.isForServer = isForServer }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds the counts of one window.
    mutating func add(_ summary: EvaluationSummary) {
        start = min(start ?? summary.start, summary.start)
        for entry in summary.entries where includes(entry.flag) {
            let count = entry.valueReads + entry.variantReads
            if count > 0 { add(entry, count) }
        }
    }

    /// Returns a Boolean value that indicates whether evaluations of a flag are counted.
    private func includes(_ flag: EvaluatedFlag?) -> Bool {
        guard isForServer, let flag else { return true }
        // The error means that LaunchDarkly doesn't accept the context.
        return flag.error?.code != .targetingKeyMissing && !LaunchDarklyFlag(flag).isExcludedFromSummaries
    }

    /// Adds the counts of a later tally, for a context of these kinds.
    mutating func add(_ other: SummaryTally, kinds: Set<String> = []) {
        guard let otherStart = other.start else { return }
        start = min(start ?? otherStart, otherStart)
        for (key, entry) in other.entries {
            for counter in entry.counters { add(counter, to: key, entry.defaultValue, entry.order) }
            entries[key]?.kinds.formUnion(kinds)
        }
    }

    private mutating func add(_ entry: EvaluationSummary.Entry, _ count: Int) {
        let flag = entry.flag
        let isServed = entry.error == nil && flag?.value.isNull == false
        let counter = Counter(
            variation: isForServer && entry.error == .typeMismatch ? nil : Self.variation(of: flag),
            version: flag?.version,
            value: isServed ? flag?.value ?? entry.defaultValue : entry.defaultValue, count: count)
        add(counter, to: entry.key, entry.defaultValue, entry.order)
    }

    /// Adds a prerequisite that was evaluated together with a flag, without a default value.
    mutating func add(prerequisite: Evaluation) {
        guard includes(prerequisite.flag) else { return }
        start = min(start ?? prerequisite.time, prerequisite.time)
        let flag = prerequisite.flag
        let counter = Counter(
            variation: Self.variation(of: flag), version: flag?.version,
            value: prerequisite.value, count: 1)
        add(counter, to: prerequisite.key, .null, prerequisite.order)
    }

    /// Returns the variation of a flag, which is its variant in vendor-neutral form.
    private static func variation(of flag: EvaluatedFlag?) -> Int? { flag?.variant.flatMap { Int($0) } }

    // Single evaluations arrive immediately, and counts at the end of a window, so the first read might arrive last.
    private mutating func add(_ counter: Counter, to key: String, _ defaultValue: FlagValue, _ order: Int?) {
        var entry = entries[key] ?? Entry(defaultValue: defaultValue, order: order)
        if let order, order < entry.order ?? .max { (entry.defaultValue, entry.order) = (defaultValue, order) }
        let same = entry.counters.firstIndex { ($0.variation, $0.version) == (counter.variation, counter.version) }
        if let same {
            entry.counters[same].count += counter.count
        } else {
            entry.counters.append(counter)
        }
        entries[key] = entry
    }

    /// Returns the summary event, or `nil` if nothing was counted.
    ///
    /// - Parameters:
    ///   - end: The time when the event is sent.
    ///   - writesNullDefaults: A Boolean value that indicates whether a null default value is included.
    ///   - kinds: The kinds of contexts that the summary lists for the flags.
    ///   - about: The properties that describe the summary's identity.
    func json(
        end: Instant, writesNullDefaults: Bool, kinds: Kinds = .none, about: [String: FlagValue] = [:]
    ) -> FlagValue? {
        guard !isEmpty, let start else { return nil }
        let features = entries.mapValues { entry -> FlagValue in
            var feature: [String: FlagValue] = ["counters": .array(entry.counters.map(\.json))]
            switch kinds {
            case .none: break
            case .each: feature["contextKinds"] = .array(entry.kinds.sorted().map(FlagValue.string))
            case .all(let all): feature["contextKinds"] = .array(all.sorted().map(FlagValue.string))
            }
            if writesNullDefaults || !entry.defaultValue.isNull { feature["default"] = entry.defaultValue }
            return .object(feature)
        }
        let summary: [String: FlagValue] = [
            "kind": "summary", "startDate": .int(start.millisecondsSinceEpoch),
            "endDate": .int(end.millisecondsSinceEpoch), "features": .object(features),
        ]
        return .object(summary.merging(about) { $1 })
    }

    /// The kinds of contexts that a summary lists for its flags.
    enum Kinds: Sendable {
        /// No kinds.
        case none
        /// The kinds that read each flag.
        case each
        /// These kinds for all flags.
        case all([String])
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
