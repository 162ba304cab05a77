// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag that a read was served from, with the facts to report.
struct ServedFlag: Sendable {
    var flag: EvaluatedFlag
    /// A provider can publish the same flag object for the next context.
    var context: ServedContext
    /// The default value of the first read.
    var defaultValue: FlagValue
    /// The position of the first read among all reads.
    var order: Int
    /// The number of the consent during the read, or 0 if reads aren't reported.
    var consent: UInt64

    /// Returns a Boolean value that indicates whether reads of both flags are counted together.
    func isSame(as other: ServedFlag) -> Bool {
        flag === other.flag && context === other.context && consent == other.consent
    }
}

/// The evaluations since the last window was closed, except for evaluations that are still in threads' slots.
struct CountingWindow {
    private struct Served {
        var context: ServedContext
        var entry: EvaluationSummary.Entry
    }

    /// The reads for one context.
    private struct Group {
        let context: EvaluationContext
        var entries: [EvaluationSummary.Entry] = []
        private var places: [ObjectIdentifier: Int] = [:]

        init(context: EvaluationContext) { self.context = context }

        /// Adds a flag's entry, or merges it if the context was served before and again after another context.
        mutating func add(_ entry: EvaluationSummary.Entry) {
            guard let flag = entry.flag else { return }
            if let place = places[ObjectIdentifier(flag)] {
                entries[place].add(entry)
            } else {
                places[ObjectIdentifier(flag)] = entries.count
                entries.append(entry)
            }
        }
    }

    /// An evaluation that didn't serve a flag's own value.
    private struct Irregular: Hashable {
        var key: String
        var error: ErrorCode?
        var context: EvaluationContext

        /// Hashes only the name, because a context with many attributes is slow to hash and rarely makes a difference.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// The maximum number of different unknown names that a window, or each of its parts, counts.
    ///
    /// An app might generate names in a loop.
    private static let irregularLimit = 1000

    /// The number of superseded flag versions after which a window should be closed, because a sink might never close it.
    private static let supersededLimit = 1000

    private let start: Instant
    /// The consent under which reads count.
    ///
    /// The window ignores all other reads.
    private let consent: UInt64
    /// Flags that have been read, in the order of their first reads.
    private var listed: [Served] = []
    private var places: [FlagIdentity: Int] = [:]
    /// The hashes of the names of listed flags.
    private var names: Set<UInt64> = []
    private var irregular: [Irregular: EvaluationSummary.Entry] = [:]
    private var omittedCount = 0

    init(start: Instant, consent: UInt64) {
        self.start = start
        self.consent = consent
    }

    /// A Boolean value that indicates whether the window should be closed, because it lists flags for too many versions or
    /// contexts.
    ///
    /// The number of different flags doesn't matter, because the app's flags limit it.
    var isFull: Bool { listed.count - names.count >= Self.supersededLimit }

    // MARK: Counting

    /// Counts reads of a flag, and lists the flag if necessary.
    mutating func add(_ reads: Int, _ target: Evaluation.ReadTarget, of flag: ServedFlag) {
        guard flag.consent == consent else { return }
        listed[list(flag)].entry.add(reads, target)
    }

    /// Returns the index of a flag, whose default value is that of its first read, even if another thread's reads are added
    /// earlier.
    private mutating func list(_ flag: ServedFlag) -> Int {
        let key = FlagIdentity(flag.flag, flag.context)
        if let place = places[key] {
            if let order = listed[place].entry.order, flag.order < order {
                listed[place].entry.order = flag.order
                listed[place].entry.defaultValue = flag.defaultValue
            }
            return place
        }
        var entry = EvaluationSummary.Entry(flag: flag.flag, key: flag.flag.key, defaultValue: flag.defaultValue)
        entry.order = flag.order
        places[key] = listed.count
        names.insert(flag.flag.hash)
        listed.append(Served(context: flag.context, entry: entry))
        return listed.count - 1
    }

    /// Counts a read that returned the caller's default value because of an error, or because an unlisted flag is off.
    mutating func countIrregular(
        _ key: String, _ flag: EvaluatedFlag?, _ target: Evaluation.ReadTarget, error: ErrorCode?,
        defaultValue: FlagValue,
        for context: EvaluationContext, order: Int, consent: UInt64
    ) {
        guard consent == self.consent else { return }
        let kind = Irregular(key: key, error: error, context: context)
        guard irregular[kind] != nil || irregular.count < Self.irregularLimit else {
            omittedCount += 1
            return
        }
        var new = EvaluationSummary.Entry(flag: flag, key: key, defaultValue: defaultValue, error: error)
        new.order = order
        irregular[kind, default: new].add(1, target)
    }

    /// Adds the counts of another window for the same period.
    mutating func merge(_ other: CountingWindow) {
        for served in other.listed {
            let entry = served.entry
            guard let flag = entry.flag else { continue }
            let place = list(
                ServedFlag(
                    flag: flag, context: served.context, defaultValue: entry.defaultValue, order: entry.order ?? 0,
                    consent: consent))
            listed[place].entry.add(entry)
        }
        for (kind, entry) in other.irregular {
            if irregular[kind] != nil {
                irregular[kind]?.add(entry)
            } else if irregular.count < Self.irregularLimit {
                irregular[kind] = entry
            } else {
                omittedCount += entry.valueReads + entry.variantReads
            }
        }
        omittedCount += other.omittedCount
    }

    /// Returns one summary for each context with evaluations, in a stable order.
    func close(at end: Instant) -> [EvaluationSummary] {
        if listed.isEmpty, irregular.isEmpty, omittedCount == 0 { return [] }
        var groups: [Group] = []
        for served in listed {
            let index = Self.index(of: served.context.context, in: &groups)
            groups[index].add(served.entry)
        }
        for (kind, entry) in irregular { groups[Self.index(of: kind.context, in: &groups)].entries.append(entry) }
        if groups.count > 1 { groups = groups.sorted(by: \.context.cacheKey) }
        return groups.enumerated().map { number, group in
            EvaluationSummary(
                context: group.context, start: start, end: end,
                entries: group.entries.sorted { ($0.key, $0.order ?? 0) < ($1.key, $1.order ?? 0) },
                omittedCount: number == 0 ? omittedCount : 0)
        }
    }

    private static func index(of context: EvaluationContext, in groups: inout [Group]) -> Int {
        if let index = groups.firstIndex(where: { $0.context == context }) { return index }
        groups.append(Group(context: context))
        return groups.count - 1
    }
}

extension EvaluationSummary.Entry {
    fileprivate mutating func add(_ reads: Int, _ target: Evaluation.ReadTarget) {
        switch target {
        case .value: valueReads += reads
        case .payload: variantReads += reads
        }
    }

    /// Adds the reads of another entry for the same flag.
    fileprivate mutating func add(_ other: EvaluationSummary.Entry) {
        valueReads += other.valueReads
        variantReads += other.variantReads
    }
}
