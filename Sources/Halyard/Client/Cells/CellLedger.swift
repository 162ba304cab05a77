// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread
internal import Synchronization

/// A flag that a cell serves, and what is reported of its reads.
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

/// What is known to those who open and shut cells and take their counts; protected by the lock of `FlagCells`.
///
/// First reads wait for that lock, so work on many cells is done in parts of a limited size, each under the lock by itself.
struct CellLedger {
    /// The most that is done while the lock is held: a cell is one step, and each thread's count of it is one more.
    static let stepLimit = 1024

    /// What is taken out under the lock.
    ///
    /// Let go of it after the lock: the last reference to a context may run code of the app, which may read flags.
    struct Taken: Sendable {
        var reads: [ServedReads] = []
        /// What is not served any more.
        var dropped: [ServedFlag] = []

        static func += (left: inout Taken, right: Taken) {
            left.reads += right.reads
            left.dropped += right.dropped
        }
    }

    /// What a cell served under one version.
    private struct Version {
        let number: UInt32
        /// Nil where no one wants to know of the reads.
        let flag: ServedFlag?
        /// What threads have counted and was not reported yet.
        var reads = 0
        /// Whether some thread may still add to its count.
        var isCounted = false
    }

    /// A thread that reads, or has ended and whose counts are being taken.
    private struct Thread {
        /// Freed after the thread has left the list.
        let counts: ThreadCounts
        /// Nil once the thread has ended.
        // Sound: the table keeps it for as long as the cells are there, which own the ledger.
        nonisolated(unsafe) var tally: UnsafeMutablePointer<ThreadTally>?
        /// The first cell whose count was not taken since the end.
        var next = 0
    }

    /// The cells that have a name, by their numbers.
    private(set) var places: [CellMap.Place] = []
    /// How many replacements are going on; no cell is opened meanwhile.
    var replacements = 0
    /// The most steps of one hold so far.
    private(set) var mostSteps = 0
    /// What all threads that read have counted.
    private var threads: [Thread] = []
    /// How many threads had ended when it was last noted which.
    private var ends: UInt64 = 0
    /// What each cell serves, and served as long as a thread may still add to a count of that.
    private var versions: [[Version]] = []
    private var lastVersion: UInt32 = 0

    // MARK: Cells

    mutating func add(_ place: CellMap.Place) {
        places.append(place)
        versions.append([])
    }

    mutating func open(_ place: CellMap.Place, _ value: FlagValue, _ flag: ServedFlag?) {
        // No version comes twice: some thread may still know the value of the first.
        guard replacements == 0, !place.isOpen, lastVersion < .max,
            let word = CellWord(serving: value, version: lastVersion + 1)
        else { return }
        lastVersion += 1
        versions[place.number].append(Version(number: lastVersion, flag: flag))
        place.cell.pointee.value = word.isBeside ? value : .null
        // Row "cell opened".
        place.cell.pointee.word.store(word.bits, ordering: .releasing)
    }

    /// What is done to cells, one after the other.
    enum Work: Sendable {
        /// They are shut and their counts taken.
        case shut
        /// What their past versions served for an identity is forgotten, and its reads are not reported.
        case forget(EvaluationContext)
    }

    /// Works on the first of some cells, on as many as one hold of the lock allows.
    mutating func work<Numbers: Collection<Int>>(_ work: Work, on numbers: inout Numbers) -> Taken
    where Numbers.SubSequence == Numbers {
        let cost = 1 + threads.count
        var taken = Taken()
        var steps = 0
        while let number = numbers.first, steps == 0 || steps + cost <= Self.stepLimit {
            numbers = numbers.dropFirst()
            steps += cost
            switch work {
            case .shut: shut(number, &taken)
            case .forget(let context): forget(context, number, &taken)
            }
        }
        mostSteps = max(mostSteps, steps)
        return taken
    }

    private mutating func shut(_ number: Int, _ taken: inout Taken) {
        let place = places[number]
        if place.isOpen {
            // Row "cell shut".
            place.cell.pointee.word.store(CellWord(bits: 0).bits, ordering: .releasing)
            place.cell.pointee.value = .null
        }
        report(number, &taken)
    }

    private mutating func forget(_ context: EvaluationContext, _ number: Int, _ taken: inout Taken) {
        let present = places[number].isOpen ? places[number].word.version : nil
        drop(number, &taken) { version in
            version.number != present && version.flag?.context.context.hasSameIdentity(as: context) == true
        }
    }

    // MARK: Counts

    /// Takes what threads have added to their counts of a cell.
    private mutating func report(_ number: Int, _ taken: inout Taken) {
        if versions[number].isEmpty { return }
        for index in versions[number].indices { versions[number][index].isCounted = false }
        for thread in threads { take(number, of: thread.counts) }
        for index in versions[number].indices {
            if let flag = versions[number][index].flag, versions[number][index].reads > 0 {
                taken.reads.append(ServedReads(served: flag, reads: versions[number][index].reads))
            }
            versions[number][index].reads = 0
        }
        // A thread that has not begun to count a version of a cell that is shut has nothing to add to it.
        drop(number, &taken) { !$0.isCounted }
    }

    private mutating func drop(_ number: Int, _ taken: inout Taken, _ isDropped: (Version) -> Bool) {
        guard versions[number].contains(where: isDropped) else { return }
        for version in versions[number] where isDropped(version) {
            if let flag = version.flag { taken.dropped.append(flag) }
        }
        versions[number].removeAll(where: isDropped)
    }

    private mutating func take(_ number: Int, of counts: ThreadCounts) {
        guard let entry = counts.entry(number) else { return }
        // Row "counts are taken".
        let count = CellCount(bits: entry.pointee.count.load(ordering: .relaxed))
        guard let index = versions[number].firstIndex(where: { $0.number == count.version }) else { return }
        versions[number][index].isCounted = true
        versions[number][index].reads += ThreadTally.Entry.take(entry, count)
    }

    /// Takes what the calling thread has counted of a cell, before it begins to count another version.
    mutating func begin(_ place: CellMap.Place, _ counts: ThreadCounts) { take(place.number, of: counts) }

    // MARK: Threads

    var threadCount: Int { threads.count }

    /// Whether counts of threads that ended are still to be taken.
    var hasEnded: Bool { threads.contains { $0.tally == nil } }

    /// Gives the calling thread a tally, if there is room.
    ///
    /// - Parameter life: The thread's life, whose reference is taken over.
    mutating func begin(_ thread: UInt64, _ life: OpaquePointer, in table: borrowing TallyTable) {
        noteEnds(in: table)
        let counts = ThreadCounts(life)
        if threads.count < 2 * TallyTable.count, let tally = table.add(thread, counts) {
            threads.append(Thread(counts: counts, tally: tally))
        } else {
            counts.free()
        }
    }

    /// Frees the tallies of threads that have ended; what they counted is still to be taken.
    mutating func noteEnds(in table: borrowing TallyTable) {
        let now = halyard_ended_lives()
        if now == ends { return }
        ends = now
        for index in threads.indices where threads[index].counts.hasEnded {
            if let tally = threads[index].tally.take() { table.end(tally) }
        }
        mostSteps = max(mostSteps, threads.count)
    }

    /// Takes what one thread that ended has counted, as much as one hold of the lock allows.
    ///
    /// - Returns: Its counts, to be freed, once all was taken.
    mutating func takeEnded() -> ThreadCounts? {
        guard let index = threads.firstIndex(where: { $0.tally == nil }) else { return nil }
        let (first, counts) = (threads[index].next, threads[index].counts)
        let next = min(first + Self.stepLimit, places.count)
        for number in first..<next { take(number, of: counts) }
        mostSteps = max(mostSteps, next - first)
        threads[index].next = next
        if next < places.count { return nil }
        threads.remove(at: index)
        return counts
    }

    func freeCounts() { for thread in threads { thread.counts.free() } }
}
