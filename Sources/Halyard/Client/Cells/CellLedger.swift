// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// A flag that a cell serves, and what is told of its reads.
struct ServedFlag: Sendable {
    var flag: Flag
    var fallback: FlagValue
    var context: ServedContext
}

/// How often a flag was read from a cell.
struct ServedReads: Sendable {
    var served: ServedFlag
    var reads: Int
}

/// What those must know who open and shut cells and take their counts; protected by the lock of `FlagCells`.
struct CellLedger {
    /// A thread's tally, and how much of each of its counts was taken.
    private struct Known {
        // Sound: it stays where it is for as long as the cells do, which own the ledger.
        nonisolated(unsafe) let tally: UnsafeMutablePointer<ThreadTally>
        var taken: [Int: UInt32] = [:]
    }

    /// How many cells have a name.
    var count = 0
    /// Those of all threads that read, and of those that ended.
    private var known: [Known] = []
    private var openPlaces: Set<CellMap.Place> = []
    /// What each version of a cell served; those of the past stay while a thread may still add to their counts.
    private var served: [Int: [UInt32: ServedFlag?]] = [:]
    private var lastVersion: UInt32 = 0
    /// What was taken and not told yet.
    private var untold: [ServedReads] = []

    // MARK: Cells

    mutating func open(_ place: CellMap.Place, _ value: FlagValue, _ flag: ServedFlag?) {
        // No version comes twice: some thread may still know the value of the first.
        guard !openPlaces.contains(place), lastVersion < .max,
            let word = CellWord(serving: value, version: lastVersion + 1)
        else { return }
        lastVersion += 1
        openPlaces.insert(place)
        served[place.number, default: [:]].updateValue(flag, forKey: word.version)
        place.cell.pointee.value = word.isBeside ? value : .null
        place.cell.pointee.word.store(word.bits, ordering: .releasing)
    }

    mutating func shut(_ place: CellMap.Place) {
        guard openPlaces.remove(place) != nil else { return }
        let last = place.word
        place.cell.pointee.word.store(CellWord(bits: 0).bits, ordering: .releasing)
        place.cell.pointee.value = .null
        take(place.number)
        // A thread that has not begun to count a version has nothing to add to it.
        let versions = Set(known.map { $0.tally.pointee.count(place.number).version }).union([last.version])
        served[place.number] = served[place.number]?.filter { versions.contains($0.key) }
    }

    mutating func shutAll() {
        for place in openPlaces { shut(place) }
    }

    // MARK: Counts

    /// Takes what threads have added to the counts of cells that were shut before.
    mutating func takeAll() {
        for number in served.keys { take(number) }
    }

    /// What was taken and not told yet.
    mutating func tell() -> [ServedReads] {
        defer { untold = [] }
        return untold
    }

    /// Forgets what past versions served for an identity; what is still read of them is not told.
    mutating func forget(_ context: EvaluationContext) {
        let present = Dictionary(uniqueKeysWithValues: openPlaces.map { ($0.number, $0.word.version) })
        for number in served.keys {
            served[number] = served[number]?.filter { version, flag in
                version == present[number] || flag?.context.context.hasSameIdentity(as: context) != true
            }
        }
    }

    private mutating func take(_ number: Int) {
        for index in known.indices { take(number, of: index) }
    }

    private mutating func take(_ number: Int, of index: Int) {
        let count = known[index].tally.pointee.count(number)
        let reads = count.count - known[index].taken[number, default: 0]
        guard reads > 0 else { return }
        known[index].taken[number] = count.count
        if let flag = served[number]?[count.version] ?? nil {
            untold.append(ServedReads(served: flag, reads: Int(reads)))
        }
    }

    /// Lets the calling thread count the present version of a cell, with one read.
    mutating func begin(_ place: CellMap.Place, by tally: UnsafeMutablePointer<ThreadTally>) {
        let index = known.firstIndex { $0.tally == tally } ?? known.count
        if index == known.count { known.append(Known(tally: tally)) }
        take(place.number, of: index)
        tally.pointee.reserve(place.number, for: tally.pointee.owner.load(ordering: .relaxed))
        tally.pointee.begin(place.number, place.word.version, beside: place.cell.pointee.value)
        known[index].taken[place.number] = 0
    }
}
