// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A receiver of events about flags: a vendor's analytics, a log file, the app.
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
/// A vendor's provider brings its own sinks (``FlagProvider/sinks``), which receive events about that provider's flags
/// only. The app's sinks, given to the ``FlagClient``, receive all. Only ``receive(_:)`` is required.
///
/// The calling order: ``receive(_:)`` with ``FlagEvent/attached(_:)``, then with everything that happens, in order, one event at
/// a time. ``flush()`` whenever the client is flushed, and a last time when it is shut down or the sink's provider is replaced.
/// Then ``detach()``. Only ``FlagEvent/modeChanged(_:)`` comes ahead of queued events, perhaps while one is being delivered.
///
/// No method is called under a lock, and calling back into the client is allowed. ``receive(_:)`` is called on the thread that
/// caused the event, reads included, or on one that is already delivering events, so it must only enqueue.
///
/// A provider's sink belongs to one client, with its consent, its mode and its events. A sink of the app that is given to
/// several clients receives the events of all of them.
public protocol EventSink: Sendable {
    /// The events that the sink receives. The client reads this once.
    var capabilities: SinkCapabilities { get }

    /// Receives an event.
    ///
    /// Only enqueue it here, and ignore unknown kinds.
    func receive(_ event: FlagEvent)

    /// Sends the collected events, and returns within a bounded time when that has succeeded or failed.
    func flush() async

    /// Forgets the unsent events about a context's identity.
    func erase(_ context: EvaluationContext) async

    /// Ends the sink's time with a client, after the last event and the last flush.
    ///
    /// Store unsent events, or report them as dropped. Called once. Returns within a bounded time.
    func detach() async
}

extension EventSink {
    /// Counts, single events for flags that request them, and tracking events.
    public var capabilities: SinkCapabilities { SinkCapabilities() }
    /// Does nothing.
    public func flush() async {}
    /// Does nothing.
    public func erase(_ context: EvaluationContext) async {}
    /// Does nothing.
    public func detach() async {}
}
