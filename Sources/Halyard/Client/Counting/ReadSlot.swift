// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import CHalyardThread

/// A flag's value from a thread's last read, and the number of the thread's reads.
///
/// Not copyable, because other threads can change some of its members while the owner reads other members.
@usableFromInline
struct ReadSlot: ~Copyable {
    /// The number of the thread's reads of a flag in this slot.
    ///
    /// It's the first member, so that a pointer to the slot is also a pointer to the count. Only the owner writes it, so it
    /// needs no locked instruction.
    private var count: UInt64 = 0

    // The owner reads these without a lock, and writes them under the lock of its slots.
    /// The generation of the client's reads in which the value was found, or 0 for none.
    @usableFromInline var generation: UInt64 = 0
    /// The name's hash, or 0 if the slot is free.
    @usableFromInline var hash: UInt64 = 0
    @usableFromInline var name = ""
    @usableFromInline var value = FlagValue.null
    /// The flag that snapshots read, in a slot that only counts.
    ///
    /// The slot's value is null, so the client's own reads never use it.
    var viewed: FlagIdentity?

    /// A Boolean value that indicates whether the slot has released a flag that snapshots of an earlier generation read.
    var isOutdated: Bool { viewed != nil && served == nil }

    // Both are read and written under the same lock.
    /// The flag that the reads are counted for, or `nil` if reads aren't reported.
    var served: ServedFlag?
    /// The number of reads that have been taken.
    fileprivate var taken: UInt64 = 0
}

/// The identities of a flag object and of the context that it's served for.
///
/// A provider can publish the same object for the next context.
struct FlagIdentity: Sendable, Hashable {
    private let flag: ObjectIdentifier
    private let context: ObjectIdentifier

    // Sound: compared only with a slot of the current generation, or an entry. Both retain the two objects.
    init(_ flag: EvaluatedFlag, _ context: ServedContext) {
        self.flag = ObjectIdentifier(flag)
        self.context = ObjectIdentifier(context)
    }

    /// The hash of its slot, which is never 0.
    var slotHash: UInt64 {
        // Mix as in MurmurHash3's finalizer, because addresses differ in few bits and the table uses the lowest bits.
        var mixed = UInt64(UInt(bitPattern: flag)) ^ UInt64(UInt(bitPattern: context)) &* 0xC2B2_AE3D_27D4_EB4F
        mixed ^= mixed >> 33
        mixed &*= 0xFF51_AFD7_ED55_8CCD
        mixed ^= mixed >> 33
        return max(mixed, 1)
    }
}

// Sound: the count is the first member, whose address is that of the structure (`ReadSlotsTests`).
extension UnsafeMutablePointer<ReadSlot> {
    /// The count, which is read and written only with atomic operations.
    @inlinable @inline(__always)
    var count: UnsafeMutablePointer<UInt64> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self) }

    /// Counts a read.
    ///
    /// Only the owner calls this.
    @inlinable
    @inline(__always)
    func countRead() { halyard_store_relaxed(count, halyard_load_relaxed(count) &+ 1) }

    /// Returns the number of reads since the last call.
    ///
    /// Call it under the lock of the thread's slots.
    func takeReads() -> Int {
        let count = halyard_load_relaxed(count)
        let reads = count &- pointee.taken
        pointee.taken = count
        return Int(clamping: reads)
    }

    /// A Boolean value that indicates whether reads have been counted since the last call to ``takeReads()``.
    var hasReads: Bool { halyard_load_relaxed(count) != pointee.taken }
}
