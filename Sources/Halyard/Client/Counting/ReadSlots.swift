// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import HalyardSupport

/// A client's cache for plain scalar reads: each thread has its own slots, which contain the values that it read and count
/// the reads.
///
/// Everything that a read depends on (flags, context, hooks, consent) belongs to a *generation*, a number that each change
/// increments. A slot serves its value while its generation is the client's. After that, the thread's next read looks the
/// flag up again. So a read takes no lock and no locked instruction, and the cost of a change doesn't depend on earlier
/// reads.
@usableFromInline
final class ReadSlots: @unchecked Sendable {
    private struct Threads {
        /// By the address of the thread's `life` object, which the slots retain.
        var slots: [UInt: ThreadSlots] = [:]
        /// The number of ended threads when they were last checked.
        var ends: UInt64 = 0
    }

    /// Two copies of this code in one process can share the threads' entries, so each copy starts at a random number.
    private static let lastClient = AtomicNumber(UInt64.random(in: 1 << 32..<1 << 62))

    /// The client's number, which no other client of the process ever has.
    @usableFromInline let client = ReadSlots.lastClient.next()
    // Sound: both point into `generation` and `scopes`, which have the same lifetime, and are read with atomic operations.
    @usableFromInline let generationWord: UnsafeMutablePointer<UInt64>
    @usableFromInline let scopeWord: UnsafeMutablePointer<UInt64>

    private let generation = AtomicNumber(1)
    private let scopes: ScopeGate
    private let windows: CountingWindows
    private let threads = Lock(Threads())
    /// A callback for tests between taking the reads of ended threads and removing their slots.
    private let beforeRemoval: @Sendable () -> Void

    /// Creates slots for a client.
    ///
    /// - Parameters:
    ///   - windows: The windows that receive the counts of reads.
    ///   - scopes: The gate that indicates whether tests declare flags, which slots never serve.
    init(
        _ windows: CountingWindows, _ scopes: ScopeGate = .shared, beforeRemoval: @escaping @Sendable () -> Void = {}
    ) {
        self.windows = windows
        self.scopes = scopes
        self.beforeRemoval = beforeRemoval
        generationWord = generation.word
        scopeWord = scopes.number.word
    }

    // MARK: Generations

    /// The current generation.
    ///
    /// A state that is read afterwards is at least as new.
    var currentGeneration: UInt64 { generation.acquired }

    /// Begins a new generation, so that slots stop serving older values.
    ///
    /// Call it before a reader can see what has changed.
    func raise() { generation.next() }

    // MARK: Counts

    /// Adds the counts of all threads to the window.
    ///
    /// - Returns: The slots of threads that have ended. Release them outside all locks.
    func collect() -> [ThreadSlots] { collect(threads.withLock { Array($0.slots.values) }) }

    private func collect(_ slots: [ThreadSlots]) -> [ThreadSlots] {
        // Check this before the counts are taken, because ended threads add nothing more.
        let ended = slots.filter(\.hasEnded)
        for slots in slots { slots.drain(into: windows) }
        beforeRemoval()
        if ended.isEmpty { return [] }
        threads.withLock { threads in
            threads.slots = threads.slots.filter { _, slots in !ended.contains { $0 === slots } }
        }
        return ended
    }

    /// Drops the counts for an identity.
    ///
    /// - Returns: The objects to release outside all locks.
    func forgetReads(of context: EvaluationContext) -> [ServedFlag] {
        let forgotten = threads.withLock { Array($0.slots.values) }.flatMap { $0.forgetReads(of: context) }
        // Begin the generation afterwards, because reads in a new generation count.
        raise()
        return forgotten
    }

    /// The number of threads that have slots.
    var threadCount: Int { threads.withLock { $0.slots.count } }

    // MARK: Reading beyond the fast path

    /// Returns a Boolean value that indicates whether slots can serve a read.
    func mayServe(_ hash: UInt64) -> Bool {
        // Zero marks a free slot.
        halyard_load_relaxed(scopeWord) == 0 && hash != 0
    }

    /// Returns the value in the calling thread's slot and counts the read, or returns `nil` if the flag must be looked up.
    func find(_ name: String, _ hash: UInt64, _ type: SlotType) -> FlagValue? {
        let own = halyard_own_of(client)
        if own.pointee.client != client, remembered() == nil { return nil }
        guard let slots = own.pointee.slots?.assumingMemoryBound(to: ReadSlot.self) else { return nil }
        let slot = SlotTable.place(of: name, hash, in: slots, own.pointee.mask)
        guard slot.pointee.hash != 0, slot.pointee.generation == halyard_load_acquire(generationWord),
            type.includes(slot.pointee.value)
        else { return nil }
        slot.countRead()
        return slot.pointee.value
    }

    /// Counts a snapshot's read in the calling thread's slot for a flag.
    ///
    /// - Returns: `false` if there's no slot in this generation.
    func countRead(_ viewed: FlagIdentity) -> Bool {
        let own = halyard_own_of(client)
        guard own.pointee.client == client, let slots = own.pointee.slots?.assumingMemoryBound(to: ReadSlot.self)
        else { return false }
        let slot = SlotTable.place(of: "", viewed.slotHash, in: slots, own.pointee.mask)
        guard slot.pointee.viewed == viewed, slot.pointee.generation == halyard_load_acquire(generationWord) else {
            return false
        }
        slot.countRead()
        return true
    }

    /// Stores a flag in the calling thread's slot, and counts one read.
    ///
    /// The slot serves the flag's value to the thread's later reads, or counts its later reads of snapshots.
    ///
    /// - Parameters:
    ///   - viewed: The identity of the flag and its context for reads of snapshots, or `nil` for the client's own reads.
    ///   - generation: The generation from before the lookup.
    /// - Returns: A Boolean value that indicates whether the thread has slots. An ending thread has none.
    func fill(_ served: ServedFlag, as viewed: FlagIdentity? = nil, _ generation: UInt64) -> Bool {
        guard let slots = ThreadSlots.known(for: client) ?? remembered() ?? register() else { return false }
        slots.fill(served, as: viewed, generation, reporting: windows)
        return true
    }

    /// Lets the calling thread find its slots again after another client that it reads has taken the entry.
    private func remembered() -> ThreadSlots? {
        guard let life = halyard_life_of_thread() else { return nil }
        let address = UInt(bitPattern: life)
        let known = threads.withLock { $0.slots[address] }
        known?.remember()
        return known
    }

    /// Creates slots for the calling thread, and releases slots of threads that have ended since the last call.
    private func register() -> ThreadSlots? {
        guard let life = halyard_life_of_thread() else { return nil }
        let slots = ThreadSlots(life, client: client)
        let address = UInt(bitPattern: life)
        let others = threads.withLock { threads -> [ThreadSlots] in
            let ends = halyard_ended_lives()
            let others = ends == threads.ends ? [] : Array(threads.slots.values)
            threads.ends = ends
            threads.slots[address] = slots
            return others
        }
        slots.remember()
        _ = collect(others.filter(\.hasEnded))
        return slots
    }
}
