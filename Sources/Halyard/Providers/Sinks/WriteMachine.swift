// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The outcome of writing a batch of elements.
struct WriteReport: Sendable {
    /// How many elements from the front need not be written again: they were written, or never can be.
    var done = 0
    /// How many of these never can be, because they are too large.
    var oversized = 0
    /// Why the others were not written; nil when there are none.
    var failure: String?
}

/// Decides what happens to queued elements: when they are written, retried after a failure, dropped or forgotten.
///
/// One batch is written at a time. A run of failures begins with the first write that fails and ends with the first that
/// succeeds; during it, only one element is tried at a time.
struct WriteMachine<Element: Sendable>: Sendable {
    typealias FlushID = Int

    /// What is left to do after an event, outside of the lock.
    struct Effects: Sendable {
        /// What to write next; nil when the writer may end.
        var batch: [Element]?
        /// The flushes that are complete.
        var flushed: [FlushID] = []
        var findings: [Diagnostic] = []
    }

    /// A batch that was to be written, and its outcome.
    struct Finished: Sendable {
        var batch: [Element]
        var report: WriteReport
    }

    /// The name of the destination in findings.
    private let target: String
    private var waiting: RingBuffer<Element>
    private var isWriting = false
    /// Why the last write failed; nil when it did not.
    private var failure: String?
    private var added = 0
    private var unreported = 0
    private var flushes: [(id: FlushID, awaited: Int)] = []
    /// How many of the flushes were requested before the current write began.
    private var attempted = 0
    /// What must not come back from the current write if it fails.
    private var forgotten: [@Sendable (Element) -> Bool] = []
    private(set) var droppedCount = 0

    init(target: String, capacity: Int) {
        self.target = target
        waiting = RingBuffer(capacity: capacity)
    }

    /// Adds an element and returns whether a writer must be started.
    mutating func add(_ element: Element) -> Bool {
        added += 1
        if waiting.append(element) { drop(1) }
        return start()
    }

    /// Remembers a flush.
    ///
    /// - Returns: Whether it has to wait, and whether a writer must be started.
    mutating func flush(_ id: FlushID) -> (waits: Bool, starts: Bool) {
        if waiting.isEmpty, !isWriting { return (false, false) }
        flushes.append((id, awaited: added))
        return (true, start())
    }

    /// Continues after a batch, or begins.
    mutating func advance(_ finished: Finished?) -> Effects {
        var effects = Effects()
        if let finished {
            effects.findings = finish(finished)
            effects.flushed = takeFlushes(afterFailure: finished.report.failure != nil)
            // A flush requested while the write failed has not had an attempt yet.
            if failure != nil, flushes.isEmpty { isWriting = false }
        }
        if waiting.isEmpty {
            isWriting = false
            effects.flushed += flushes.map(\.id)
            flushes = []
        }
        guard isWriting else { return effects }
        attempted = flushes.count
        forgotten = []
        effects.batch = waiting.take(failure == nil ? waiting.count : 1)
        return effects
    }

    /// Removes matching queued elements, also from a batch that is being written and may come back.
    mutating func forget(where isUnwanted: @escaping @Sendable (Element) -> Bool) {
        waiting.removeAll(where: isUnwanted)
        if isWriting { forgotten.append(isUnwanted) }
    }

    // MARK: Writing

    private mutating func start() -> Bool {
        if isWriting { return false }
        isWriting = true
        return true
    }

    private mutating func drop(_ count: Int) {
        droppedCount += count
        unreported += count
    }

    private mutating func finish(_ finished: Finished) -> [Diagnostic] {
        let report = finished.report
        let earlier = failure
        failure = report.failure
        let again = finished.batch.dropFirst(report.done).filter { element in
            !forgotten.contains { isUnwanted in isUnwanted(element) }
        }
        drop(waiting.prepend(again))
        droppedCount += report.oversized
        var findings: [Diagnostic] = []
        if report.oversized > 0 { findings.append(oversized(report.oversized)) }
        if let failure, earlier == nil { findings.append(notWritten(failure)) }
        // A run of failures is reported once, at its end, or as far as it got when a flush is requested.
        if unreported > 0, failure == nil || attempted > 0 {
            findings.append(dropped(unreported, failure ?? earlier))
            unreported = 0
        }
        return findings
    }

    private mutating func takeFlushes(afterFailure hasFailed: Bool) -> [FlushID] {
        let settled = added - waiting.count
        let over = flushes.enumerated().filter { number, flush in
            hasFailed ? number < attempted : flush.awaited <= settled
        }.map(\.element.id)
        flushes.removeAll { over.contains($0.id) }
        return over
    }

    // MARK: Findings

    private func notWritten(_ reason: String) -> Diagnostic {
        Diagnostic(
            "eventsNotWritten", .warning, subject: target,
            "Events could not be written: \(reason). They wait, at most \(waiting.capacity) of them.",
            suggestion: "Make sure that the folder exists and may be written to, and that the disk is not full.")
    }

    private func dropped(_ count: Int, _ reason: String?) -> Diagnostic {
        let reason = reason.map { "and nothing could be written: \($0)" } ?? "and writing did not keep up"
        return Diagnostic(
            "eventsDropped", .warning, subject: target,
            "Events dropped: \(count), the oldest first. Only \(waiting.capacity) can wait, \(reason).",
            suggestion: "Fix what keeps them from being written, or let more of them wait.")
    }

    private func oversized(_ count: Int) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: target,
            "Events dropped: \(count). As lines they are larger than half of the maximum size.",
            suggestion: "Raise the maximum size, or write less about the context.")
    }
}
