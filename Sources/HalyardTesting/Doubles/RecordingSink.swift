// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// A sink that records all calls, for tests of an app's analytics.
///
/// ```swift
/// let sink = RecordingSink()
/// let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]), sinks: [sink])
/// await flags.start()
/// _ = flags[.newNav]
/// await flags.flush()
/// #expect(sink.readCounts == ["new-nav": 1])
/// ```
///
/// Flush the client before you use ``summaries`` or ``readCounts``, because counts arrive when a counting window is closed.
/// Safe to use from any thread.
public final class RecordingSink: EventSink {
    /// A call of a function of the sink.
    public enum Call: Sendable {
        /// The client passed an event.
        case receive(FlagEvent)
        /// The client was flushed.
        case flush
        /// The client erased a context.
        case erase(EvaluationContext)
        /// The client or the sink's provider ended.
        case detach
    }

    /// The events that the client passes to the sink.
    public let capabilities: SinkCapabilities
    private let state = Lock([Call]())

    /// Creates a sink that, by default, receives everything but the single evaluations of flags that don't request them.
    public init(
        interest: SinkCapabilities.Interest = .flagged, acceptsTrackingEvents: Bool = true,
        receivesContextUses: Bool = false
    ) {
        capabilities = SinkCapabilities(
            interest: interest, acceptsTrackingEvents: acceptsTrackingEvents, receivesContextUses: receivesContextUses)
    }

    /// All calls, in order.
    public var calls: [Call] { state.withLock { $0 } }

    /// The single evaluations, in order.
    ///
    /// Another thread might deliver events while a test reads flags. Call `await client.flush()` before you use this property.
    public var evaluations: [Evaluation] {
        events { if case .evaluated(let evaluation) = $0 { evaluation } else { nil } }
    }

    /// The summaries of all closed counting windows, in order.
    public var summaries: [EvaluationSummary] {
        events { if case .counted(let summary) = $0 { summary } else { nil } }
    }

    /// The tracking events, in order.
    public var trackingEvents: [TrackingEvent] {
        events { if case .tracked(let event) = $0 { event } else { nil } }
    }

    /// The reports of used contexts, in order.
    public var contextUses: [ContextUse] {
        events { if case .contextUsed(let use) = $0 { use } else { nil } }
    }

    /// The identify events, in order.
    public var identifyEvents: [IdentifyEvent] {
        events { if case .identified(let event) = $0 { event } else { nil } }
    }

    /// The flag changes, in order.
    public var changes: [ChangeSet] {
        events { if case .changed(let changes, _) = $0 { changes } else { nil } }
    }

    /// The erased contexts, in order.
    public var erasedContexts: [EvaluationContext] {
        calls.compactMap { if case .erase(let context) = $0 { context } else { nil } }
    }

    /// The number of flushes.
    public var flushCount: Int {
        calls.count { if case .flush = $0 { true } else { false } }
    }

    /// The number of reads of each flag in the summaries, by flag key.
    public var readCounts: [String: Int] {
        summaries.flatMap(\.entries).reduce(into: [:]) { $0[$1.key, default: 0] += $1.valueReads + $1.variantReads }
    }

    /// Returns the number of reads of a flag in the summaries, by flag key.
    public func reads(of name: String) -> Int { readCounts[name, default: 0] }

    /// Returns the number of reads of a flag in the summaries.
    public func reads<Value>(of key: FlagKey<Value>) -> Int { reads(of: key.name) }

    /// Removes all recorded calls.
    public func clear() { state.withLock { $0 = [] } }

    /// Records the event.
    public func receive(_ event: FlagEvent) { add(.receive(event)) }

    /// Records the flush.
    public func flush() async { add(.flush) }

    /// Records the context, and keeps the recorded calls.
    public func erase(_ context: EvaluationContext) async { add(.erase(context)) }

    /// Records the end.
    public func detach() async { add(.detach) }

    private func add(_ call: Call) { state.withLock { $0.append(call) } }

    private func events<Event>(_ select: (FlagEvent) -> Event?) -> [Event] {
        calls.compactMap { if case .receive(let event) = $0 { select(event) } else { nil } }
    }
}
