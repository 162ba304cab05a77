// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Someone who wants to hear what happens with flags: a vendor's analytics, a log file, the app.
///
/// A vendor's provider brings its own sink (``FlagProvider/sinks``), which hears of that provider's flags only; the
/// app's sinks, given to the ``FlagClient``, hear of all. Every method has an empty default.
///
/// The calling order: ``attach(_:)`` once; then events in the order in which they happened, one at a time; ``flush()`` whenever the
/// client is flushed, and a last time when it is shut down or the sink's provider is replaced; then ``detach()``.
/// ``modeChanged(to:)`` comes ahead of events that wait, perhaps while one is being handed out, on the thread that changed the mode
/// or on one that is handing out such a change just then. No method is called under a lock, and calling back into the client is allowed. Methods other than
/// `flush` and `erase` are called on the thread that caused the event, reads included, or on one that is handing out events
/// just then; so they must only enqueue.
///
/// A provider's sink belongs to one client: its consent, its mode and its events. A sink of the app's that is given to several
/// clients hears of all of them.
public protocol EventSink: Sendable {
    /// Which evaluations the sink wants one by one. Read once, when the sink is attached.
    var interest: EventInterest { get }

    /// Whether custom events (``FlagClient/track(_:data:metric:)``) go anywhere from here. True by default.
    ///
    /// Where none of a client's sinks takes them, the client reports each name once.
    var takesTrackedEvents: Bool { get }

    /// Hands the sink a way to close the counting window before it sends. Called once, before any event.
    func attach(_ feed: EventFeed)

    /// Says whether the network may be used from now on, and whether the user sees the app; offline until the first call.
    ///
    /// Comes before any ``flush()`` by an app that has seen the new mode. What happened before may be handed out after it.
    func modeChanged(to mode: FlagRequest.Mode)

    /// Lets the sink go: nothing comes any more, and what is not sent by now has to be stored or reported as dropped. Called
    /// once, after the last flush; returns within a bounded time.
    func detach() async

    /// A flag that asks for it, or any flag if the sink's interest says so, was evaluated.
    func evaluated(_ evaluation: Evaluation)

    /// A counting window was closed: at a flush, a change of context, or the end.
    func counted(_ summary: EvaluationSummary)

    /// The app reported that something happened.
    func tracked(_ event: TrackedEvent)

    /// The app identified somebody, or said that two contexts are the same person.
    func identified(_ event: IdentifiedEvent)

    /// Flags changed.
    func changed(_ changes: ChangeSet)

    /// Sends what was collected; returns when it is on its way or has failed, within a bounded time.
    func flush() async

    /// Forgets what was collected about a context's identity and not sent yet.
    func erase(_ context: EvaluationContext) async

    /// Says whether events may be collected from now on (``FlagClient/setEventsEnabled(_:)``).
    ///
    /// Without consent nothing comes any more, and what was collected and not sent yet must be forgotten.
    func collecting(_ isAllowed: Bool)
}

extension EventSink {
    /// Counts, and single events for flags that ask for them.
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

/// Which evaluations a sink wants one by one; each level includes the one before.
public enum EventInterest: Int, Sendable, Hashable, Comparable {
    /// None: counts are enough.
    case counts
    /// Those of flags that ask for it (``Flag/Reporting/each``).
    case flagged
    /// All. Every read then makes an event, which costs far more than counting.
    case every

    /// Whether the left level wants less.
    public static func < (left: EventInterest, right: EventInterest) -> Bool { left.rawValue < right.rawValue }

    /// Whether a sink with this interest is handed an evaluation.
    func wants(_ evaluation: Evaluation) -> Bool {
        self == .every || (self == .flagged && evaluation.flag?.reporting.contains(.each) == true)
    }
}

/// A sink's way back to the client: to pull counts, and to tell what went wrong.
public struct EventFeed: Sendable {
    private let close: @Sendable () -> Void
    private let note: @Sendable (Diagnostic) -> Void
    /// Which client it leads to, and nil once that is gone; nil for a feed that belongs to none.
    private let client: (@Sendable () -> ObjectIdentifier?)?
    /// Whether events may be collected when the sink is attached.
    package let hasConsent: Bool

    /// Makes a feed of what becomes of its calls, as a test of a sink does.
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

    /// Whether the client that it leads to is gone.
    var isOver: Bool { client.map { $0() == nil } ?? false }

    /// Whether both lead to the same client.
    func leads(whereDoes other: EventFeed) -> Bool {
        guard let mine = client?(), let theirs = other.client?() else { return false }
        return mine == theirs
    }

    /// Closes the counting window: every sink hears what was counted since the last time, before this call returns or,
    /// when another thread is delivering events, soon after.
    ///
    /// Memory only.
    public func closeWindow() { close() }

    /// Tells whoever follows the client's diagnostics, such as about events that were dropped.
    public func report(_ diagnostic: Diagnostic) { note(diagnostic) }
}
