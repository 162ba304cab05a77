// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Stores the newest events in memory, for a debug screen or a test.
///
/// ```swift
/// let sink = InMemorySink()
/// let flags = FlagClient(provider: provider, sinks: [sink])
/// ```
/// Each event costs a short lock. If consent to collect events is withdrawn (``FlagClient/setEventsEnabled(_:)``), the sink deletes
/// its records. It's safe to use from any thread.
public final class InMemorySink: EventSink {
    private struct State: ~Copyable {
        var records: RingBuffer<EventRecord>
        var droppedCount = 0
    }

    /// The evaluations that are stored individually.
    public let capabilities: SinkCapabilities
    /// The amount of detail about an event's context.
    public let contextDetail: EventRecord.ContextDetail
    private let state: Lock<State>

    /// Creates an empty sink.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of stored events, at least 1.
    ///   - context: The amount of detail about contexts.
    ///   - interest: The evaluations that are stored individually.
    public init(
        capacity: Int = 500, context: EventRecord.ContextDetail = .keys, interest: SinkCapabilities.Interest = .flagged
    ) {
        capabilities = SinkCapabilities(interest: interest)
        contextDetail = context
        state = Lock(State(records: RingBuffer(capacity: capacity)))
    }

    /// A copy of the stored events, with the oldest event first.
    public var records: [EventRecord] { state.withLock { $0.records.elements } }

    /// The number of older events that newer events have replaced.
    public var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Deletes the stored events.
    public func removeAll() { state.withLock { $0.records.removeAll() } }

    /// Stores a record of the event, and replaces the oldest record if the sink is full.
    ///
    /// If consent is withdrawn, it deletes all records.
    public func receive(_ event: FlagEvent) {
        if case .consentChanged(false) = event { removeAll() }
        guard let record = EventRecord(event, context: contextDetail) else { return }
        state.withLock { state in
            if state.records.append(record) { state.droppedCount += 1 }
        }
    }

    /// Deletes the events about an identity.
    public func erase(_ context: EvaluationContext) async {
        state.withLock { $0.records.removeAll { $0.isAbout(context) } }
    }
}
