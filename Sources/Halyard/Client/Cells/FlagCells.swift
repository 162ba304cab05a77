// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

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

    // What the short way needs of them: it is not inlined where it goes through types that cannot be copied.
    @usableFromInline let entries: UnsafeMutablePointer<CellBlock.Entry>
    @usableFromInline let cells: UnsafeMutablePointer<CellBlock.Cell>
    @usableFromInline let tallies: UnsafeMutablePointer<ThreadTally>
    @usableFromInline let scopes: ScopeGate

    /// - Parameter scopes: Whether tests declare flags, which cells know nothing of.
    init(_ scopes: ScopeGate = .shared) {
        self.scopes = scopes
        (entries, cells, tallies) = (map.first.entries, map.first.cells, threads.tallies)
    }

    // MARK: Opening and shutting

    /// Lets later reads of a flag end in a cell, if what they would depend on is still current.
    ///
    /// - Parameter served: Makes what the reads are counted for; nil where nobody wants to know of them.
    func open(_ flag: Flag, ifCurrent isCurrent: () -> Bool, for served: () -> ServedFlag?) {
        guard CellWord.holds(flag.value) else { return }
        ledger.withLock { ledger in
            guard isCurrent(), let place = place(of: flag, &ledger) else { return }
            ledger.open(place, flag.value, served())
        }
    }

    private func place(of flag: Flag, _ ledger: inout CellLedger) -> CellMap.Place? {
        if let place = map.find(flag.key, flag.hash) { return place }
        guard let place = map.add(flag.key, flag.hash, ledger.count) else { return nil }
        ledger.count += 1
        return place
    }

    /// Shuts all cells; what was read from them.
    func shutAll() -> [ServedReads] {
        ledger.withLock { ledger in
            ledger.shutAll()
            ledger.takeAll()
            return ledger.tell()
        }
    }

    /// Forgets what was served for an identity and is not served any more.
    func forget(_ context: EvaluationContext) { ledger.withLock { $0.forget(context) } }

    /// Shuts the cells whose reads depend on what is replaced, and replaces it; what was read from them.
    ///
    /// In between no read begins at a cell of what is about to go, so nobody who has seen the new sees the old again.
    ///
    /// - Parameter flags: Finds the flags that are replaced, among all that were served so far; nil when it is not only
    ///   flags.
    func replace(_ flags: (() -> [Flag])?, _ replace: () -> Void) -> [ServedReads] {
        ledger.withLock { ledger in
            if let flags {
                for flag in flags() {
                    if let place = map.find(flag.key, flag.hash) { ledger.shut(place) }
                }
            } else {
                ledger.shutAll()
            }
            replace()
            return ledger.tell()
        }
    }

    // MARK: Reading with the lock

    /// Counts a read for the calling thread, which has not counted this version yet; nil where it must take the long way.
    func takeFirst(
        _ place: CellMap.Place, _ kind: CellWord.Kind, by thread: UInt
    ) -> (word: CellWord, beside: FlagValue)? {
        ledger.withLock { ledger in
            guard place.word.serves(kind) else { return nil }
            guard let tally = threads.find(thread) ?? threads.add(thread) else { return nil }
            ledger.begin(place, by: tally)
            return (place.word, place.cell.pointee.value)
        }
    }
}
