// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps the newest events in memory, for a debug screen or a test.
///
/// ```swift
/// let sink = InMemorySink()
/// let flags = FlagClient(provider: provider, sinks: [sink])
/// ```
/// Safe to use from any thread; costs a short lock for each event. When the consent to collect events is withdrawn
/// (``FlagClient/setEventsEnabled(_:)``), it forgets what it has.
public final class InMemorySink: EventSink {
    private struct State: ~Copyable {
        var records: RingBuffer<EventRecord>
        var droppedCount = 0
    }

    /// Which evaluations are kept individually.
    public let capabilities: SinkCapabilities
    /// How much the records contain about their context.
    public let contextDetail: EventRecord.ContextDetail
    private let state: Lock<State>

    /// Makes an empty sink.
    ///
    /// - Parameters:
    ///   - capacity: How many events are kept; at least one.
    ///   - context: How much the records contain about contexts.
    ///   - interest: Which evaluations are kept individually.
    public init(
        capacity: Int = 500, context: EventRecord.ContextDetail = .keys, interest: SinkCapabilities.Interest = .flagged
    ) {
        capabilities = SinkCapabilities(interest: interest)
        contextDetail = context
        state = Lock(State(records: RingBuffer(capacity: capacity)))
    }

    /// The kept events, oldest first.
    ///
    /// Copies them.
    public var records: [EventRecord] { state.withLock { $0.records.elements } }

    /// How many older events made room for newer ones.
    public var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Forgets the kept events.
    public func removeAll() { state.withLock { $0.records.removeAll() } }

    /// Keeps a record of the event, in place of the oldest if the sink is full.
    ///
    /// Forgets all records when consent is withdrawn.
    public func receive(_ event: FlagEvent) {
        if case .consentChanged(false) = event { removeAll() }
        guard let record = EventRecord(event, context: contextDetail) else { return }
        state.withLock { state in
            if state.records.append(record) { state.droppedCount += 1 }
        }
    }

    /// Forgets the events about an identity.
    public func erase(_ context: EvaluationContext) async {
        state.withLock { $0.records.removeAll { $0.isAbout(context) } }
    }
}
