// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import CHalyardThread

// Inlined into the app: a read takes about 50 instructions there, and half as many again with a call.
extension ReadSlots {
    /// Returns the value in the calling thread's slot for a flag, and counts the read, or returns `nil` if the flag must be
    /// looked up.
    ///
    /// The casts are from a type to itself, so they disappear when the compiler specializes the code for the type.
    @inlinable
    @inline(__always)
    func value<Value>(of key: FlagKey<Value>) -> Value? {
        guard let slot = slot(of: key.name, key.hash) else { return nil }
        // Each pattern matches the slot itself, because a copy of the value would count references.
        if Value.self == Bool.self, case .bool(let value) = slot.pointee.value {
            slot.countRead()
            return value as? Value
        }
        if Value.self == String.self, case .string(let value) = slot.pointee.value {
            slot.countRead()
            return value as? Value
        }
        if Value.self == Int.self, case .int(let number) = slot.pointee.value, let value = Int(exactly: number) {
            slot.countRead()
            return value as? Value
        }
        if Value.self == Double.self, case .double(let value) = slot.pointee.value {
            slot.countRead()
            return value as? Value
        }
        if Value.self == Double.self, case .int(let number) = slot.pointee.value {
            slot.countRead()
            return Double(number) as? Value
        }
        return nil
    }

    /// Returns the calling thread's slot for a name, or `nil` if it doesn't serve the flag.
    ///
    /// Also returns `nil` if a slot with the same hash has another name. ``find(_:_:_:)`` distinguishes the two.
    @inlinable
    @inline(__always)
    func slot(of name: String, _ hash: UInt64) -> UnsafeMutablePointer<ReadSlot>? {
        let own = halyard_own_of(client)
        guard own.pointee.client == client, halyard_load_relaxed(scopeWord) == 0,
            let slots = own.pointee.slots?.assumingMemoryBound(to: ReadSlot.self)
        else { return nil }
        var place = hash & own.pointee.mask
        while slots[Int(truncatingIfNeeded: place)].hash != hash {
            if slots[Int(truncatingIfNeeded: place)].hash == 0 { return nil }
            place = (place &+ 1) & own.pointee.mask
        }
        let slot = slots + Int(truncatingIfNeeded: place)
        guard slot.pointee.generation == halyard_load_acquire(generationWord), slot.pointee.name == name else {
            return nil
        }
        return slot
    }
}
