// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps the newest events in memory, for a debug screen or a test.
///
/// Safe to use from any thread; costs a short lock for each event. When the consent to collect events is taken back
/// (``FlagClient/setEventsEnabled(_:)``), it forgets what it has.
public final class InMemorySink: RecordSink {
    private struct State {
        var records: RingBuffer<EventRecord>
        var droppedCount = 0
    }

    /// Which evaluations are kept one by one.
    public let interest: EventInterest
    /// How much the records say about the context that they are about.
    public let contextDetail: ContextDetail
    /// Where the moment of a change comes from.
    public let time: any TimeSource
    private let state: Lock<State>

    /// Makes an empty sink.
    ///
    /// - Parameters:
    ///   - capacity: How many events are kept; at least one.
    ///   - context: How much the records say about contexts.
    ///   - interest: Which evaluations are kept one by one.
    ///   - time: Where the moment of a change comes from.
    public init(
        capacity: Int = 500, context: ContextDetail = .keys, interest: EventInterest = .flagged,
        time: any TimeSource = SystemTime()
    ) {
        self.interest = interest
        self.time = time
        contextDetail = context
        state = Lock(State(records: RingBuffer(capacity: capacity)))
    }

    /// The events that are kept, oldest first.
    ///
    /// Copies them.
    public var records: [EventRecord] { state.withLock { $0.records.elements } }

    /// How many older events made room for newer ones.
    public var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Forgets the events that are kept.
    public func removeAll() { state.withLock { $0.records.removeAll() } }

    /// Keeps the record, in the place of the oldest when there is no room.
    public func record(_ record: EventRecord) {
        state.withLock { state in
            if state.records.append(record) { state.droppedCount += 1 }
        }
    }

    /// Forgets the events about an identity.
    public func erase(_ context: EvaluationContext) async {
        state.withLock { $0.records.removeAll { $0.isAbout(context) } }
    }

    /// Forgets the events that are kept when the consent is taken back.
    public func collecting(_ isAllowed: Bool) {
        if !isAllowed { removeAll() }
    }
}
