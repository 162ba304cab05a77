// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import HalyardSupport

/// A client's cache for plain reads of scalars: each thread has slots of its own, with the values that it read and how often.
///
/// Everything that a read depends on (flags, context, hooks, consent) belongs to a *generation*, a number that is raised by each
/// change. A slot serves its value while its generation is the client's. After that, the thread's next read looks the flag up
/// again. So a read takes no lock and no locked instruction, and a change costs the same whatever was read before.
@usableFromInline
final class ReadSlots: @unchecked Sendable {
    private struct Threads {
        /// By the address of the thread's life, which the slots keep.
        var slots: [UInt: ThreadSlots] = [:]
        /// The number of threads that had ended when ended threads were last looked for.
        var ends: UInt64 = 0
    }

    /// Two copies of this code in one process may share the threads' entries, so each begins somewhere else.
    private static let lastClient = AtomicNumber(UInt64.random(in: 1 << 32..<1 << 62))

    /// No other client of the process ever has this number.
    @usableFromInline let client = ReadSlots.lastClient.next()
    // Sound: both point into `generation` and `scopes`, which live as long, and are read by atomic steps.
    @usableFromInline let generationWord: UnsafeMutablePointer<UInt64>
    @usableFromInline let scopeWord: UnsafeMutablePointer<UInt64>

    private let generation = AtomicNumber(1)
    private let scopes: ScopeGate
    private let windows: CountingWindows
    private let threads = Lock(Threads())
    /// Runs between taking the reads of ended threads and removing their slots.
    ///
    /// For tests.
    private let beforeRemoval: @Sendable () -> Void

    /// Creates slots for a client.
    ///
    /// - Parameters:
    ///   - windows: Receives the counts of reads.
    ///   - scopes: Shows that tests declare flags, which slots never serve.
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

    /// The present generation.
    ///
    /// A state that is read afterwards is at least as new.
    var currentGeneration: UInt64 { generation.acquired }

    /// Begins a generation, so that slots stop serving older values.
    ///
    /// Call it before a reader can see what has changed.
    func raise() { generation.next() }

    // MARK: Counts

    /// Adds what all threads have counted to the window.
    ///
    /// - Returns: The slots of threads that have ended, to be released outside of all locks.
    func collect() -> [ThreadSlots] { collect(threads.withLock { Array($0.slots.values) }) }

    private func collect(_ slots: [ThreadSlots]) -> [ThreadSlots] {
        // Asked before the counts are taken: nothing is added to them after the end.
        let ended = slots.filter(\.hasEnded)
        for slots in slots { slots.take(into: windows) }
        beforeRemoval()
        if ended.isEmpty { return [] }
        threads.withLock { threads in
            threads.slots = threads.slots.filter { _, slots in !ended.contains { $0 === slots } }
        }
        return ended
    }

    /// Drops what was counted for an identity.
    ///
    /// - Returns: What to release outside of all locks.
    func forget(_ context: EvaluationContext) -> [ServedFlag] {
        let forgotten = threads.withLock { Array($0.slots.values) }.flatMap { $0.forget(context) }
        // Afterwards: what a thread reads in a new generation counts.
        raise()
        return forgotten
    }

    /// The number of threads that have slots.
    var threadCount: Int { threads.withLock { $0.slots.count } }

    // MARK: Reading beyond the fast path

    /// Returns whether slots can serve a read at all.
    func mayServe(_ hash: UInt64) -> Bool {
        // Zero marks a free slot.
        halyard_load_relaxed(scopeWord) == 0 && hash != 0
    }

    /// Returns the value in a slot of the calling thread, and counts the read.
    ///
    /// Nil if the flag must be looked up.
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

    /// Counts a view's read in the calling thread's slot for a flag.
    ///
    /// - Returns: False if there's none in this generation.
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

    /// Serves a flag's value to later reads of the calling thread, or counts its later reads of views, and counts one read.
    ///
    /// - Parameters:
    ///   - viewed: Identifies the flag and its context, for reads of views. Nil for the client's own.
    ///   - generation: The generation from before the flag was looked up.
    /// - Returns: Whether the thread has slots; it has none while it ends.
    func fill(_ served: ServedFlag, as viewed: FlagIdentity? = nil, _ generation: UInt64) -> Bool {
        guard let slots = ThreadSlots.known(for: client) ?? remembered() ?? register() else { return false }
        slots.fill(served, as: viewed, generation, reporting: windows)
        return true
    }

    /// Lets the calling thread find its slots again, after one of the other clients that it reads has taken the entry.
    private func remembered() -> ThreadSlots? {
        guard let life = halyard_life_of_thread() else { return nil }
        let address = UInt(bitPattern: life)
        let known = threads.withLock { $0.slots[address] }
        known?.remember()
        return known
    }

    /// Gives the calling thread slots, and releases those of threads that have ended since the last call.
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
