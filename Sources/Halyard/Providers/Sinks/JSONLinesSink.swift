// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes events to a file, one JSON object per line (``EventRecord/json``).
///
/// ```swift
/// let file = JSONLinesSink(path: path, maximumSize: 1_000_000)
/// ```
/// Before the file grows beyond half of the maximum size, it is renamed with the suffix `.1`, replacing the previous such
/// file, so both together stay within the maximum. A file that was written under a larger maximum keeps its size until the
/// next one replaces it. Several sinks, in this program or in others, may write to one path: they take turns with a lock on
/// a file beside it, whose name ends in `.lock`.
///
/// Reads and other calls of the client only enqueue the event: JSON is made, and the disk accessed, on a thread of its own.
/// What cannot be written stays queued, and is tried again with the next event or flush; beyond the capacity the oldest
/// events are dropped, counted, and reported on ``FlagClient/diagnostics`` as `eventsDropped`. The first write that fails
/// is reported as `eventsNotWritten`. Safe to use from any thread.
public struct JSONLinesSink: RecordSink {
    /// Which evaluations are written individually.
    public let interest: EventInterest
    /// How much is written about the context that an event is about.
    public let contextDetail: ContextDetail
    /// The clock for the time of a change.
    public let time: any TimeSource
    private let queue: WriteQueue<EventRecord>

    /// Makes a sink; no file is touched until there is an event.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - maximumSize: The maximum size in bytes of the file and the renamed one together.
    ///   - capacity: How many events may be queued, besides those that are being written.
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written individually.
    ///   - files: The file system.
    ///   - time: The clock for the time of a change.
    public init(
        path: String, maximumSize: Int = 10_000_000, capacity: Int = 1000, context: ContextDetail = .keys,
        interest: EventInterest = .flagged, files: any FileSystem = SystemFiles(), time: any TimeSource = SystemTime()
    ) {
        self.interest = interest
        self.time = time
        contextDetail = context
        let file = LineFile(path: path, limit: maximumSize / 2, files: files)
        queue = WriteQueue(target: path, capacity: capacity) { records in
            file.write(records.map { JSONWriter.bytes($0.json) + [UInt8(ascii: "\n")] })
        }
    }

    /// How many events were dropped, because too many were queued or because one was too large.
    ///
    /// Events that were forgotten on request do not count.
    public var droppedCount: Int { queue.droppedCount }

    /// Keeps the feed for reports.
    public func attach(_ feed: EventFeed) { queue.attach(feed) }

    /// Enqueues the record.
    public func record(_ record: EventRecord) { queue.add(record) }

    /// Returns when everything that was queued before has been written or has failed; takes as long as the disk does.
    public func flush() async { await queue.flush() }

    /// Forgets the events about an identity that are not written yet; the file stays as it is.
    public func erase(_ context: EvaluationContext) async { queue.forget { $0.isAbout(context) } }

    /// Forgets the events that are not written yet when consent is withdrawn; the file stays as it is.
    public func collecting(_ isAllowed: Bool) { queue.setCollecting(isAllowed) }
}
