// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics

/// The cells of a client by name.
///
/// There is room for about nine thousand names; reads of others take the slow path.
struct CellMap: ~Copyable {
    /// A name's cell.
    // Sound: `CellBlock.Cell` says how its members are protected.
    struct Place: Hashable, @unchecked Sendable {
        /// Counted over all blocks.
        let number: Int
        let cell: UnsafeMutablePointer<CellBlock.Cell>
    }

    /// The number of names that fit in the first block, and in each further one.
    static let firstCapacity = CellBlock.firstEntryCount / CellBlock.spread
    static let otherCapacities = [1024, 8192]

    // Sound: blocks stay where they are until `deinit`, and further ones exist before `otherCount` includes them.
    // Names are added by one thread at a time.
    let first = CellBlock(capacity: CellMap.firstCapacity, start: 0)
    private let others = UnsafeMutablePointer<CellBlock>.allocate(capacity: CellMap.otherCapacities.count)
    private let otherCount = AtomicNumber()

    deinit {
        for number in 0..<Int(halyard_load_acquire(otherCount.word)) { others[number].free() }
        others.deallocate()
        first.free()
    }

    func find(_ name: String, _ hash: UInt64) -> Place? {
        if let index = first.find(name, hash) { return Place(first, index) }
        // Row "block found".
        for block in 0..<Int(halyard_load_acquire(otherCount.word)) {
            if let index = others[block].find(name, hash) { return Place(others[block], index) }
        }
        return nil
    }

    /// Assigns the next cell to a name; nil when there is no room.
    func add(_ name: String, _ hash: UInt64, _ number: Int) -> Place? {
        // Zero marks a free entry, so such a name gets no cell.
        if hash == 0 { return nil }
        // Relaxed: blocks are added only under the lock of the cells.
        var count = Int(otherCount.relaxed)
        var block = count == 0 ? first : others[count - 1]
        if number == block.start + block.capacity {
            guard count < Self.otherCapacities.count else { return nil }
            block = CellBlock(capacity: Self.otherCapacities[count], start: number)
            (others + count).initialize(to: block)
            count += 1
            // Row "block added".
            halyard_store_release(otherCount.word, UInt64(count))
        }
        block.add(name, hash, number - block.start)
        return Place(block, number - block.start)
    }
}

extension CellMap.Place {
    init(_ block: CellBlock, _ index: Int) { self.init(number: block.start + index, cell: block.cells + index) }

    /// Whether the cell serves something.
    var isOpen: Bool { !word.serves(.shut) }

    // Row "word read".
    var word: CellWord { CellWord(bits: halyard_load_acquire(cell.word)) }
}
