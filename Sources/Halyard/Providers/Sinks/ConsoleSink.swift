// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Writes events for a person to read, one line for each (``EventRecord/description``), to standard error.
///
/// Lines are written soon after the event, by a thread of their own; a program that ends at once should
/// ``FlagClient/flush()`` before. At most a thousand events wait; beyond that the oldest are dropped, counted, and reported
/// on ``FlagClient/diagnostics`` as `eventsDropped`. Safe to use from any thread.
public struct ConsoleSink: RecordSink {
    /// Which evaluations are written one by one.
    public let interest: EventInterest
    /// How much is written about the context that an event is about.
    public let contextDetail: ContextDetail
    /// Where the moment of a change comes from.
    public let time: any TimeSource
    private let queue: WriteQueue<EventRecord>

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - context: How much is written about contexts.
    ///   - interest: Which evaluations are written one by one.
    ///   - time: Where the moment of a change comes from.
    ///   - write: Takes a text of one or several lines with their ends, on a thread that may block; standard error unless
    ///     told otherwise.
    public init(
        context: ContextDetail = .keys, interest: EventInterest = .flagged, time: any TimeSource = SystemTime(),
        write: (@Sendable (String) -> Void)? = nil
    ) {
        self.interest = interest
        self.time = time
        contextDetail = context
        queue = .console(write)
    }

    /// How many events were dropped because too many waited.
    public var droppedCount: Int { queue.droppedCount }

    /// Remembers where to report.
    public func attach(_ feed: EventFeed) { queue.attach(feed) }

    /// Puts the record in the queue.
    public func record(_ record: EventRecord) { queue.add(record) }

    /// Returns when everything that was queued before has been written.
    public func flush() async { await queue.flush() }

    /// Forgets the events about an identity that are not written yet.
    public func erase(_ context: EvaluationContext) async { queue.forget { $0.isAbout(context) } }

    /// Forgets the events that are not written yet when the consent is taken back.
    public func collecting(_ isAllowed: Bool) { queue.setCollecting(isAllowed) }
}
