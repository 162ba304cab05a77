// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// What one thread knows of a client's cells: how often it read each, and its own references to what does not fit words.
///
/// What only one thread writes needs no locked instruction, which would cost twice as much as the rest of a read, and what
/// only one thread reads may be replaced without asking anybody. So each thread has a tally of its own. A thread that gets
/// the identity of one that has ended inherits its tally; the system gives an identity away only after that end, so of the
/// two the heir sees everything.
@usableFromInline
struct ThreadTally: ~Copyable {
    /// What the owner knows of one cell.
    @usableFromInline
    struct Entry: ~Copyable {
        /// A `CellCount`.
        ///
        /// Stored after the value was read or written, and loaded before by whoever writes it next: an heir, at times.
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

    /// The identity of the thread; 0 while the tally is nobody's.
    @usableFromInline let owner = Atomic<UInt>(0)
    // Sound: the owner alone replaces it, under the lock under which all others read it.
    @usableFromInline private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var capacity = 0

    /// Makes a tally of nobody's.
    ///
    /// - Parameter nothing: What stands for entries until there is room for some.
    init(_ nothing: UnsafeMutablePointer<Entry>) { entries = nothing }

    deinit {
        if capacity == 0 { return }
        entries.deinitialize(count: capacity)
        entries.deallocate()
    }

    // MARK: Reading

    /// Counts a read of the owner's; false when the count is about another version, or full.
    @inlinable
    @inline(__always)
    func count(_ number: Int, _ word: CellWord) -> Bool {
        let bits = entries[number].count.load(ordering: .relaxed)
        guard let next = CellCount(bits: bits).adding(word) else { return false }
        entries[number].count.store(next.bits, ordering: .relaxed)
        return true
    }

    /// The text beside a word, counted as a read of the owner's; nil when the count is about another version, or full.
    @inlinable
    @inline(__always)
    func text(_ number: Int, _ word: CellWord) -> String? {
        let bits = entries[number].count.load(ordering: .acquiring)
        guard let next = CellCount(bits: bits).adding(word), case .string(let text) = entries[number].value else {
            return nil
        }
        entries[number].count.store(next.bits, ordering: .releasing)
        return text
    }

    /// What stands beside any word, counted as a read of the owner's; nil when the count is about another version, or full.
    func value(_ number: Int, _ word: CellWord) -> FlagValue? {
        let bits = entries[number].count.load(ordering: .acquiring)
        guard let next = CellCount(bits: bits).adding(word) else { return nil }
        let value = word.isBeside ? entries[number].value : .null
        entries[number].count.store(next.bits, ordering: .releasing)
        return value
    }

    // MARK: Under the lock of the cells

    /// What the owner counts for a cell.
    func count(_ number: Int) -> CellCount {
        number < capacity ? CellCount(bits: entries[number].count.load(ordering: .acquiring)) : CellCount(0, 0)
    }

    /// How many reads a count of a cell holds that were not taken before.
    ///
    /// None where it holds fewer than were taken. A count of one version only grows, so that cannot be; it must not end the app.
    func take(_ number: Int, _ count: CellCount) -> Int {
        if number >= capacity || count.count <= entries[number].taken { return 0 }
        defer { entries[number].taken = count.count }
        return Int(count.count - entries[number].taken)
    }

    /// Begins to count another version, with one read; called by the owner.
    func begin(_ number: Int, _ version: UInt32, beside value: FlagValue) {
        entries[number].value = value
        entries[number].taken = 0
        entries[number].count.store(CellCount(version, 1).bits, ordering: .releasing)
    }

    /// Makes room for a cell; called by the owner, or for it before it is one.
    mutating func reserve(_ number: Int, for thread: UInt) {
        var newCapacity = max(capacity, CellMap.firstCapacity)
        while newCapacity <= number { newCapacity *= 2 }
        if newCapacity == capacity { return }
        let new = UnsafeMutablePointer<Entry>.allocate(capacity: newCapacity)
        // Loads what an ended thread stored last, for the sake of its heir.
        for number in 0..<capacity { _ = count(number) }
        new.moveInitialize(from: entries, count: capacity)
        for number in capacity..<newCapacity { (new + number).initialize(to: Entry()) }
        if capacity > 0 { entries.deallocate() }
        (entries, capacity) = (new, newCapacity)
        // Said last, so that a thread that gets the owner's identity one day sees all of it.
        owner.store(thread, ordering: .releasing)
    }
}
