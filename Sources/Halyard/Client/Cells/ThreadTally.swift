// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// One thread's counts of a client's cells.
///
/// A counter that one thread writes needs no locked instruction, which would cost twice as much as the rest of a read. So
/// each thread counts in a tally of its own; one that gets the identity of a thread that has ended gets its tally too.
@usableFromInline
struct ThreadTally: ~Copyable {
    /// The identity of the thread; 0 while the tally is nobody's.
    @usableFromInline let owner = Atomic<UInt>(0)
    /// The cell whose value the owner is copying, counted from 1; 0 for none.
    @usableFromInline let copying = Atomic<Int>(0)
    // Sound: the owner alone replaces it, under the lock under which all others read it.
    @usableFromInline private(set) var counts: UnsafeMutablePointer<Atomic<UInt64>>
    private(set) var capacity = 0

    /// Makes a tally of nobody's.
    ///
    /// - Parameter nothing: What stands for counts until there is room for some.
    init(_ nothing: UnsafeMutablePointer<Atomic<UInt64>>) { counts = nothing }

    deinit { Self.free(counts, capacity) }

    // MARK: Reading

    /// Counts a read of the owner's; false when the count is about another version, or full.
    @inlinable
    @inline(__always)
    func count(_ number: Int, _ word: CellWord) -> Bool {
        let bits = counts[number].load(ordering: .relaxed)
        guard let next = CellCount(bits: bits).adding(word) else { return false }
        counts[number].store(next.bits, ordering: .relaxed)
        return true
    }

    // MARK: Under the lock of the cells

    /// Whether the owner is copying the value of a cell.
    ///
    /// Asked after the cell was shut: who comes later sees that, and copies nothing.
    func isCopying(_ number: Int) -> Bool { copying.load(ordering: .sequentiallyConsistent) == number + 1 }

    /// What the owner counts for a cell.
    func count(_ number: Int) -> CellCount {
        number < capacity ? CellCount(bits: counts[number].load(ordering: .relaxed)) : CellCount(0, 0)
    }

    /// Begins to count another version, with one read; called by the owner.
    func begin(_ number: Int, _ version: UInt32) {
        counts[number].store(CellCount(version, 1).bits, ordering: .relaxed)
    }

    /// Makes room for the counts of a cell; called by the owner, or for it before it is one.
    mutating func reserve(_ number: Int, for thread: UInt) {
        var newCapacity = max(capacity, CellMap.firstCapacity)
        while newCapacity <= number { newCapacity *= 2 }
        if newCapacity == capacity { return }
        // Said last, so that a thread that gets the owner's identity one day sees all of it.
        defer { owner.store(thread, ordering: .releasing) }
        let new = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: newCapacity)
        for number in 0..<newCapacity { (new + number).initialize(to: Atomic(count(number).bits)) }
        Self.free(counts, capacity)
        (counts, capacity) = (new, newCapacity)
    }

    private static func free(_ counts: UnsafeMutablePointer<Atomic<UInt64>>, _ capacity: Int) {
        if capacity == 0 { return }
        counts.deinitialize(count: capacity)
        counts.deallocate()
    }
}
