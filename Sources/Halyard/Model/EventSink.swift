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

/// The events that a sink receives.
public struct SinkCapabilities: Sendable, Hashable {
    /// The evaluations that the sink receives as single events.
    public var interest: EventInterest
    /// True if the sink accepts tracking events (``FlagClient/track(_:data:metric:for:)``).
    ///
    /// If none of a client's sinks accepts them, the client reports each event's name once.
    public var acceptsTrackingEvents: Bool

    /// Creates capabilities.
    ///
    /// The default is counts, single events for flags that request them, and tracking events.
    public init(interest: EventInterest = .flagged, acceptsTrackingEvents: Bool = true) {
        self.interest = interest
        self.acceptsTrackingEvents = acceptsTrackingEvents
    }
}

/// Which evaluations a sink wants as single events; each level includes the previous one.
public enum EventInterest: Int, Sendable, Hashable, Comparable {
    /// None: counts are enough.
    case counts
    /// Those of flags that request it (``Flag/Reporting/each``).
    case flagged
    /// All. Every read then makes an event, which costs far more than counting.
    case every

    /// Whether the left level wants less.
    public static func < (left: EventInterest, right: EventInterest) -> Bool { left.rawValue < right.rawValue }

    /// Whether a sink with this interest receives an evaluation.
    func wants(_ evaluation: Evaluation) -> Bool {
        self == .every || (self == .flagged && evaluation.flag?.reporting.contains(.each) == true)
    }
}

/// A sink's connection back to the client: to pull counts, and to report errors.
public struct EventFeed: Sendable {
    private let close: @Sendable () -> Void
    private let note: @Sendable (Diagnostic) -> Void
    /// Returns the client's identity, or nil once the client is gone; nil for a feed that belongs to no client.
    private let client: (@Sendable () -> ObjectIdentifier?)?
    /// Whether events may be collected when the sink is attached.
    package let hasConsent: Bool

    /// Makes a feed from handlers for its calls, for tests of sinks.
    public init(
        closeWindow: @escaping @Sendable () -> Void = {}, report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) {
        self.init(closeWindow: closeWindow, report: report, hasConsent: true, client: nil)
    }

    package init(
        closeWindow: @escaping @Sendable () -> Void, report: @escaping @Sendable (Diagnostic) -> Void,
        hasConsent: Bool, client: (@Sendable () -> ObjectIdentifier?)? = nil
    ) {
        close = closeWindow
        note = report
        self.hasConsent = hasConsent
        self.client = client
    }

    /// Whether the feed's client is gone.
    package var isOver: Bool { client.map { $0() == nil } ?? false }

    /// Whether both feeds belong to the same client.
    package func leads(whereDoes other: EventFeed) -> Bool {
        guard let mine = client?(), let theirs = other.client?() else { return false }
        return mine == theirs
    }

    /// Closes the counting window: every sink receives what was counted since the last time, before this call returns or,
    /// when another thread is delivering events, soon after.
    ///
    /// Memory only.
    public func closeWindow() { close() }

    /// Reports a finding to the client's diagnostics, such as that events were dropped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }
}
