// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// What was evaluated since the last window was closed.
///
/// The counts themselves ride on the flags and in the client's cells; here is which ones, and what no flag could count.
struct CountingWindow {
    /// A flag that was read in this window.
    private struct Touched {
        var flag: Flag
        var fallback: FlagValue
        var context: EvaluationContext
        /// How often a cell served it that is shut by now.
        var cellReads = 0
    }

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
    private var touched: [Touched] = []
    private var openCells: [CellBlock.Place: Touched?] = [:]
    private var irregular: [Irregular: EvaluationSummary.Entry] = [:]
    private var uncounted = 0

    init(start: Instant) {
        self.start = start
    }

    /// Puts a flag on the list; its counters tell how often it was read.
    mutating func note(_ flag: Flag, _ fallback: FlagValue, for context: EvaluationContext) {
        touched.append(Touched(flag: flag, fallback: fallback, context: context))
    }

    // MARK: Cells

    /// Lets later reads of a flag be answered and counted by a cell.
    ///
    /// - Parameter isCounted: Whether somebody wants to know of them.
    mutating func open(
        _ cells: FlagCells, _ flag: Flag, _ fallback: FlagValue, for context: EvaluationContext, isCounted: Bool
    ) {
        if let place = cells.find(flag.key, flag.hash), openCells[place] != nil {
            // Somebody else was faster, or the cell is full.
            guard place.isFull else { return }
            shut(place)
        }
        guard let place = cells.open(flag.key, flag.hash, flag.value) else { return }
        let served = isCounted ? Touched(flag: flag, fallback: fallback, context: context) : nil
        openCells.updateValue(served, forKey: place)
    }

    /// Shuts all cells; what they counted belongs to this window.
    mutating func shutAll() {
        for place in openCells.keys { shut(place) }
    }

    /// Shuts the cell of a flag that is replaced.
    mutating func shut(_ cells: FlagCells, _ flag: Flag) {
        if let place = cells.find(flag.key, flag.hash) { shut(place) }
    }

    private mutating func shut(_ place: CellBlock.Place) {
        guard let opened = openCells.removeValue(forKey: place) else { return }
        let reads = place.shut()
        guard var touched = opened, reads > 0 else { return }
        touched.cellReads = reads
        self.touched.append(touched)
    }

    // MARK: Counting

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
    ///
    /// The cells must be shut.
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
            let place = places[ObjectIdentifier(touched.flag)] ?? entries.count
            if place == entries.count {
                places[ObjectIdentifier(touched.flag)] = place
                let entry = EvaluationSummary.Entry(
                    flag: touched.flag, key: touched.flag.key, fallback: touched.fallback,
                    valueReads: touched.flag.valueReads.exchange(0, ordering: .relaxed),
                    variantReads: touched.flag.variantReads.exchange(0, ordering: .relaxed))
                entries.append((entry, touched.context))
            }
            entries[place].0.valueReads += touched.cellReads
        }
        return entries.filter { $0.0.valueReads + $0.0.variantReads > 0 }
    }
}
