// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A hash table of slots, of which at most half are in use.
struct SlotTable: @unchecked Sendable {
    // Sound: freed once, by its owner. `ReadSlot` documents which thread can access which member.
    let slots: UnsafeMutablePointer<ReadSlot>
    /// The number of slots, which is a power of two.
    let capacity: Int
    private var used = 0
    /// The generation of the flags that snapshots read in these slots.
    var snapshotGeneration: UInt64 = 0

    /// The maximum number of slots.
    ///
    /// No thread reads so many flags at a time, and each slot takes memory.
    static let largest = 2048

    /// Allocates slots.
    init(capacity: Int = 16) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: ReadSlot()) }
    }

    func free() {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    var mask: UInt64 { UInt64(capacity - 1) }

    /// Returns a Boolean value that indicates whether a name has a slot or can get one.
    func hasRoom(for name: String, _ hash: UInt64) -> Bool {
        Self.place(of: name, hash, in: slots, mask).pointee.hash != 0 || 2 * (used + 1) <= capacity
    }

    /// Returns the slot of a name, and assigns one if necessary.
    ///
    /// The table must have room.
    mutating func slot(of name: String, _ hash: UInt64) -> UnsafeMutablePointer<ReadSlot> {
        let slot = Self.place(of: name, hash, in: slots, mask)
        if slot.pointee.hash == 0 {
            used += 1
            slot.pointee.hash = hash
            slot.pointee.name = name
        }
        return slot
    }

    /// Returns a table with room for more slots, which receives all slots of this table that aren't outdated.
    ///
    /// If there are too many slots, the new table is empty.
    func withRoom() -> SlotTable {
        var moving: [UnsafeMutablePointer<ReadSlot>] = []
        forEach { if !$0.pointee.isOutdated { moving.append($0) } }
        let newCapacity = 4 * moving.count < capacity ? capacity : 2 * capacity
        if newCapacity > Self.largest { return SlotTable() }
        var table = SlotTable(capacity: newCapacity)
        for slot in moving {
            let hash = slot.pointee.hash
            var place = Int(truncatingIfNeeded: hash & table.mask)
            // Two slots of snapshots can have the same name and hash.
            while table.slots[place].hash != 0 { place = (place + 1) & (newCapacity - 1) }
            swap(&slot.pointee, &table.slots[place])
        }
        table.used = moving.count
        table.snapshotGeneration = snapshotGeneration
        return table
    }

    func forEach(_ body: (UnsafeMutablePointer<ReadSlot>) -> Void) {
        for index in 0..<capacity where slots[index].hash != 0 { body(slots + index) }
    }

    /// Returns the slot of a name, or the free slot that it would get.
    static func place(
        of name: String, _ hash: UInt64, in slots: UnsafeMutablePointer<ReadSlot>, _ mask: UInt64
    ) -> UnsafeMutablePointer<ReadSlot> {
        var place = Int(truncatingIfNeeded: hash & mask)
        while slots[place].hash != 0, slots[place].hash != hash || slots[place].name != name {
            place = (place + 1) & Int(truncatingIfNeeded: mask)
        }
        return slots + place
    }
}
