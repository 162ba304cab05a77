// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// What one thread knows of a client's cells: how often it read each, and its own references to what does not fit words.
///
/// What only one thread writes needs no locked instruction, which would cost twice as much as the rest of a read, and what
/// only one thread reads may be replaced without asking any other. So each thread has a tally of its own, until it ends.
@usableFromInline
struct ThreadTally: ~Copyable {
    /// What the owner knows of one cell.
    @usableFromInline
    struct Entry: ~Copyable {
        /// A `CellCount`, which only the owner writes.
        @usableFromInline let count = Atomic<UInt64>(0)
        /// What the version that is counted serves beside its word.
        ///
        /// Sound: only the owner reads and writes it.
        @usableFromInline var value = FlagValue.null
        /// How much of the count was taken.
        ///
        /// Sound: read and written under the lock of the cells.
        var taken: UInt32 = 0
    }

    /// The number of the thread; 0 while the tally is free.
    @usableFromInline let owner = Atomic<UInt64>(0)
    // Sound: both are written under the lock of the cells, by the owner or after its end, and read by the owner alone.
    /// The entries of the first block's cells.
    @usableFromInline private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var counts: ThreadCounts?

    /// Makes a free tally.
    ///
    /// - Parameter nothing: What stands for entries while there are none.
    init(_ nothing: UnsafeMutablePointer<Entry>) { entries = nothing }

    // MARK: Reading

    /// Counts a read of the owner's; false when the count is about another version, or full.
    @inlinable
    @inline(__always)
    func count(_ number: Int, _ word: CellWord) -> Bool {
        // Row "read counts".
        let bits = entries[number].count.load(ordering: .relaxed)
        guard let next = CellCount(bits: bits).adding(word) else { return false }
        entries[number].count.store(next.bits, ordering: .relaxed)
        return true
    }

    /// The text beside a word, counted as a read of the owner's; nil when the count is about another version, or full.
    @inlinable
    @inline(__always)
    func text(_ number: Int, _ word: CellWord) -> String? {
        // Row "read counts".
        let bits = entries[number].count.load(ordering: .relaxed)
        guard let next = CellCount(bits: bits).adding(word), case .string(let text) = entries[number].value else {
            return nil
        }
        entries[number].count.store(next.bits, ordering: .relaxed)
        return text
    }

    /// What stands beside any word, counted as a read of the owner's; nil when the count is about another version, or full.
    func value(_ number: Int, _ word: CellWord) -> FlagValue? {
        guard let entry = counts?.entry(number) else { return nil }
        // Row "read counts".
        let bits = entry.pointee.count.load(ordering: .relaxed)
        guard let next = CellCount(bits: bits).adding(word) else { return nil }
        let value = word.isBeside ? entry.pointee.value : .null
        entry.pointee.count.store(next.bits, ordering: .relaxed)
        return value
    }

    // MARK: Under the lock of the cells

    /// Makes the tally a thread's; called by the thread.
    mutating func begin(_ thread: UInt64, _ new: ThreadCounts) {
        guard let first = new.first else { return }
        (entries, counts) = (first, new)
        // Row "tally found".
        owner.store(thread, ordering: .relaxed)
    }

    /// Frees the tally of a thread that has ended.
    mutating func end(_ nothing: UnsafeMutablePointer<Entry>) {
        (entries, counts) = (nothing, nil)
        // Row "tally found".
        owner.store(0, ordering: .relaxed)
    }
}

extension ThreadTally.Entry {
    /// Begins to count another version, with one read; called by the owner, under the lock of the cells.
    mutating func begin(_ version: UInt32, beside value: FlagValue) {
        self.value = value
        taken = 0
        // Row "read counts".
        count.store(CellCount(version, 1).bits, ordering: .relaxed)
    }

    /// How many reads the count holds that were not taken before; called under the lock of the cells.
    ///
    /// None where it holds fewer than were taken. A count of one version only grows, so that cannot be; it must not end the app.
    mutating func take(_ present: CellCount) -> Int {
        if present.count <= taken { return 0 }
        defer { taken = present.count }
        return Int(present.count - taken)
    }
}
