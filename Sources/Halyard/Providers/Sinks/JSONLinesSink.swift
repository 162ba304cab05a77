// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes events to a file, one JSON object for each line (``EventRecord/json``).
///
/// The file is put aside under the name with `.1` behind it before it grows beyond half of the maximum size, in the place
/// of the one that was put aside before, so both together stay within the maximum. A file that was written under a larger
/// maximum keeps its size until the next one takes its place. Several sinks, of this program
/// or of others, may write to one path: they take turns by a lock on a file beside it, whose name ends in `.lock`.
///
/// Reads and other calls of the client only put the event in a queue: JSON is made, and the disk is asked, on a thread
/// of its own. What cannot be written waits, and is tried again with the next event or flush; beyond the capacity the
/// oldest events are dropped, counted, and reported on ``FlagClient/diagnostics`` as `eventsDropped`. The first write
/// that fails is reported as `eventsNotWritten`. Safe to use from any thread.
public struct JSONLinesSink: RecordSink {
    /// Which evaluations are written one by one.
    public let interest: EventInterest
    /// How much is written about the context that an event is about.
    public let contextDetail: ContextDetail
    /// Where the moment of a change comes from.
    public let time: any TimeSource
    private let queue: WriteQueue<EventRecord>

    /// Makes a sink; no file is touched until there is an event.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - maximumSize: How many bytes the file and the one put aside may have together.
    ///   - capacity: How many events may wait, besides those that are being written.
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written one by one.
    ///   - files: Where the file lies.
    ///   - time: Where the moment of a change comes from.
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

    /// How many events were dropped, because too many waited or because one was too large.
    ///
    /// Those that were forgotten on demand do not count.
    public var droppedCount: Int { queue.droppedCount }

    /// Remembers where to report.
    public func attach(_ feed: EventFeed) { queue.attach(feed) }

    /// Puts the record in the queue.
    public func record(_ record: EventRecord) { queue.add(record) }

    /// Returns when everything that was queued before has been written or has failed; takes as long as the disk does.
    public func flush() async { await queue.flush() }

    /// Forgets the events about an identity that are not written yet; the file stays as it is.
    public func erase(_ context: EvaluationContext) async { queue.forget { $0.isAbout(context) } }

    /// Forgets the events that are not written yet when the consent is taken back; the file stays as it is.
    public func collecting(_ isAllowed: Bool) { queue.setCollecting(isAllowed) }
}
