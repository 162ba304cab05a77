// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A receiver of events about flags: a vendor's analytics, a log file, the app.
///
/// A vendor's provider brings its own sink (``FlagProvider/sinks``), which receives events about that provider's flags
/// only; the app's sinks, given to the ``FlagClient``, receive all. Every method has an empty default.
///
/// The calling order: ``attach(_:)`` once; then events in the order in which they happened, one at a time; ``flush()``
/// whenever the client is flushed, and a last time when it is shut down or the sink's provider is replaced; then
/// ``detach()``. ``modeChanged(to:)`` comes ahead of queued events, perhaps while one is being delivered, on the thread that
/// changed the mode or on one that is already delivering such a change. No method is called under a lock, and calling back
/// into the client is allowed. Methods other than `flush` and `erase` are called on the thread that caused the event, reads
/// included, or on one that is already delivering events; so they must only enqueue.
///
/// A provider's sink belongs to one client, with its consent, its mode and its events. A sink of the app that is given to
/// several clients receives the events of all of them.
public protocol EventSink: Sendable {
    /// Which evaluations the sink wants as single events. Read once, when the sink is attached.
    var interest: EventInterest { get }

    /// Whether the sink accepts custom events (``FlagClient/track(_:data:metric:for:)``). True by default.
    ///
    /// Where none of a client's sinks accepts them, the client reports each name once.
    var takesTrackedEvents: Bool { get }

    /// Passes the sink a feed, with which it can close the counting window before it sends. Called once, before any event.
    func attach(_ feed: EventFeed)

    /// Notifies the sink whether it may use the network and whether the user sees the app; offline until the first call.
    ///
    /// Comes before any ``flush()`` by an app that has seen the new mode. Earlier events may be delivered after it.
    func modeChanged(to mode: FlagRequest.Mode)

    /// Releases the sink: no further events come, and what has not been sent must be stored or reported as dropped. Called
    /// once, after the last flush; returns within a bounded time.
    func detach() async

    /// A flag that requests it was evaluated, or any flag if the sink's interest says so.
    func evaluated(_ evaluation: Evaluation)

    /// A counting window was closed: at a flush, a change of context, or the end.
    func counted(_ summary: EvaluationSummary)

    /// The app reported that something happened.
    func tracked(_ event: TrackedEvent)

    /// The app identified a context, or reported that two contexts are the same person.
    func identified(_ event: IdentifiedEvent)

    /// Flags changed.
    func changed(_ changes: ChangeSet)

    /// Sends what was collected; returns when it is on its way or has failed, within a bounded time.
    func flush() async

    /// Forgets what was collected about a context's identity and has not been sent yet.
    func erase(_ context: EvaluationContext) async

    /// Notifies the sink whether events may be collected from now on (``FlagClient/setEventsEnabled(_:)``).
    ///
    /// Without consent no further events come, and what was collected but not sent yet must be forgotten.
    func collecting(_ isAllowed: Bool)
}

extension EventSink {
    /// Counts, and single events for flags that request them.
    public var interest: EventInterest { .flagged }
    /// True.
    public var takesTrackedEvents: Bool { true }
    /// Does nothing.
    public func attach(_ feed: EventFeed) {}
    /// Does nothing.
    public func modeChanged(to mode: FlagRequest.Mode) {}
    /// Does nothing.
    public func detach() async {}
    /// Does nothing.
    public func evaluated(_ evaluation: Evaluation) {}
    /// Does nothing.
    public func counted(_ summary: EvaluationSummary) {}
    /// Does nothing.
    public func tracked(_ event: TrackedEvent) {}
    /// Does nothing.
    public func identified(_ event: IdentifiedEvent) {}
    /// Does nothing.
    public func changed(_ changes: ChangeSet) {}
    /// Does nothing.
    public func flush() async {}
    /// Does nothing.
    public func erase(_ context: EvaluationContext) async {}
    /// Does nothing.
    public func collecting(_ isAllowed: Bool) {}
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
    var isOver: Bool { client.map { $0() == nil } ?? false }

    /// Whether both feeds belong to the same client.
    func leads(whereDoes other: EventFeed) -> Bool {
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
