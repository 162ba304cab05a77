// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import HalyardSupport

/// Where a client's plain reads of scalars end: a cell for each name that was read, with the value in it.
///
/// A cell is opened by a read that took the long way, and shut before anything changes that the read depended on; while it
/// is shut, reads take the long way. So readers need no lock, and the long way alone knows about hooks, events, defaults and
/// expiry. Each time a cell is opened, what it serves gets another version; reads are counted by version, each thread's for
/// itself, and the sums are taken when somebody wants to know.
@usableFromInline
final class FlagCells: @unchecked Sendable {
    // Sound: `map` and `threads` say what readers may touch; cells are opened and shut, names added and counts taken
    // under the lock of `ledger`.

    let map = CellMap()
    let threads = TallyTable()
    private let ledger = Lock(CellLedger())
    /// Taken before the ledger's by those who need it for a short time; see `inTurn`.
    private let turn = Lock(())
    /// Runs between two holds of the ledger's lock: a test's.
    private let betweenHolds: @Sendable () -> Void

    // What the short way needs of them: it is not inlined where it goes through types that cannot be copied.
    @usableFromInline let entries: UnsafeMutablePointer<CellBlock.Entry>
    @usableFromInline let cells: UnsafeMutablePointer<CellBlock.Cell>
    @usableFromInline let tallies: UnsafeMutablePointer<ThreadTally>
    @usableFromInline let scopes: ScopeGate

    /// - Parameter scopes: Whether tests declare flags, which cells know nothing of.
    init(_ scopes: ScopeGate = .shared, betweenHolds: @escaping @Sendable () -> Void = {}) {
        self.scopes = scopes
        self.betweenHolds = betweenHolds
        (entries, cells, tallies) = (map.first.entries, map.first.cells, threads.tallies)
    }

    deinit { ledger.withLock { $0.freeCounts() } }

    // MARK: Opening and shutting

    /// Lets later reads of a flag end in a cell, if what they would depend on is still current.
    ///
    /// - Parameter served: Makes what the reads are counted for; nil where no one wants to know of them.
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

    /// Shuts all cells; what was read from them.
    func shutAll() -> CellLedger.Taken {
        takeEnded()
        return work(.shut, on: allNumbers)
    }

    /// Forgets what was served for an identity and is not served any more.
    func forget(_ context: EvaluationContext) -> CellLedger.Taken { work(.forget(context), on: allNumbers) }

    /// Shuts the cells whose reads depend on what is replaced, and replaces it; what was read from them.
    ///
    /// None of them is opened before it is replaced, so after the new was seen the old is not seen again.
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

    /// Works on cells, on a part of them in each hold of the lock, and lets those in who wait for it in between.
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
    /// A lock goes to any thread that comes, so a walk could take it again and again while readers wait. It lets all through
    /// that wait at `turn` first; they keep that until they have had the ledger.
    private func inTurn<Result: Sendable>(_ body: (inout CellLedger) -> Result) -> Result {
        turn.withLock { _ in ledger.withLock { body(&$0) } }
    }

    /// How many threads the ledger knows of.
    var threadCount: Int { ledger.withLock { $0.threadCount } }

    /// The most steps of work that were done in one hold of the ledger's lock.
    var mostSteps: Int { ledger.withLock { $0.mostSteps } }

    // MARK: Reading with the lock

    /// Counts a read for the calling thread, which has not counted this version yet; nil where it must take the long way.
    func takeFirst(
        _ place: CellMap.Place, _ kind: CellWord.Kind, by thread: UInt64
    ) -> (word: CellWord, beside: FlagValue)? {
        guard let tally = threads.find(thread) ?? begin(), let counts = tally.pointee.counts else { return nil }
        // Room is made before the lock is taken; only the thread itself adds to its own.
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

    /// Takes what threads have counted that ended, and gives their room back.
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
