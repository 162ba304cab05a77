// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes each event as a line: as text to standard error, or as JSON to a file.
///
/// ```swift
/// let flags = FlagClient(provider: provider, sinks: [LineSink.console(), LineSink.file(path: path)])
/// ```
/// Reads and other calls of the client only enqueue the event. A separate thread formats and writes it. If writing fails, the
/// events remain in the queue until the next event or flush, and the first failure is reported as `eventsNotWritten`. If the queue
/// is full, the oldest events are dropped, counted, and reported on ``FlagClient/diagnostics`` as `eventsDropped`. Call
/// ``FlagClient/flush(within:)`` before your program ends. Safe to use from any thread.
public struct LineSink: EventSink {
    /// The evaluations that are written individually.
    public let capabilities: SinkCapabilities
    /// The amount of detail about an event's context.
    public let contextDetail: EventRecord.ContextDetail
    private let queue: WriteQueue<EventRecord>

    private init(
        _ queue: WriteQueue<EventRecord>, _ context: EventRecord.ContextDetail, _ interest: SinkCapabilities.Interest
    ) {
        capabilities = SinkCapabilities(interest: interest)
        contextDetail = context
        self.queue = queue
    }

    /// Creates a sink that writes events in readable form (``EventRecord/description``).
    ///
    /// The queue has room for 1,000 events.
    ///
    /// - Parameters:
    ///   - context: The amount of detail about contexts.
    ///   - interest: The evaluations that are written individually.
    ///   - write: Receives one or several lines with their line ends, on a thread that it can block. The default writes to
    ///     standard error.
    public static func console(
        context: EventRecord.ContextDetail = .keys, interest: SinkCapabilities.Interest = .flagged,
        write: (@Sendable (String) -> Void)? = nil
    ) -> LineSink {
        LineSink(.console(write), context, interest)
    }

    /// Creates a sink that writes events to a file, one JSON object per line (``EventRecord/json``).
    ///
    /// The first event creates the file. Before the file exceeds half of the maximum size, the sink renames it with the suffix `.1`
    /// and replaces the earlier file of this name. So both files together never exceed the maximum, unless an earlier maximum was
    /// larger. Several sinks can write to one path, even from several programs: they lock a file whose name ends in `.lock`.
    ///
    /// - Parameters:
    ///   - path: The file, in an existing folder.
    ///   - maximumSize: The maximum size of both files together, in bytes.
    ///   - capacity: The number of events that the queue has room for.
    ///   - context: The amount of detail about contexts.
    ///   - interest: The evaluations that are written individually.
    ///   - files: The file system.
    public static func file(
        path: String, maximumSize: Int = 10_000_000, capacity: Int = 1000, context: EventRecord.ContextDetail = .keys,
        interest: SinkCapabilities.Interest = .flagged, files: any FileSystem = LocalFileSystem()
    ) -> LineSink {
        let file = LineFile(path: path, limit: maximumSize / 2, files: files)
        let queue = WriteQueue<EventRecord>(target: path, capacity: capacity) { records in
            file.write(records.map { JSONWriter.bytes($0.json) + [UInt8(ascii: "\n")] })
        }
        return LineSink(queue, context, interest)
    }

    /// The number of dropped events, because the queue was full or an event was too large.
    ///
    /// Deleted events don't count.
    public var droppedCount: Int { queue.droppedCount }

    /// Enqueues a record of the event.
    ///
    /// If consent is withdrawn, it deletes the queued events.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): queue.attach(feed)
        case .consentChanged(false): queue.discard { _ in true }
        default:
            if let record = EventRecord(event, context: contextDetail) { queue.add(record) }
        }
    }

    /// Returns when all queued events have been written, or writing has failed.
    ///
    /// Waits for the disk.
    public func flush() async { await queue.flush() }

    /// Deletes the queued events about an identity.
    ///
    /// The file doesn't change.
    public func erase(_ context: EvaluationContext) async { queue.discard { $0.isAbout(context) } }
}
