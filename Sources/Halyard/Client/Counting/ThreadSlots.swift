// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import HalyardSupport

/// A thread's slots for one client, until the thread or the client ends.
///
/// Takes 144 bytes for each slot, and has at least twice as many slots as the thread reads flags: 36 KiB for 100 flags, and
/// at most 288 KiB. Retains the flags of the client's last reads, and the flags that snapshots read in the last generation.
final class ThreadSlots: @unchecked Sendable {
    // Sound: the life is an atomic count, and is released once. The thread itself reads its slots without the lock.
    private let life: OpaquePointer
    private let client: UInt64
    private let table = Lock(SlotTable())

    /// Creates slots for the calling thread.
    init(_ life: OpaquePointer, client: UInt64) {
        halyard_life_retain(life)
        self.life = life
        self.client = client
    }

    deinit {
        table.withLock { $0.free() }
        halyard_life_release(life)
    }

    /// Returns the calling thread's slots for a client, or `nil` if the thread hasn't remembered them.
    static func known(for client: UInt64) -> ThreadSlots? {
        let own = halyard_own_of(client)
        guard own.pointee.client == client, let owner = own.pointee.owner else { return nil }
        // Sound: the client keeps the slots until it ends, never during a read, or until the thread ends and forgets its entries.
        return Unmanaged<ThreadSlots>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Lets the calling thread, which is the owner, find its slots.
    func remember() {
        let (slots, mask) = table.withLock { (UInt(bitPattern: $0.slots), $0.mask) }
        halyard_own_of(client).pointee = halyard_own(
            client: client, mask: mask, slots: UnsafeMutableRawPointer(bitPattern: slots),
            owner: Unmanaged.passUnretained(self).toOpaque())
    }

    /// A Boolean value that indicates whether the thread has ended.
    ///
    /// Everything that an ended thread counted is visible.
    var hasEnded: Bool { halyard_life_has_ended(life) }

    /// Stores a flag in the thread's slot, and counts one read.
    ///
    /// The slot serves the flag's value to the thread's later reads, or counts its later reads of snapshots. Only the thread
    /// itself calls this.
    ///
    /// - Parameters:
    ///   - served: The flag with its context.
    ///   - viewed: The identity of both for reads of snapshots, or `nil` for the client's own reads.
    ///   - generation: The generation in which the flag was found.
    ///   - windows: The windows that receive the slot's earlier counts.
    func fill(
        _ served: ServedFlag, as viewed: FlagIdentity?, _ generation: UInt64, reporting windows: CountingWindows
    ) {
        let name = viewed == nil ? served.flag.key : ""
        let hash = viewed?.slotHash ?? served.flag.hash
        let replaced = table.withLock { table -> Replaced in
            var replaced = Replaced()
            if viewed != nil, table.snapshotGeneration != generation {
                replaced.served = Self.takeOutdated(table, generation, windows)
                table.snapshotGeneration = generation
            }
            if !table.hasRoom(for: name, hash) {
                replaced.table = table
                table = table.withRoom()
                replaced.table?.forEach { Self.drain($0, windows) }
            }
            let slot = table.slot(of: name, hash)
            if let present = slot.pointee.served, present.isSame(as: served), slot.pointee.viewed == viewed {
                // The first read of a window is reported with its default value and its position in the order.
                if !slot.hasReads { slot.pointee.served = served }
            } else {
                Self.drain(slot, windows)
                if let present = slot.pointee.served { replaced.served.append(present) }
                slot.pointee.served = served
                slot.pointee.value = viewed == nil ? served.flag.value : .null
                slot.pointee.viewed = viewed
            }
            slot.pointee.generation = generation
            slot.countRead()
            return replaced
        }
        if let table = replaced.table {
            remember()
            table.free()
        }
    }

    /// The parts of a slot that a read replaces.
    ///
    /// They are released outside the lock. A context can have the last reference to an app's object, whose `deinit` can read
    /// flags.
    private struct Replaced: Sendable {
        var served: [ServedFlag] = []
        var table: SlotTable?
    }

    /// Takes the reads of flags that snapshots of earlier generations served, and releases these flags.
    ///
    /// Only the thread itself can call this, so that no read is using a slot at the same time.
    private static func takeOutdated(
        _ table: SlotTable, _ generation: UInt64, _ windows: CountingWindows
    ) -> [ServedFlag] {
        var outdated: [ServedFlag] = []
        table.forEach { slot in
            guard slot.pointee.viewed != nil, slot.pointee.generation != generation else { return }
            drain(slot, windows)
            if let served = slot.pointee.served.take() { outdated.append(served) }
        }
        return outdated
    }

    /// Adds the thread's reads since the last call to the window.
    func drain(into windows: CountingWindows) {
        table.withLock { $0.forEach { Self.drain($0, windows) } }
    }

    /// Adds the reads to the window before the lock is released, so that the next caller misses none.
    private static func drain(_ slot: UnsafeMutablePointer<ReadSlot>, _ windows: CountingWindows) {
        let reads = slot.takeReads()
        if reads > 0, let served = slot.pointee.served { windows.add(reads, of: served) }
    }

    /// Drops the counts for an identity.
    ///
    /// The thread keeps the values until it reads the flags again.
    ///
    /// - Returns: The objects to release outside all locks.
    func forgetReads(of context: EvaluationContext) -> [ServedFlag] {
        table.withLock { table in
            var forgotten: [ServedFlag] = []
            table.forEach { slot in
                guard let served = slot.pointee.served, served.context.context.hasSameIdentity(as: context) else {
                    return
                }
                forgotten.append(served)
                // Reads that are taken after this don't count until the thread fills the slot again.
                slot.pointee.served = nil
            }
            return forgotten
        }
    }
}
