// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink that treats everything it hears alike: as an ``EventRecord``.
///
/// The shortest way to a sink of one's own, and what the sinks that come along are made of. Only ``record(_:)`` is
/// mandatory; it is called in the order of the events, as ``EventSink`` says, and must only enqueue. A sink that keeps
/// records also has to implement ``EventSink/erase(_:)`` and ``EventSink/collecting(_:)``, whose defaults do nothing;
/// ``EventRecord/isAbout(_:)`` tells what to erase.
public protocol RecordSink: EventSink {
    /// How much the records say about the context that they are about.
    var contextDetail: ContextDetail { get }

    /// Where the moment of an event comes from that has none of its own.
    var time: any TimeSource { get }

    /// Takes a record; called for every event that the sink hears of.
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
