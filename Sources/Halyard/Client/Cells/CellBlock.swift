// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics

/// Memory for cells, looked up by the hashes of their names; it does not move until it is freed.
@usableFromInline
struct CellBlock {
    /// A slot of the hash table, which holds at most one name.
    @usableFromInline
    struct Entry: ~Copyable {
        /// The name's hash; 0 while the entry is free.
        ///
        /// First, so that a pointer to the entry is one to it.
        var hash: UInt64 = 0
        // Sound: both are written before the hash is, and never again.
        @usableFromInline var name = ""
        @usableFromInline var index = 0
    }

    /// What a cell serves.
    @usableFromInline
    struct Cell: ~Copyable {
        /// A `CellWord`.
        ///
        /// First, so that a pointer to the cell is one to it.
        var word: UInt64 = 0
        /// The value, where it does not fit in the word.
        ///
        /// Sound: read and written under the lock of the cells; each thread has a reference of its own.
        var value = FlagValue.null
    }

    /// The number of entries per name; a power of two.
    static let spread = 8
    /// The number of entries in the first block: enough for 256 names, which is more than most apps read.
    @inlinable static var firstEntryCount: Int { 2048 }

    /// The number of names that fit; a power of two.
    let capacity: Int
    /// The number of the first cell.
    let start: Int
    /// Several per name, so that a search rarely has to probe further and always ends at a free entry.
    @usableFromInline let entries: UnsafeMutablePointer<Entry>
    @usableFromInline let cells: UnsafeMutablePointer<Cell>

    private var entryCount: Int { capacity * Self.spread }

    /// Allocates memory.
    init(capacity: Int, start: Int) {
        self.capacity = capacity
        self.start = start
        entries = .allocate(capacity: capacity * Self.spread)
        cells = .allocate(capacity: capacity)
        for index in 0..<entryCount { (entries + index).initialize(to: Entry()) }
        for index in 0..<capacity { (cells + index).initialize(to: Cell()) }
    }

    func free() {
        entries.deinitialize(count: entryCount)
        entries.deallocate()
        cells.deinitialize(count: capacity)
        cells.deallocate()
    }

    /// The index of a name's cell; nil when there is none.
    func find(_ name: String, _ hash: UInt64) -> Int? {
        var place = Int(truncatingIfNeeded: hash) & (entryCount - 1)
        while true {
            // Row "name found".
            let resident = halyard_load_acquire((entries + place).hash)
            if resident == 0 { return nil }
            if resident == hash, entries[place].name == name { return entries[place].index }
            place = (place + 1) & (entryCount - 1)
        }
    }

    /// Assigns the cell at an index to a name; no other name may have that index.
    func add(_ name: String, _ hash: UInt64, _ index: Int) {
        var place = Int(truncatingIfNeeded: hash) & (entryCount - 1)
        // Relaxed: names are added only under the lock of the cells.
        while halyard_load_relaxed((entries + place).hash) != 0 { place = (place + 1) & (entryCount - 1) }
        entries[place].name = name
        entries[place].index = index
        // Row "name added".
        halyard_store_release((entries + place).hash, hash)
    }
}

// Sound: each is the first member, whose address is that of the structure (`CellBlockTests/layout`).
extension UnsafeMutablePointer<CellBlock.Entry> {
    /// The hash, which is read and written by atomic steps only.
    @inlinable @inline(__always)
    var hash: UnsafeMutablePointer<UInt64> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self) }
}

extension UnsafeMutablePointer<CellBlock.Cell> {
    /// The word, which is read and written by atomic steps only.
    @inlinable @inline(__always)
    var word: UnsafeMutablePointer<UInt64> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self) }
}
