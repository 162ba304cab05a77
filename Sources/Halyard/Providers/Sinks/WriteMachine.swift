// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The outcome of writing a batch of elements.
struct WriteReport: Sendable {
    /// The number of elements from the front that were written or never can be.
    var done = 0
    /// The number of these elements that never can be written, because they are too large.
    var oversized = 0
    /// The reason why the other elements weren't written, or `nil` if there are none.
    var failure: String?
}

/// Determines when queued elements are written, retried after a failure, dropped, or deleted.
///
/// One batch is written at a time. A series of failures begins with the first failed write and ends with the first successful
/// write. Within the series, only one element is tried at a time.
struct WriteMachine<Element: Sendable>: Sendable {
    typealias FlushID = Int

    /// The remaining work after an event, to be done without the lock.
    struct Effects: Sendable {
        /// The next batch to write, or `nil` if the writer can end.
        var batch: [Element]?
        /// The flushes that are complete.
        var flushed: [FlushID] = []
        var diagnostics: [Diagnostic] = []
    }

    /// A batch and the outcome of writing it.
    struct Finished: Sendable {
        var batch: [Element]
        var report: WriteReport
    }

    /// The name of the destination in diagnostics.
    private let target: String
    private var waiting: RingBuffer<Element>
    private var isWriting = false
    /// The reason why the last write failed, or `nil` if it succeeded.
    private var failure: String?
    private var added = 0
    private var unreported = 0
    private var flushes: [(id: FlushID, awaited: Int)] = []
    /// The number of flushes that were requested before the current write began.
    private var attempted = 0
    /// The conditions for elements of the current write that must not return to the queue if it fails.
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

    /// Adds a flush.
    ///
    /// - Returns: Whether it has to wait, and whether a writer must be started.
    mutating func flush(_ id: FlushID) -> (waits: Bool, starts: Bool) {
        if waiting.isEmpty, !isWriting { return (false, false) }
        flushes.append((id, awaited: added))
        return (true, start())
    }

    /// Processes the outcome of a batch, or begins with the first batch.
    mutating func advance(_ finished: Finished?) -> Effects {
        var effects = Effects()
        if let finished {
            effects.diagnostics = finish(finished)
            effects.flushed = takeFlushes(afterFailure: finished.report.failure != nil)
            // A flush that was requested during the failed write hasn't had an attempt yet.
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
        effects.batch = waiting.removeFirst(failure == nil ? waiting.count : 1)
        return effects
    }

    /// Deletes matching queued elements, including elements of the current write that can return to the queue.
    mutating func discard(where isUnwanted: @escaping @Sendable (Element) -> Bool) {
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
        var diagnostics: [Diagnostic] = []
        if report.oversized > 0 { diagnostics.append(oversized(report.oversized)) }
        if let failure, earlier == nil { diagnostics.append(notWritten(failure)) }
        // A series of failures is reported once, at its end. A flush reports the failures so far.
        if unreported > 0, failure == nil || attempted > 0 {
            diagnostics.append(dropped(unreported, failure ?? earlier))
            unreported = 0
        }
        return diagnostics
    }

    private mutating func takeFlushes(afterFailure hasFailed: Bool) -> [FlushID] {
        let settled = added - waiting.count
        let over = flushes.enumerated().filter { number, flush in
            hasFailed ? number < attempted : flush.awaited <= settled
        }.map(\.element.id)
        flushes.removeAll { over.contains($0.id) }
        return over
    }

    // MARK: Diagnostics

    private func notWritten(_ reason: String) -> Diagnostic {
        Diagnostic(
            "eventsNotWritten", .warning, subject: target,
            "Events couldn't be written: \(reason). Up to \(waiting.capacity) of them remain in the queue.",
            suggestion: "Check that the folder exists and is writable, and that the disk isn't full.")
    }

    private func dropped(_ count: Int, _ reason: String?) -> Diagnostic {
        let reason = reason.map { "and nothing could be written: \($0)" } ?? "and writing was too slow"
        return Diagnostic(
            "eventsDropped", .warning, subject: target,
            "Events dropped: \(count), the oldest first. The queue has room for \(waiting.capacity), \(reason).",
            suggestion: "Check the destination, or set a larger capacity.")
    }

    private func oversized(_ count: Int) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: target,
            "Events dropped: \(count). Their lines are larger than half of the maximum size.",
            suggestion: "Set a larger maximum size, or write fewer details about contexts.")
    }
}
