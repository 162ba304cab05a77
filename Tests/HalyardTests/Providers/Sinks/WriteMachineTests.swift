// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import Halyard

@Suite("WriteMachine")
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

    /// Adds elements, and returns the batch for a new writer, or `nil` if no writer must start.
    private mutating func add(_ elements: Int...) -> [Int]? {
        var starts = false
        for element in elements { starts = machine.add(element) || starts }
        return starts ? machine.advance(nil).batch : nil
    }

    private mutating func finish(_ batch: [Int], _ done: Int, _ failure: String? = nil) -> WriteMachine<Int>.Effects {
        machine.advance(.init(batch: batch, report: WriteReport(done: done, failure: failure)))
    }

    @Test("Retries the oldest element alone after a failure, keeping the order")
    mutating func failure() {
        let full = "No space left on device"
        #expect(add(1, 2) == [1, 2])
        let failed = finish([1, 2], 1, full)
        #expect(failed.batch == nil)
        #expect(failed.diagnostics == [Self.notWritten])
        #expect(add(3) == [2])
        let again = finish([2], 0, full)
        #expect(again.batch == nil)
        #expect(again.diagnostics == [], "A series of failures is reported once.")
        #expect(add(4) == [2])
        let written = finish([2], 1)
        #expect(written.batch == [3, 4], "After a success, the machine writes all remaining elements.")
        #expect(finish([3, 4], 2).batch == nil)
        #expect(add(5) == [5])
        #expect(finish([5], 0, full).diagnostics == [Self.notWritten], "A new series of failures is reported again.")
    }

    @Test("Drops the oldest elements while writes fail, and reports them later")
    mutating func overflow() {
        let full = "No space left on device"
        #expect(add(1, 2, 3) == [1, 2, 3])
        #expect(add(4, 5) == nil, "Only one batch is written at a time.")
        #expect(finish([1, 2, 3], 0, full).diagnostics == [Self.notWritten])
        #expect(machine.droppedCount == 2)
        #expect(add(6) == [4], "4 and 5 replaced 1 and 2, and 6 replaced 3.")
        #expect(finish([4], 0, full).diagnostics == [])
        #expect(add(7) == [5], "7 replaced 4.")
        let effects = finish([5], 1)
        #expect(effects.batch == [6, 7])
        #expect(
            effects.diagnostics == [
                Self.dropped("4, the oldest first. The queue has room for 3, and nothing could be written: \(full).")
            ])
        #expect(machine.droppedCount == 4)
    }

    @Test("Reports elements dropped during a slow write when it ends")
    mutating func slowDisk() {
        #expect(add(1) == [1])
        #expect(add(2, 3, 4, 5) == nil)
        #expect(
            finish([1], 1).diagnostics == [
                Self.dropped("1, the oldest first. The queue has room for 3, and writing was too slow.")
            ])
        #expect(machine.droppedCount == 1)
    }

    @Test("Keeps elements added after earlier elements were forgotten")
    mutating func forgettingBeforeTheWrite() {
        let starts = machine.add(1)
        #expect(starts)
        machine.discard { _ in true }
        let startsAgain = machine.add(2)
        #expect(!startsAgain, "A writer is already starting.")
        #expect(machine.advance(nil).batch == [2])
        _ = finish([2], 0, "No space left on device")
        #expect(add(3) == [2])
    }

    @Test("Reports the dropped count and the reason when a flush fails")
    mutating func flushReports() {
        #expect(add(1, 2, 3) == [1, 2, 3])
        #expect(add(4) == nil)
        #expect(machine.flush(1) == (true, false))
        let effects = finish([1, 2, 3], 0, "Read-only file system")
        #expect(effects.flushed == [], "The flush was requested after the write began.")
        #expect(effects.batch == [2])
        let last = finish([2], 0, "Read-only file system")
        #expect(last.flushed == [1])
        #expect(last.batch == nil)
        #expect(
            last.diagnostics == [
                Self.dropped(
                    "1, the oldest first. The queue has room for 3, and nothing could be written: Read-only file system."
                )
            ])
    }

    @Test("Ends a flush when the elements present at its start are written")
    mutating func flushEnds() {
        #expect(machine.flush(1) == (false, false), "There's nothing to wait for.")
        #expect(add(1) == [1])
        #expect(machine.flush(2) == (true, false))
        _ = add(2)
        #expect(machine.flush(3) == (true, false))
        let first = finish([1], 1)
        #expect(first.flushed == [2])
        #expect(first.batch == [2])
        #expect(finish([2], 1).flushed == [3])
    }

    @Test("Retries the write on a flush after a failure")
    mutating func flushAfterFailure() {
        #expect(add(1) == [1])
        _ = finish([1], 0, "No space left on device")
        #expect(machine.flush(1) == (true, true))
        #expect(machine.advance(nil).batch == [1])
        #expect(finish([1], 1).flushed == [1])
    }

    @Test("Doesn't retry or wait for elements forgotten during a write")
    mutating func forgetting() {
        #expect(add(1, 2, 3) == [1, 2, 3])
        machine.discard { $0 == 2 }
        _ = finish([1, 2, 3], 0, "No space left on device")
        #expect(add(4) == [1])
        machine.discard { _ in true }
        #expect(machine.flush(7) == (true, false))
        let effects = finish([1], 0, "No space left on device")
        #expect(effects.flushed == [7])
        #expect(effects.batch == nil)
        #expect(add(6) == [6])
        #expect(machine.droppedCount == 0)
    }

    @Test("Counts and reports oversized elements immediately")
    mutating func oversized() {
        #expect(add(1, 2) == [1, 2])
        let effects = machine.advance(.init(batch: [1, 2], report: WriteReport(done: 2, oversized: 1)))
        #expect(machine.droppedCount == 1)
        #expect(
            effects.diagnostics == [
                Diagnostic(
                    "eventsDropped", .warning, subject: "a.jsonl",
                    "Events dropped: 1. Their lines are larger than half of the maximum size.",
                    suggestion: "Set a larger maximum size, or write fewer details about contexts.")
            ])
    }
}
