// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink that treats all events alike: as an ``EventRecord``.
///
/// ```swift
/// struct AnalyticsSink: RecordSink {
///     let queue: AsyncStream<EventRecord>.Continuation
///
///     func record(_ record: EventRecord) {
///         if record.kind == .custom { queue.yield(record) }
///     }
/// }
/// ```
/// The easiest way to write a sink, and the basis of the sinks that come with Halyard. Only ``record(_:)`` is required; it
/// is called in the order of the events, as described in ``EventSink``, and must only enqueue. A sink that keeps records
/// must also implement ``EventSink/erase(_:)`` and ``EventSink/collecting(_:)``, whose defaults do nothing;
/// ``EventRecord/isAbout(_:)`` determines what to erase.
public protocol RecordSink: EventSink {
    /// How much the records contain about their context.
    var contextDetail: ContextDetail { get }

    /// The clock for events that have no time of their own.
    var time: any TimeSource { get }

    /// Receives a record; called for every event that the sink receives.
    func record(_ record: EventRecord)
}

extension RecordSink {
    /// Kinds and keys.
    public var contextDetail: ContextDetail { .keys }
    /// The system's time.
    public var time: any TimeSource { SystemTime() }

    /// Records the evaluation.
    public func evaluated(_ evaluation: Evaluation) { record(EventRecord(evaluation, context: contextDetail)) }
    /// Records the counts.
    public func counted(_ summary: EvaluationSummary) { record(EventRecord(summary, context: contextDetail)) }
    /// Records the event.
    public func tracked(_ event: TrackedEvent) { record(EventRecord(event, context: contextDetail)) }
    /// Records the identification.
    public func identified(_ event: IdentifiedEvent) { record(EventRecord(event, context: contextDetail)) }
    /// Records the changes.
    public func changed(_ changes: ChangeSet) { record(EventRecord(changes, time: time.now)) }
}
