// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import HalyardSupport

/// A sink that keeps what it receives, for tests of what an app reports.
///
/// Counts come when a window is closed: call ``FlagClient/flush(within:)`` before you look at ``summaries`` or `reads(of:)`.
/// Safe to use from any thread.
public final class RecordingSink: EventSink {
    private struct State {
        var evaluations: [Evaluation] = []
        var summaries: [EvaluationSummary] = []
        var trackingEvents: [TrackingEvent] = []
        var identifyEvents: [IdentifyEvent] = []
        var changes: [ChangeSet] = []
        var erasedContexts: [EvaluationContext] = []
        var flushCount = 0
    }

    /// Which evaluations the client hands over one by one.
    public let capabilities: SinkCapabilities
    private let state = Lock(State())

    /// Makes a sink; by default it receives counts, and single evaluations of flags that ask for it.
    public init(interest: SinkCapabilities.Interest = .flagged) {
        capabilities = SinkCapabilities(interest: interest)
    }

    /// The single evaluations, in their order.
    ///
    /// Another thread may be handing out events while a test reads flags: `await client.flush()` before you look.
    public var evaluations: [Evaluation] { state.withLock { $0.evaluations } }

    /// The counting windows that were closed, in their order.
    public var summaries: [EvaluationSummary] { state.withLock { $0.summaries } }

    /// What the app tracked, in its order.
    public var trackingEvents: [TrackingEvent] { state.withLock { $0.trackingEvents } }

    /// Whom the app identified, and which contexts it linked, in their order.
    public var identifyEvents: [IdentifyEvent] { state.withLock { $0.identifyEvents } }

    /// What changed, in its order.
    public var changes: [ChangeSet] { state.withLock { $0.changes } }

    /// The contexts that were to be forgotten, in their order.
    public var erasedContexts: [EvaluationContext] { state.withLock { $0.erasedContexts } }

    /// How often the client was flushed.
    public var flushCount: Int { state.withLock { $0.flushCount } }

    /// How many reads of a flag the summaries add up to, by name.
    public func reads(of name: String) -> Int {
        summaries.flatMap(\.entries).filter { $0.key == name }.reduce(0) { $0 + $1.valueReads + $1.variantReads }
    }

    /// How many reads of a flag the summaries add up to.
    public func reads<Value>(of key: FlagKey<Value>) -> Int { reads(of: key.name) }

    /// Forgets everything that was heard.
    public func clear() { state.withLock { $0 = State() } }

    /// Keeps the event.
    public func receive(_ event: FlagEvent) {
        state.withLock { state in
            switch event {
            case .evaluated(let evaluation): state.evaluations.append(evaluation)
            case .counted(let summary): state.summaries.append(summary)
            case .tracked(let event): state.trackingEvents.append(event)
            case .identified(let event): state.identifyEvents.append(event)
            case .changed(let changes, _): state.changes.append(changes)
            case .attached, .consentChanged, .modeChanged: break
            }
        }
    }

    /// Counts the call.
    public func flush() async { state.withLock { $0.flushCount += 1 } }

    /// Keeps the context; what was heard stays.
    public func erase(_ context: EvaluationContext) async { state.withLock { $0.erasedContexts.append(context) } }
}
