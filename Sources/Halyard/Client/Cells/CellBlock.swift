// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// Memory for cells, found by their names' hashes; it stays where it is until it is freed.
@usableFromInline
struct CellBlock {
    /// A place where a name may be found.
    @usableFromInline
    struct Entry: ~Copyable {
        /// The name's hash; 0 while the entry is free.
        @usableFromInline let hash = Atomic<UInt64>(0)
        // Sound: both are written before the hash is, and never again.
        @usableFromInline var name = ""
        @usableFromInline var number = 0
    }

    /// What a cell has beside its words.
    @usableFromInline
    struct Slot {
        /// What is served, if it does not fit a word.
        ///
        /// Sound: written while all words are shut and everybody who was counted has left, copied by those who are counted.
        @usableFromInline var value = FlagValue.null
        /// How many readers were to copy the value, ever, but for those since the cell was opened.
        var entered: UInt64 = 0
    }

    /// A cell as those see it who open and shut it.
    struct Place: Hashable {
        private let slot: UnsafeMutablePointer<Slot>
        private let stripes: UnsafeMutablePointer<CellStripe>
        private let stride: Int

        fileprivate init(_ block: CellBlock, _ number: Int) {
            (slot, stripes, stride) = (block.slots + number, block.stripes + number, block.capacity)
        }

        /// The cell as the calling thread reads it.
        var cell: FlagCells.Cell {
            FlagCells.Cell(slot, stripes + CellStripe.ofThisThread * stride)
        }

        /// Opens the cell, which must be shut; false while somebody still copies what it served before.
        func open(_ word: CellWord, _ value: FlagValue) -> Bool {
            var left: UInt64 = 0
            for stripe in 0..<CellStripe.count { left += self[stripe].left.load(ordering: .acquiring) }
            // While the cell is shut, nobody comes.
            guard left == slot.pointee.entered else { return false }
            slot.pointee.value = word.isBeside ? value : .null
            for stripe in 0..<CellStripe.count { self[stripe].word.store(word.bits, ordering: .releasing) }
            return true
        }

        /// Shuts the cell; how often it was read since it was opened.
        func shut() -> Int {
            var count = 0
            var isBeside = false
            for stripe in 0..<CellStripe.count {
                let bits = self[stripe].word.exchange(CellWord.shut.bits, ordering: .acquiringAndReleasing)
                count += CellWord(bits: bits).count
                isBeside = isBeside || CellWord(bits: bits).isBeside
            }
            if isBeside { slot.pointee.entered += UInt64(count) }
            return count
        }

        /// Whether some reads take the long way because the cell, which is open, cannot count any further.
        var isFull: Bool {
            (0..<CellStripe.count).contains { CellWord(bits: self[$0].word.load(ordering: .relaxed)).isFull }
        }

        private subscript(stripe: Int) -> CellStripe {
            _read { yield stripes[stripe * stride] }
        }
    }

    /// How many names there is room for; a power of two.
    let capacity: Int
    /// Four for each name, so that a search hardly ever goes on and always ends at a free one.
    @usableFromInline let entries: UnsafeMutablePointer<Entry>
    @usableFromInline let slots: UnsafeMutablePointer<Slot>
    /// All first words, then all second ones, and so on: two threads share no line of the cache.
    @usableFromInline let stripes: UnsafeMutablePointer<CellStripe>

    private var entryCount: Int { capacity * 4 }

    /// Allocates memory.
    init(capacity: Int) {
        self.capacity = capacity
        entries = .allocate(capacity: capacity * 4)
        slots = .allocate(capacity: capacity)
        stripes = .allocate(capacity: capacity * CellStripe.count)
        for index in 0..<entryCount { (entries + index).initialize(to: Entry()) }
        slots.initialize(repeating: Slot(), count: capacity)
        for index in 0..<capacity * CellStripe.count { (stripes + index).initialize(to: CellStripe()) }
    }

    func free() {
        entries.deinitialize(count: entryCount)
        entries.deallocate()
        slots.deinitialize(count: capacity)
        slots.deallocate()
        stripes.deinitialize(count: capacity * CellStripe.count)
        stripes.deallocate()
    }

    /// The number of a name's cell; nil when there is none.
    func find(_ name: String, _ hash: UInt64) -> Int? {
        var index = Int(truncatingIfNeeded: hash) & (entryCount - 1)
        while true {
            let resident = entries[index].hash.load(ordering: .acquiring)
            if resident == 0 { return nil }
            if resident == hash, entries[index].name == name { return entries[index].number }
            index = (index + 1) & (entryCount - 1)
        }
    }

    func place(_ number: Int) -> Place { Place(self, number) }

    /// Gives a name the cell of a number, which nobody else may have.
    func add(_ name: String, _ hash: UInt64, _ number: Int) {
        var index = Int(truncatingIfNeeded: hash) & (entryCount - 1)
        while entries[index].hash.load(ordering: .relaxed) != 0 { index = (index + 1) & (entryCount - 1) }
        entries[index].name = name
        entries[index].number = number
        entries[index].hash.store(hash, ordering: .releasing)
    }
}
