// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// The tallies of the threads that read a client's flags, found by the threads' identities.
///
/// There is room for 256 threads; reads of others take the long way.
struct TallyTable: ~Copyable {
    private static let count = 256

    // Sound: allocated once and freed in `deinit`; the tally says what protects its members.
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

    /// The thread's tally; nil when it has none.
    func find(_ thread: UInt) -> UnsafeMutablePointer<ThreadTally>? {
        var place = FlagCells.tallyPlace(thread)
        for _ in 0..<Self.count {
            let owner = tallies[place].owner.load(ordering: .acquiring)
            if owner == thread { return tallies + place }
            if owner == 0 { return nil }
            place = (place + 1) % Self.count
        }
        return nil
    }

    /// Gives a thread a tally; nil when there is no room.
    ///
    /// One thread at a time.
    func add(_ thread: UInt) -> UnsafeMutablePointer<ThreadTally>? {
        var place = FlagCells.tallyPlace(thread)
        for _ in 0..<Self.count {
            if tallies[place].owner.load(ordering: .relaxed) == 0 {
                // Readers do not ask whether there is room for a cell of the first block.
                tallies[place].reserve(CellMap.firstCapacity - 1, for: thread)
                return tallies + place
            }
            place = (place + 1) % Self.count
        }
        return nil
    }
}
