// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes events in readable form, one line for each (``EventRecord/description``), to standard error.
///
/// ```swift
/// let flags = FlagClient(provider: provider, sinks: [ConsoleSink()])
/// ```
/// Lines are written soon after the event, on a thread of their own; a program that is about to end should call
/// ``FlagClient/flush()`` first. At most a thousand events are queued; beyond that the oldest are dropped, counted, and
/// reported on ``FlagClient/diagnostics`` as `eventsDropped`. Safe to use from any thread.
public struct ConsoleSink: RecordSink {
    /// Which evaluations are written individually.
    public let interest: EventInterest
    /// How much is written about the context that an event is about.
    public let contextDetail: ContextDetail
    /// The clock for the time of a change.
    public let time: any TimeSource
    private let queue: WriteQueue<EventRecord>

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written individually.
    ///   - time: The clock for the time of a change.
    ///   - write: Receives a text of one or several lines with their line ends, on a thread that may block; writes to standard
    ///     error by default.
    public init(
        context: ContextDetail = .keys, interest: EventInterest = .flagged, time: any TimeSource = SystemTime(),
        write: (@Sendable (String) -> Void)? = nil
    ) {
        self.interest = interest
        self.time = time
        contextDetail = context
        queue = .console(write)
    }

    /// How many events were dropped because too many were queued.
    public var droppedCount: Int { queue.droppedCount }

    /// Keeps the feed for reports.
    public func attach(_ feed: EventFeed) { queue.attach(feed) }

    /// Enqueues the record.
    public func record(_ record: EventRecord) { queue.add(record) }

    /// Returns when everything that was queued before has been written.
    public func flush() async { await queue.flush() }

    /// Forgets the events about an identity that are not written yet.
    public func erase(_ context: EvaluationContext) async { queue.forget { $0.isAbout(context) } }

    /// Forgets the events that are not written yet when consent is withdrawn.
    public func collecting(_ isAllowed: Bool) { queue.setCollecting(isAllowed) }
}
