// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Memory for slots, looked up by the hashes of their names; at most half of them are in use.
struct SlotTable: @unchecked Sendable {
    // Sound: freed once, by its owner. `ReadSlot` says who may touch which member.
    let slots: UnsafeMutablePointer<ReadSlot>
    /// The number of slots; a power of two.
    let capacity: Int
    private var used = 0

    /// The largest number of slots: no thread reads so many flags at a time, and each takes memory.
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

    /// Whether a name has a slot, or another slot may be used.
    func hasRoom(for name: String, _ hash: UInt64) -> Bool {
        Self.place(of: name, hash, in: slots, mask).pointee.hash != 0 || 2 * (used + 1) <= capacity
    }

    /// The slot of a name, which gets one if it has none; there must be room.
    mutating func slot(of name: String, _ hash: UInt64) -> UnsafeMutablePointer<ReadSlot> {
        let slot = Self.place(of: name, hash, in: slots, mask)
        if slot.pointee.hash == 0 {
            used += 1
            slot.pointee.hash = hash
            slot.pointee.name = name
        }
        return slot
    }

    /// A table of twice the size with the same slots, which leave this one.
    func doubled() -> SlotTable {
        var larger = SlotTable(capacity: 2 * capacity)
        for index in 0..<capacity where slots[index].hash != 0 {
            let slot = Self.place(of: slots[index].name, slots[index].hash, in: larger.slots, larger.mask)
            swap(&slots[index], &slot.pointee)
        }
        larger.used = used
        return larger
    }

    func forEach(_ body: (UnsafeMutablePointer<ReadSlot>) -> Void) {
        for index in 0..<capacity where slots[index].hash != 0 { body(slots + index) }
    }

    /// The slot of a name, or the free one that it would get.
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
