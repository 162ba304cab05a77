// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// What was evaluated since the last window was closed.
///
/// The counts themselves ride on the flags and in the client's cells; here is which ones, and what no flag could count.
struct CountingWindow {
    /// An evaluation that did not serve a flag's own value.
    private struct Irregular: Hashable {
        var key: String
        var error: ErrorCode?
        var context: EvaluationContext

        /// By the name alone: a context with many attributes takes long to hash, and hardly ever makes a difference.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// How many different unknown names one window counts; the names come from the app, and a loop may invent them.
    private static let irregularLimit = 1000

    private let start: Instant
    /// Flags that were read; their counters tell how often, but for reads that ended in a cell.
    private var touched: [ServedReads] = []
    private var irregular: [Irregular: EvaluationSummary.Entry] = [:]
    private var uncounted = 0

    init(start: Instant) {
        self.start = start
    }

    /// Puts a flag on the list.
    mutating func note(_ flag: Flag, _ fallback: FlagValue, for context: EvaluationContext) {
        touched.append(ServedReads(served: ServedFlag(flag: flag, fallback: fallback, context: context), reads: 0))
    }

    // MARK: Counting

    /// Takes what was read from cells.
    mutating func add(_ reads: [ServedReads]) { touched += reads }

    /// Counts a read that got the caller's default because of an error, or because an unlisted flag is off.
    mutating func countIrregular(
        _ key: String, _ flag: Flag?, _ facet: Evaluation.Facet, error: ErrorCode?, fallback: FlagValue,
        for context: EvaluationContext
    ) {
        let kind = Irregular(key: key, error: error, context: context)
        guard irregular[kind] != nil || irregular.count < Self.irregularLimit else {
            uncounted += 1
            return
        }
        let new = EvaluationSummary.Entry(flag: flag, key: key, fallback: fallback, error: error)
        switch facet {
        case .value: irregular[kind, default: new].valueReads += 1
        case .variant: irregular[kind, default: new].variantReads += 1
        }
    }

    /// Sets the flags' tallies back; one summary for each context that was evaluated for, in a stable order.
    func close(at end: Instant) -> [EvaluationSummary] {
        if touched.isEmpty, irregular.isEmpty, uncounted == 0 { return [] }
        var groups: [(context: EvaluationContext, entries: [EvaluationSummary.Entry])] = []
        func add(_ entry: EvaluationSummary.Entry, for context: EvaluationContext) {
            if let index = groups.firstIndex(where: { $0.context == context }) {
                groups[index].entries.append(entry)
            } else {
                groups.append((context, [entry]))
            }
        }
        for (entry, context) in flagEntries() { add(entry, for: context) }
        for (kind, entry) in irregular { add(entry, for: kind.context) }
        if groups.count > 1 { groups.sort { $0.context.cacheKey < $1.context.cacheKey } }
        return groups.enumerated().map { number, group in
            EvaluationSummary(
                context: group.context, start: start, end: end, entries: group.entries.sorted { $0.key < $1.key },
                uncounted: number == 0 ? uncounted : 0)
        }
    }

    /// One entry for each flag object: it may stand on the list for each of its facets and several times for its cell.
    private func flagEntries() -> [(EvaluationSummary.Entry, EvaluationContext)] {
        var entries: [(EvaluationSummary.Entry, EvaluationContext)] = []
        var places: [ObjectIdentifier: Int] = [:]
        for touched in touched {
            let served = touched.served
            let place = places[ObjectIdentifier(served.flag)] ?? entries.count
            if place == entries.count {
                places[ObjectIdentifier(served.flag)] = place
                let entry = EvaluationSummary.Entry(
                    flag: served.flag, key: served.flag.key, fallback: served.fallback,
                    valueReads: served.flag.valueReads.exchange(0, ordering: .relaxed),
                    variantReads: served.flag.variantReads.exchange(0, ordering: .relaxed))
                entries.append((entry, served.context))
            }
            entries[place].0.valueReads += touched.reads
        }
        return entries.filter { $0.0.valueReads + $0.0.variantReads > 0 }
    }
}
