// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes each event as a line: readable to standard error, or as JSON to a file.
///
/// ```swift
/// let flags = FlagClient(provider: provider, sinks: [LineSink.console(), LineSink.file(path: path)])
/// ```
/// Reads and other calls of the client only enqueue the event. The line is made and written on a thread of its own. What cannot
/// be written stays queued, and is tried again with the next event or flush. Beyond the capacity the oldest events are dropped,
/// counted, and reported on ``FlagClient/diagnostics`` as `eventsDropped`. The first write that fails is reported as
/// `eventsNotWritten`. A program that is about to end should call ``FlagClient/flush()`` first. Safe to use from any thread.
public struct LineSink: EventSink {
    /// Which evaluations are written individually.
    public let capabilities: SinkCapabilities
    /// How much is written about the context that an event is about.
    public let contextDetail: ContextDetail
    private let queue: WriteQueue<EventRecord>

    private init(_ queue: WriteQueue<EventRecord>, _ context: ContextDetail, _ interest: EventInterest) {
        capabilities = SinkCapabilities(interest: interest)
        contextDetail = context
        self.queue = queue
    }

    /// Makes a sink that writes events in readable form (``EventRecord/description``).
    ///
    /// At most a thousand events are queued.
    ///
    /// - Parameters:
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written individually.
    ///   - write: Receives a text of one or several lines with their line ends, on a thread that may block; writes to standard
    ///     error by default.
    public static func console(
        context: ContextDetail = .keys, interest: EventInterest = .flagged, write: (@Sendable (String) -> Void)? = nil
    ) -> LineSink {
        LineSink(.console(write), context, interest)
    }

    /// Makes a sink that writes events to a file, one JSON object per line (``EventRecord/json``).
    ///
    /// No file is touched until there is an event. Before the file grows beyond half of the maximum size, it is renamed with the
    /// suffix `.1`, replacing the previous such file, so both together stay within the maximum. A file that was written under a
    /// larger maximum keeps its size until the next one replaces it. Several sinks, in this program or in others, may write to
    /// one path: they take turns with a lock on a file beside it, whose name ends in `.lock`.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - maximumSize: The maximum size in bytes of the file and the renamed one together.
    ///   - capacity: How many events may be queued, besides those that are being written.
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written individually.
    ///   - files: The file system.
    public static func file(
        path: String, maximumSize: Int = 10_000_000, capacity: Int = 1000, context: ContextDetail = .keys,
        interest: EventInterest = .flagged, files: any FileSystem = SystemFiles()
    ) -> LineSink {
        let file = LineFile(path: path, limit: maximumSize / 2, files: files)
        let queue = WriteQueue<EventRecord>(target: path, capacity: capacity) { records in
            file.write(records.map { JSONWriter.bytes($0.json) + [UInt8(ascii: "\n")] })
        }
        return LineSink(queue, context, interest)
    }

    /// How many events were dropped, because too many were queued or because one was too large.
    ///
    /// Events that were forgotten on request do not count.
    public var droppedCount: Int { queue.droppedCount }

    /// Enqueues a record of the event; when consent is withdrawn, forgets what is not written yet.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): queue.attach(feed)
        case .consentChanged(false): queue.forget { _ in true }
        default:
            if let record = EventRecord(event, context: contextDetail) { queue.add(record) }
        }
    }

    /// Returns when everything that was queued before has been written or has failed; takes as long as the disk does.
    public func flush() async { await queue.flush() }

    /// Forgets the events about an identity that are not written yet; a file stays as it is.
    public func erase(_ context: EvaluationContext) async { queue.forget { $0.isAbout(context) } }
}
