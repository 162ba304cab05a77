// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Where a client's plain reads of scalars end: a cell for each name that was read, with the value and the count in it.
///
/// A cell is opened by a read that took the long way, and shut before anything changes that the read depended on; while it
/// is shut, reads take the long way. So readers need no lock and keep nothing alive, and the long way alone knows about
/// hooks, events, defaults and expiry.
///
/// Names are found by their hashes in blocks of memory that neither move nor go before the client does. There is room for
/// some nine thousand names; reads of others take the long way.
@usableFromInline
final class FlagCells: @unchecked Sendable {
    // Sound: a block's memory stays where it is until `deinit`, when no reader has the object any more, and further blocks
    // are there before `otherCount` tells of them. `CellBlock` and `CellStripe` say what protects their members. Whoever
    // opens, shuts or adds cells does so under the lock of the client's `CountingWindow`.

    /// How many names the first block has room for, and the further ones.
    @usableFromInline static let firstCapacity = 128
    static let otherCapacities = [1024, 8192]

    @usableFromInline let first = CellBlock(capacity: FlagCells.firstCapacity)
    private let others = UnsafeMutablePointer<CellBlock>.allocate(capacity: FlagCells.otherCapacities.count)
    private let otherCount = Atomic<Int>(0)
    /// How many cells of the last block are used.
    private var used = 0
    @usableFromInline let scopes = ScopeGate.shared

    init() {}

    deinit {
        for number in 0..<otherCount.load(ordering: .acquiring) { others[number].free() }
        others.deallocate()
        first.free()
    }

    /// The cell of a name; nil when it was never opened.
    func find(_ name: String, _ hash: UInt64) -> CellBlock.Place? {
        if let number = first.find(name, hash) { return first.place(number) }
        for block in 0..<otherCount.load(ordering: .acquiring) {
            if let number = others[block].find(name, hash) { return others[block].place(number) }
        }
        return nil
    }

    /// Opens the cell of a name, which must be shut; nil when there is no room, cells hold no such values, or somebody still
    /// copies what it served before.
    func open(_ name: String, _ hash: UInt64, _ value: FlagValue) -> CellBlock.Place? {
        guard let word = CellWord(serving: value), let place = find(name, hash) ?? add(name, hash) else { return nil }
        return place.open(word, value) ? place : nil
    }

    private func add(_ name: String, _ hash: UInt64) -> CellBlock.Place? {
        // No hash is as good as this one: it marks a free entry.
        if hash == 0 { return nil }
        var count = otherCount.load(ordering: .relaxed)
        if used == (count == 0 ? first : others[count - 1]).capacity {
            guard count < Self.otherCapacities.count else { return nil }
            (others + count).initialize(to: CellBlock(capacity: Self.otherCapacities[count]))
            used = 0
            count += 1
            otherCount.store(count, ordering: .releasing)
        }
        let block = count == 0 ? first : others[count - 1]
        block.add(name, hash, used)
        defer { used += 1 }
        return block.place(used)
    }
}
