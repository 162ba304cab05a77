// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

@Suite("What waits to be written")
struct WriteMachineTests {
    private var machine = WriteMachine<Int>(target: "a.jsonl", capacity: 3)

    private static let notWritten = Diagnostic(
        "eventsNotWritten", .warning, subject: "a.jsonl",
        "Events couldn't be written: No space left on device. Up to 3 of them remain in the queue.",
        suggestion: "Check that the folder exists and is writable, and that the disk isn't full.")

    private static func dropped(_ text: String) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: "a.jsonl", "Events dropped: \(text)",
            suggestion: "Check the destination, or set a larger capacity.")
    }

    /// Adds elements, and returns the batch that a writer gets, if one must be started.
    private mutating func add(_ elements: Int...) -> [Int]? {
        var starts = false
        for element in elements { starts = machine.add(element) || starts }
        return starts ? machine.advance(nil).batch : nil
    }

    private mutating func finish(_ batch: [Int], _ done: Int, _ failure: String? = nil) -> WriteMachine<Int>.Effects {
        machine.advance(.init(batch: batch, report: WriteReport(done: done, failure: failure)))
    }

    @Test("after a failure what was not written comes back in order, and the next event tries the oldest alone")
    mutating func failure() {
        let full = "No space left on device"
        #expect(add(1, 2) == [1, 2])
        let failed = finish([1, 2], 1, full)
        #expect(failed.batch == nil)
        #expect(failed.findings == [Self.notWritten])
        #expect(add(3) == [2])
        let again = finish([2], 0, full)
        #expect(again.batch == nil)
        #expect(again.findings == [], "a run of failures is told about once")
        #expect(add(4) == [2])
        let written = finish([2], 1)
        #expect(written.batch == [3, 4], "once it works again all are written")
        #expect(finish([3, 4], 2).batch == nil)
        #expect(add(5) == [5])
        #expect(finish([5], 0, full).findings == [Self.notWritten], "the next run is another one")
    }

    @Test("beyond the capacity the oldest are dropped, and reported when the run of failures ends")
    mutating func overflow() {
        let full = "No space left on device"
        #expect(add(1, 2, 3) == [1, 2, 3])
        #expect(add(4, 5) == nil, "one batch at a time")
        #expect(finish([1, 2, 3], 0, full).findings == [Self.notWritten])
        #expect(machine.droppedCount == 2)
        #expect(add(6) == [4], "1 and 2 made room for 4 and 5, and 3 for 6")
        #expect(finish([4], 0, full).findings == [])
        #expect(add(7) == [5], "and 4 for 7")
        let effects = finish([5], 1)
        #expect(effects.batch == [6, 7])
        #expect(
            effects.findings == [
                Self.dropped("4, the oldest first. The queue has room for 3, and nothing could be written: \(full).")
            ])
        #expect(machine.droppedCount == 4)
    }

    @Test("what a slow disk leaves no room for is dropped, and reported when the write is over")
    mutating func slowDisk() {
        #expect(add(1) == [1])
        #expect(add(2, 3, 4, 5) == nil)
        #expect(
            finish([1], 1).findings == [
                Self.dropped("1, the oldest first. The queue has room for 3, and writing was too slow.")
            ])
        #expect(machine.droppedCount == 1)
    }

    @Test("what is added after something was forgotten stays, also when the write that begins then fails")
    mutating func forgettingBeforeTheWrite() {
        let starts = machine.add(1)
        #expect(starts)
        machine.forget { _ in true }
        let startsAgain = machine.add(2)
        #expect(!startsAgain, "a writer is on its way")
        #expect(machine.advance(nil).batch == [2])
        _ = finish([2], 0, "No space left on device")
        #expect(add(3) == [2])
    }

    @Test("a flush that fails reports how many were dropped so far and why")
    mutating func flushReports() {
        #expect(add(1, 2, 3) == [1, 2, 3])
        #expect(add(4) == nil)
        #expect(machine.flush(1) == (true, false))
        let effects = finish([1, 2, 3], 0, "Read-only file system")
        #expect(effects.flushed == [], "the flush was asked for after the write had begun")
        #expect(effects.batch == [2])
        let last = finish([2], 0, "Read-only file system")
        #expect(last.flushed == [1])
        #expect(last.batch == nil)
        #expect(
            last.findings == [
                Self.dropped(
                    "1, the oldest first. The queue has room for 3, and nothing could be written: Read-only file system.")
            ])
    }

    @Test("a flush ends with the elements that were there, not with later ones")
    mutating func flushEnds() {
        #expect(machine.flush(1) == (false, false), "nothing to wait for")
        #expect(add(1) == [1])
        #expect(machine.flush(2) == (true, false))
        _ = add(2)
        #expect(machine.flush(3) == (true, false))
        let first = finish([1], 1)
        #expect(first.flushed == [2])
        #expect(first.batch == [2])
        #expect(finish([2], 1).flushed == [3])
    }

    @Test("a flush after a failure tries again")
    mutating func flushAfterFailure() {
        #expect(add(1) == [1])
        _ = finish([1], 0, "No space left on device")
        #expect(machine.flush(1) == (true, true))
        #expect(machine.advance(nil).batch == [1])
        #expect(finish([1], 1).flushed == [1])
    }

    @Test("what is forgotten while it is being written does not come back, and no flush waits for it")
    mutating func forgetting() {
        #expect(add(1, 2, 3) == [1, 2, 3])
        machine.forget { $0 == 2 }
        _ = finish([1, 2, 3], 0, "No space left on device")
        #expect(add(4) == [1])
        machine.forget { _ in true }
        #expect(machine.flush(7) == (true, false))
        let effects = finish([1], 0, "No space left on device")
        #expect(effects.flushed == [7])
        #expect(effects.batch == nil)
        #expect(add(6) == [6])
        #expect(machine.droppedCount == 0)
    }

    @Test("what can never be written is counted and reported at once")
    mutating func oversized() {
        #expect(add(1, 2) == [1, 2])
        let effects = machine.advance(.init(batch: [1, 2], report: WriteReport(done: 2, oversized: 1)))
        #expect(machine.droppedCount == 1)
        #expect(
            effects.findings == [
                Diagnostic(
                    "eventsDropped", .warning, subject: "a.jsonl",
                    "Events dropped: 1. Their lines are larger than half of the maximum size.",
                    suggestion: "Set a larger maximum size, or write fewer details about contexts.")
            ])
    }
}
