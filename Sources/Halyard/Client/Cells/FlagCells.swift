// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import HalyardSupport

/// A client's cache for plain reads of scalars: a cell for each name that was read, which holds the value.
///
/// A cell is opened by a read that took the slow path, and shut before anything changes that the read depended on; while it
/// is shut, reads take the slow path. So readers need no lock, and only the slow path knows about hooks, events, defaults
/// and expiry. Each time a cell is opened, what it serves gets a new version; each thread counts its own reads by version,
/// and the sums are taken on demand.
@usableFromInline
final class FlagCells: @unchecked Sendable {
    // Sound: `map` and `threads` say what readers may touch; cells are opened and shut, names added and counts taken
    // under the lock of `ledger`.

    let map = CellMap()
    let threads = TallyTable()
    private let ledger = Lock(CellLedger())
    /// Taken before the ledger's lock by callers that need it for a short time; see `inTurn`.
    private let turn = Lock(())
    /// Runs between two holds of the ledger's lock; for tests.
    private let betweenHolds: @Sendable () -> Void

    // The parts that the fast path needs: it is not inlined where it goes through non-copyable types.
    @usableFromInline let entries: UnsafeMutablePointer<CellBlock.Entry>
    @usableFromInline let cells: UnsafeMutablePointer<CellBlock.Cell>
    @usableFromInline let tallies: UnsafeMutablePointer<ThreadTally>
    /// The word of the scopes' gate, which lives as long as `scopes`.
    @usableFromInline let scopeWord: UnsafeMutablePointer<UInt64>
    private let scopes: ScopeGate

    /// - Parameter scopes: Whether tests declare flags, which cells do not hold.
    init(_ scopes: ScopeGate = .shared, betweenHolds: @escaping @Sendable () -> Void = {}) {
        self.scopes = scopes
        scopeWord = scopes.word
        self.betweenHolds = betweenHolds
        (entries, cells, tallies) = (map.first.entries, map.first.cells, threads.tallies)
    }

    deinit { ledger.withLock { $0.freeCounts() } }

    // MARK: Opening and shutting

    /// Opens a flag's cell for later reads, if what they would depend on is still current.
    ///
    /// - Parameter served: Makes what the reads are counted for; nil where they are not reported.
    func open(_ flag: Flag, ifCurrent isCurrent: () -> Bool, for served: () -> ServedFlag?) {
        guard CellWord.holds(flag.value) else { return }
        inTurn { ledger in
            guard isCurrent(), let place = place(of: flag, &ledger) else { return }
            ledger.open(place, flag.value, served())
        }
    }

    private func place(of flag: Flag, _ ledger: inout CellLedger) -> CellMap.Place? {
        if let place = map.find(flag.key, flag.hash) { return place }
        guard let place = map.add(flag.key, flag.hash, ledger.places.count) else { return nil }
        ledger.add(place)
        return place
    }

    /// Shuts all cells and returns what was read from them.
    func shutAll() -> CellLedger.Taken {
        takeEnded()
        return work(.shut, on: allNumbers)
    }

    /// Forgets what was served for an identity and is no longer served.
    func forget(_ context: EvaluationContext) -> CellLedger.Taken { work(.forget(context), on: allNumbers) }

    /// Shuts the cells whose reads depend on what is replaced, replaces it, and returns what was read from them.
    ///
    /// None of them is opened before the replacement is done, so once a reader has seen the new, the old is not seen again.
    ///
    /// - Parameter flags: Finds the flags that are replaced, among all that were served so far; nil when it is not only
    ///   flags.
    func replace(_ flags: (() -> [Flag])?, _ replace: () -> Void) -> CellLedger.Taken {
        ledger.withLock { $0.replacements += 1 }
        let taken =
            if let flags {
                work(.shut, on: flags().compactMap { map.find($0.key, $0.hash)?.number }[...])
            } else {
                work(.shut, on: allNumbers)
            }
        ledger.withLock { ledger in
            replace()
            ledger.replacements -= 1
        }
        return taken
    }

    private var allNumbers: Range<Int> { 0..<ledger.withLock { $0.places.count } }

    /// Works on cells in batches, one for each hold of the lock, and lets waiting threads in between the batches.
    private func work<Numbers: Collection<Int> & Sendable>(
        _ work: CellLedger.Work, on numbers: Numbers
    ) -> CellLedger.Taken where Numbers.SubSequence == Numbers {
        var numbers = numbers
        var taken = CellLedger.Taken()
        while !numbers.isEmpty {
            turn.withLock { _ in }
            taken += ledger.withLock { $0.work(work, on: &numbers) }
            betweenHolds()
        }
        return taken
    }

    /// Takes the ledger's lock for a short time, before a walk takes it again.
    ///
    /// A lock goes to whichever thread gets there first, so a walk could take it again and again while readers wait. It first
    /// lets all threads through that wait at `turn`; they hold that until they have had the ledger.
    private func inTurn<Result: Sendable>(_ body: (inout CellLedger) -> Result) -> Result {
        turn.withLock { _ in ledger.withLock { body(&$0) } }
    }

    /// The number of threads that the ledger knows.
    var threadCount: Int { ledger.withLock { $0.threadCount } }

    /// The most steps of work that were done in one hold of the ledger's lock.
    var mostSteps: Int { ledger.withLock { $0.mostSteps } }

    // MARK: Reading with the lock

    /// Counts a read for the calling thread, which has not counted this version yet; nil where it must take the slow path.
    func takeFirst(
        _ place: CellMap.Place, _ kind: CellWord.Kind, by thread: UInt64
    ) -> (word: CellWord, beside: FlagValue)? {
        guard let tally = threads.find(thread) ?? begin(), let counts = tally.pointee.counts else { return nil }
        // Memory is allocated before the lock is taken; only the thread itself adds to its own entries.
        // Sound: the lock's body runs once, before the call returns.
        nonisolated(unsafe) let more =
            counts.entry(place.number) == nil ? ThreadCounts.makeSegment(for: place.number) : nil
        return inTurn { ledger in
            if let more { counts.add(more, for: place.number) }
            guard place.word.serves(kind), let entry = counts.entry(place.number) else { return nil }
            ledger.begin(place, counts)
            ThreadTally.Entry.begin(entry, place.word.version, beside: place.cell.pointee.value)
            return (place.word, place.cell.pointee.value)
        }
    }

    /// Gives the calling thread a tally; nil when there is no room.
    private func begin() -> UnsafeMutablePointer<ThreadTally>? {
        guard let life = halyard_life_begin() else { return nil }
        let thread = halyard_thread()
        inTurn { $0.begin(thread, life, in: threads) }
        takeEnded()
        return threads.find(thread)
    }

    /// Collects the counts of threads that have ended, and frees their memory.
    private func takeEnded() {
        while true {
            let (freed, isDone) = inTurn { ledger in
                ledger.noteEnds(in: threads)
                return (ledger.takeEnded(), !ledger.hasEnded)
            }
            freed?.free()
            if isDone { return }
            betweenHolds()
        }
    }
}
