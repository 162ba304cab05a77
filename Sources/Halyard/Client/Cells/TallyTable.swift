// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics

/// The tallies of the threads that read a client's flags, looked up by thread number.
///
/// There is room for 256 threads at a time; reads of others take the slow path.
struct TallyTable: ~Copyable {
    static let count = 256

    // Sound: allocated once and freed in `deinit`; `ThreadTally` documents what protects its members.
    let tallies: UnsafeMutablePointer<ThreadTally>
    private let nothing: UnsafeMutablePointer<ThreadTally.Entry>

    init() {
        tallies = .allocate(capacity: Self.count)
        nothing = .allocate(capacity: 1)
        nothing.initialize(to: ThreadTally.Entry())
        for place in 0..<Self.count { (tallies + place).initialize(to: ThreadTally(nothing)) }
    }

    deinit {
        tallies.deinitialize(count: Self.count)
        tallies.deallocate()
        nothing.deinitialize(count: 1)
        nothing.deallocate()
    }

    /// The calling thread's tally; nil when it has none.
    func find(_ thread: UInt64) -> UnsafeMutablePointer<ThreadTally>? {
        // Row "tally found": a thread finds its own number only where it has written it.
        place(thread) { halyard_load_relaxed($0.owner) == thread }
    }

    /// Assigns a tally to the calling thread; nil when there is no room.
    ///
    /// Called under the lock of the cells.
    func add(_ thread: UInt64, _ counts: ThreadCounts) -> UnsafeMutablePointer<ThreadTally>? {
        guard let tally = place(thread, where: { halyard_load_relaxed($0.owner) == 0 }) else { return nil }
        ThreadTally.begin(tally, thread, counts)
        return tally
    }

    /// Frees the tally of a thread that has ended; called under the lock of the cells.
    func end(_ tally: UnsafeMutablePointer<ThreadTally>) { ThreadTally.end(tally, nothing) }

    /// The first matching place, searched from the thread's own.
    private func place(
        _ thread: UInt64, where isWanted: (UnsafeMutablePointer<ThreadTally>) -> Bool
    ) -> UnsafeMutablePointer<ThreadTally>? {
        let own = FlagCells.tallyPlace(thread)
        for distance in 0..<Self.count {
            let tally = tallies + (own + distance) % Self.count
            if isWanted(tally) { return tally }
        }
        return nil
    }
}
