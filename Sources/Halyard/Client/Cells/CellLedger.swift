// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics
internal import CHalyardThread

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

/// The state needed to open and shut cells and to take their counts; protected by the lock of `FlagCells`.
///
/// First reads wait for that lock, so work on many cells is split into batches, each of which takes the lock separately.
struct CellLedger {
    /// The most steps done while the lock is held: a cell is one step, and each thread's count of it is one more.
    static let stepLimit = 1024

    /// What is taken out under the lock.
    ///
    /// Release it after the lock: dropping the last reference to a context may run app code, which may read flags.
    struct Taken: Sendable {
        var reads: [ServedReads] = []
        /// The flags that are no longer served.
        var dropped: [ServedFlag] = []

        static func += (left: inout Taken, right: Taken) {
            left.reads += right.reads
            left.dropped += right.dropped
        }
    }

    /// What a cell served under one version.
    private struct Version {
        let number: UInt32
        /// Nil where reads are not reported.
        let flag: ServedFlag?
        /// Reads that threads have counted and that have not been reported yet.
        var reads = 0
        /// Whether a thread may still add to its count.
        var isCounted = false
    }

    /// A thread that reads, or one that has ended and whose counts are being taken.
    private struct Thread {
        /// Freed after the thread has left the list.
        let counts: ThreadCounts
        /// Nil once the thread has ended.
        // Sound: the table keeps it for as long as the cells exist, which own the ledger.
        nonisolated(unsafe) var tally: UnsafeMutablePointer<ThreadTally>?
        /// The first cell whose count has not been taken since the thread ended.
        var next = 0
    }

    /// The cells that have a name, by their numbers.
    private(set) var places: [CellMap.Place] = []
    /// The number of replacements in progress; no cell is opened meanwhile.
    var replacements = 0
    /// The most steps done in one hold of the lock so far.
    private(set) var mostSteps = 0
    /// The counts of all threads that read.
    private var threads: [Thread] = []
    /// The number of threads that had ended when ended threads were last looked for.
    private var ends: UInt64 = 0
    /// What each cell serves, and the earlier versions to whose counts a thread may still add.
    private var versions: [[Version]] = []
    private var lastVersion: UInt32 = 0

    // MARK: Cells

    mutating func add(_ place: CellMap.Place) {
        places.append(place)
        versions.append([])
    }

    mutating func open(_ place: CellMap.Place, _ value: FlagValue, _ flag: ServedFlag?) {
        // No version is reused: a thread may still hold the value of the first.
        guard replacements == 0, !place.isOpen, lastVersion < .max,
            let word = CellWord(serving: value, version: lastVersion + 1)
        else { return }
        lastVersion += 1
        versions[place.number].append(Version(number: lastVersion, flag: flag))
        place.cell.pointee.value = word.isBeside ? value : .null
        // Row "cell opened".
        halyard_store_release(place.cell.word, word.bits)
    }

    /// Work to be done on each of several cells.
    enum Work: Sendable {
        /// They are shut and their counts taken.
        case shut
        /// What their past versions served for an identity is dropped, and its reads are not reported.
        case forget(EvaluationContext)
    }

    /// Works on the first cells of a list, as many as one hold of the lock allows.
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
            halyard_store_release(place.cell.word, CellWord(bits: 0).bits)
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

    /// Collects what threads have added to their counts of a cell.
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
        // A thread that has not begun to count a version of a shut cell has nothing to add to it.
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
        let count = CellCount(bits: halyard_load_relaxed(entry.count))
        guard let index = versions[number].firstIndex(where: { $0.number == count.version }) else { return }
        versions[number][index].isCounted = true
        versions[number][index].reads += ThreadTally.Entry.take(entry, count)
    }

    /// Collects what the calling thread has counted for a cell, before it begins to count another version.
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

    /// Collects the counts of one thread that has ended, as many as one hold of the lock allows.
    ///
    /// - Returns: Its counts, to be freed, once all of them are collected.
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
