// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A receiver of flag events, such as a vendor's analytics, a log file, or the app.
///
/// ```swift
/// struct PurchaseSink: EventSink {
///     let purchases: AsyncStream<Double>.Continuation
///
///     func receive(_ event: FlagEvent) {
///         switch event {
///         case .tracked(let event) where event.name == "purchase": purchases.yield(event.metric ?? 0)
///         default: break
///         }
///     }
/// }
/// ```
/// A vendor's provider brings its own sinks (``FlagProvider/sinks``), which receive only events about that provider's
/// flags. The sinks that an app passes to the ``FlagClient`` receive all events. Only ``receive(_:)`` is required. A sink
/// receives some events only if its ``capabilities`` request them: evaluations, tracking events, and used contexts
/// (``FlagEvent/contextUsed(_:)``).
///
/// The client calls a sink in this order:
/// - ``receive(_:)`` with ``FlagEvent/attached(_:)``, then with everything that happens, in order, one event at a time
/// - ``flush()`` whenever the client is flushed, and a last time when the client is shut down or the sink's provider is replaced
/// - ``detach()`` at the end
///
/// Only ``FlagEvent/modeChanged(_:)`` comes ahead of queued events, possibly while another event is being delivered.
///
/// The client calls no method under a lock, so a sink can call the client. It calls ``receive(_:)`` on the thread that
/// caused the event, including reads, or on a thread that is already delivering events. Therefore ``receive(_:)`` must
/// only enqueue.
///
/// A provider's sink belongs to one client, with its consent, its mode, and its events. If you give a sink to several
/// clients, it receives the events of all of them.
public protocol EventSink: Sendable {
    /// The events that the sink receives.
    ///
    /// The client reads this once.
    var capabilities: SinkCapabilities { get }

    /// Receives an event.
    ///
    /// Only enqueue it here, and ignore unknown kinds.
    func receive(_ event: FlagEvent)

    /// Sends the collected events, and returns within a bounded time, whether that succeeds or fails.
    func flush() async

    /// Deletes the unsent events about a context's identity.
    func erase(_ context: EvaluationContext) async

    /// Ends the sink's use by a client, after the last event and the last flush.
    ///
    /// Store unsent events, or report them as dropped. The client calls this once. It must return within a bounded time.
    func detach() async
}

extension EventSink {
    /// The default: counts, single events for flags that request them, and tracking events, but not used contexts.
    public var capabilities: SinkCapabilities { SinkCapabilities() }
    /// Does nothing.
    public func flush() async {}
    /// Does nothing.
    public func erase(_ context: EvaluationContext) async {}
    /// Does nothing.
    public func detach() async {}
}
