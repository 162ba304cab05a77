// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import CHalyardAtomics

/// One thread's record of a client's cells: how often it read each, and its own references to values beside the words.
///
/// What only one thread writes needs no locked instruction, which would cost twice as much as the rest of a read, and what
/// only one thread reads can be replaced without synchronisation. So each thread has a tally of its own until it ends.
@usableFromInline
struct ThreadTally: ~Copyable {
    /// The owner's record of one cell.
    @usableFromInline
    struct Entry: ~Copyable {
        /// A `CellCount`, which only the owner writes.
        ///
        /// First, so that a pointer to the entry is one to it.
        var count: UInt64 = 0
        /// The value beside the word of the version that is counted.
        ///
        /// Sound: only the owner reads and writes it.
        @usableFromInline var value = FlagValue.null
        /// How much of the count has been taken.
        ///
        /// Sound: read and written under the lock of the cells.
        var taken: UInt32 = 0
    }

    /// The number of the thread; 0 while the tally is free.
    ///
    /// First, so that a pointer to the tally is one to it.
    var owner: UInt64 = 0
    // Sound: both are written under the lock of the cells, by the owner or after its end, and read by the owner alone.
    /// The entries of the first block's cells.
    @usableFromInline private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var counts: ThreadCounts?

    /// Makes a free tally.
    ///
    /// - Parameter nothing: A placeholder for the entries while there are none.
    init(_ nothing: UnsafeMutablePointer<Entry>) { entries = nothing }

    // MARK: Reading

    /// Counts a read by the owner; false when the count belongs to another version, or is full.
    @inlinable
    @inline(__always)
    func count(_ number: Int, _ word: CellWord) -> Bool {
        // Row "read counts".
        let bits = halyard_load_relaxed((entries + number).count)
        guard let next = CellCount(bits: bits).adding(word) else { return false }
        halyard_store_relaxed((entries + number).count, next.bits)
        return true
    }

    /// The text beside a word, counted as a read by the owner; nil when the count belongs to another version, or is full.
    @inlinable
    @inline(__always)
    func text(_ number: Int, _ word: CellWord) -> String? {
        // Row "read counts".
        let bits = halyard_load_relaxed((entries + number).count)
        guard let next = CellCount(bits: bits).adding(word), case .string(let text) = entries[number].value else {
            return nil
        }
        halyard_store_relaxed((entries + number).count, next.bits)
        return text
    }

    /// The value beside any word, counted as a read by the owner; nil when the count belongs to another version, or is full.
    func value(_ number: Int, _ word: CellWord) -> FlagValue? {
        guard let entry = counts?.entry(number) else { return nil }
        // Row "read counts".
        let bits = halyard_load_relaxed(entry.count)
        guard let next = CellCount(bits: bits).adding(word) else { return nil }
        let value = word.isBeside ? entry.pointee.value : .null
        halyard_store_relaxed(entry.count, next.bits)
        return value
    }

    // MARK: Under the lock of the cells

    // One member at a time: a `mutating` function would claim all of them, while other threads load the atomic ones.

    /// Assigns a tally to a thread; called by the thread.
    static func begin(_ tally: UnsafeMutablePointer<ThreadTally>, _ thread: UInt64, _ counts: ThreadCounts) {
        guard let first = counts.first else { return }
        tally.pointee.entries = first
        tally.pointee.counts = counts
        // Row "tally found".
        halyard_store_relaxed(tally.owner, thread)
    }

    /// Frees the tally of a thread that has ended.
    static func end(_ tally: UnsafeMutablePointer<ThreadTally>, _ nothing: UnsafeMutablePointer<Entry>) {
        tally.pointee.entries = nothing
        tally.pointee.counts = nil
        // Row "tally found".
        halyard_store_relaxed(tally.owner, 0)
    }
}

extension ThreadTally.Entry {
    /// Begins to count another version, with one read; called by the owner, under the lock of the cells.
    static func begin(_ entry: UnsafeMutablePointer<Self>, _ version: UInt32, beside value: FlagValue) {
        entry.pointee.value = value
        entry.pointee.taken = 0
        // Row "read counts".
        halyard_store_relaxed(entry.count, CellCount(version, 1).bits)
    }

    /// The reads in a count that have not been taken yet; called under the lock of the cells.
    ///
    /// None where it holds fewer than were taken. That cannot happen, because a count of one version only grows; but if it
    /// did, it must not crash the app.
    static func take(_ entry: UnsafeMutablePointer<Self>, _ present: CellCount) -> Int {
        let taken = entry.pointee.taken
        if present.count <= taken { return 0 }
        entry.pointee.taken = present.count
        return Int(present.count - taken)
    }
}

// Sound: each is the first member, whose address is that of the structure (`CellBlockTests/layout`).
extension UnsafeMutablePointer<ThreadTally> {
    /// The owner, which is read and written by atomic steps only.
    @inlinable @inline(__always)
    var owner: UnsafeMutablePointer<UInt64> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self) }
}

extension UnsafeMutablePointer<ThreadTally.Entry> {
    /// The count, which is read and written by atomic steps only.
    @inlinable @inline(__always)
    var count: UnsafeMutablePointer<UInt64> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self) }
}
