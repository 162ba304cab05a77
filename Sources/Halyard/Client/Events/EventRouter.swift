// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Counts evaluations and delivers events to the sinks that want them, in order.
///
/// A read that ends in a thread's slot is counted there, any other one in the window; both by flag object and by the context
/// that it was served for. Nothing is counted while there is no sink or no consent.
final class EventRouter: Sendable {
    /// An event, and the listeners when it happened.
    private struct Posting: Sendable {
        let event: FlagEvent
        let destinations: [EventDestination]
        /// Under which consent it happened.
        let consent: UInt64

        func deliver() {
            for destination in destinations { destination.hand(event) }
        }
    }

    private let time: any TimeSource
    private let report: @Sendable (Diagnostic) -> Void
    let reportOnce: DiagnosticDeduplicator
    /// Reports the first hundred names of unknown flags.
    let reportFlag: DiagnosticDeduplicator
    /// Reports the first hundred names of events that no sink accepts.
    let reportEvent: DiagnosticDeduplicator
    private let windows: CountingWindows
    /// The newest ones.
    private let kinds = Lock<[ServedContext]>([])
    /// The number of combinations of kinds that are kept.
    private static let maximumKinds = 32
    let start: StartWatch
    private let order = AtomicNumber()
    /// The client's; they outlive it until their last counts are delivered.
    let slots: ReadSlots
    /// Held while a window is closed and while listeners or consent change: what was counted goes to the listeners of the time.
    ///
    /// Reads and single events do not wait for it; closing may take a while.
    private let closing = Lock(())
    private let delivery: SerialDelivery<Posting>
    /// A queue of their own: they do not wait behind events for a busy sink.
    private let modeChanges = SerialDelivery<Posting> { $0.deliver() }
    let audience: EventAudience

    init(
        _ scopes: ScopeGate, time: any TimeSource, hasConsent: Bool, report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.time = time
        self.report = report
        let reportOnce = DiagnosticDeduplicator(report: report)
        self.reportOnce = reportOnce
        start = StartWatch(time: time, reportOnce)
        reportFlag = DiagnosticDeduplicator(first: 100, report: report)
        reportEvent = DiagnosticDeduplicator(first: 100, report: report)
        windows = CountingWindows(start: time.now)
        slots = ReadSlots(windows, scopes)
        let audience = EventAudience(hasConsent: hasConsent)
        self.audience = audience
        delivery = SerialDelivery { posting in
            // What happened before consent was withdrawn stays forgotten when it is given again.
            let members = audience.now
            let isCurrent = members.areHeard && members.consent == posting.consent
            let isConsent = if case .consentChanged = posting.event { true } else { false }
            if isConsent || isCurrent { posting.deliver() }
        }
    }

    /// What reads for a context other than the client's are counted for: one object for all contexts of its kinds.
    ///
    /// An app with many combinations of kinds gets a new one now and then. Then it counts the same kinds twice in one window.
    func kinds(of context: EvaluationContext) -> ServedContext {
        kinds.withLock { kinds in
            if let known = kinds.first(where: { $0.context.hasSameKinds(as: context) }) { return known }
            let new = ServedContext(context.kindsOnly)
            kinds.append(new)
            if kinds.count > Self.maximumKinds { kinds.removeFirst() }
            return new
        }
    }

    /// Whether some sink wants every evaluation as an event.
    var pushesEveryEvaluation: Bool {
        audience.now.listeners.contains { $0.capabilities.interest == .every }
    }

    // MARK: Audience

    /// Passes the sinks their feed; runs their code.
    func prepare(_ destinations: [EventDestination]) {
        let feed = EventFeed(
            closeWindow: { [weak self] in self?.closeWindow() }, report: report,
            hasConsent: audience.now.hasConsent, client: { [weak self] in self.map(ObjectIdentifier.init) })
        for destination in destinations { destination.sink.receive(.attached(feed)) }
    }

    /// Removes some sinks and adds others; may be called under a lock.
    ///
    /// What was counted so far goes to the existing sinks. Those that leave receive nothing more, but still receive requests
    /// to forget; let them send what they have with ``dismiss(_:_:)``.
    ///
    /// - Returns: What to release outside of that lock.
    @discardableResult
    func exchange(_ owner: EventDestination.Owner?, for entering: [EventDestination]) -> Closed {
        let closed = closing.withLock { _ in
            let closed = close()
            audience.exchange(
                owner, for: entering, before: { post(closed, to: $0.listeners, $0) },
                after: { members in
                    // Some may have been registered before, with another consent.
                    if members.consent > 1 || !members.hasConsent {
                        post(.consentChanged(members.hasConsent), to: entering, members)
                    }
                    if members.mode != .offline { postMode(to: entering, members) }
                })
            // Reads count from now on, or no longer.
            slots.raise()
            return closed
        }
        modeChanges.deliverSoon()
        delivery.deliverSoon()
        return closed
    }

    /// Delivers what is left for those that left, lets them send it, and releases them.
    ///
    /// - Parameter destinations: All sinks of an owner that goes with the client's end, so that they have not left before; nil
    ///   for those that left.
    func dismiss(_ owner: EventDestination.Owner, _ destinations: [EventDestination]? = nil) async {
        let leaving = audience.now.leaving.filter { $0.owner == owner }
        let destinations = destinations ?? leaving
        if !leaving.isEmpty {
            // Reads that were in progress when they left; where a sink for the same flags replaced them, that has the reads.
            closeWindow { members in
                let successors = Set(members.listeners.map(\.provider))
                return members.listeners
                    + leaving.filter { $0.provider != nil && !successors.contains($0.provider) }
            }
            // The mode, too: a sink that does not know yet that it may use the network sends nothing.
            await settle()
        }
        await Self.flush(destinations)
        if !leaving.isEmpty {
            closing.withLock { _ in audience.dismiss(owner) }
            await delivery.settle()
        }
        await settleMode()
        for destination in destinations { await destination.sink.detach() }
    }

    // MARK: Evaluations

    /// Whether evaluations and events are accepted at all.
    var isEnabled: Bool { audience.consent != 0 }

    /// Counts a view's read of a flag's value.
    ///
    /// - Returns: False if it's the thread's first one since a change or the window's start. That is counted with its default.
    func count(_ flag: EvaluatedFlag, in snapshot: FlagSnapshot) -> Bool {
        slots.countRead(FlagIdentity(flag, snapshot.served)) || audience.consent == 0
    }

    /// Counts a view's read that a flag answered, with its default.
    func countFirst(_ flag: EvaluatedFlag, _ target: Evaluation.ReadTarget, _ defaultValue: FlagValue, in snapshot: FlagSnapshot) {
        let generation = slots.currentGeneration
        let served = served(flag, defaultValue, in: snapshot)
        if target == .value, fill(served, as: FlagIdentity(flag, snapshot.served), generation) { return }
        windows.add(1, target, of: served)
        closeFullWindow()
    }

    /// Serves a flag's value to later reads of the calling thread, or counts its later reads of views, and counts one read.
    ///
    /// - Parameters:
    ///   - viewed: Identifies the flag and its context, for reads of views. Nil for the client's own.
    ///   - generation: The generation from before the flag was looked up.
    /// - Returns: False if the thread can't count reads, because it ends.
    func fill(_ served: ServedFlag, as viewed: FlagIdentity? = nil, _ generation: UInt64) -> Bool {
        guard slots.fill(served, as: viewed, generation) else { return false }
        closeFullWindow()
        return true
    }

    /// Closes the window before its sinks do, so that it doesn't grow without a bound while flags change.
    private func closeFullWindow() { if windows.isFull { closeWindow() } }

    /// What a read that a flag answers now is counted for.
    func served(_ flag: EvaluatedFlag, _ defaultValue: FlagValue, in snapshot: FlagSnapshot) -> ServedFlag {
        ServedFlag(
            flag: flag, context: snapshot.served, defaultValue: defaultValue, order: nextOrder, consent: audience.consent)
    }

    /// Counts a read that got the caller's default because of an error, or because an unlisted flag is off.
    func countIrregular(
        _ key: String, _ flag: EvaluatedFlag?, _ target: Evaluation.ReadTarget = .value, error: ErrorCode?, in snapshot: FlagSnapshot,
        defaultValue: FlagValue
    ) {
        let context = snapshot.served.context
        let order = nextOrder
        let consent = audience.consent
        windows.withOwn {
            $0.countIrregular(
                key, flag, target, error: error, defaultValue: defaultValue, for: context, order: order, consent: consent)
        }
    }

    func push(_ evaluation: Evaluation) {
        var evaluation = evaluation
        evaluation.order = nextOrder
        post(.evaluated(evaluation))
    }

    /// Taken at each evaluation that is delivered, and at each first read: sinks receive the two in a different order.
    private var nextOrder: Int { Int(truncatingIfNeeded: order.next()) }

    // MARK: Windows

    /// What was counted in a window; release it outside of all locks.
    ///
    /// It may hold the last reference to a context, whose attachment belongs to the app and may read flags in its `deinit`.
    struct Closed: Sendable {
        var summaries: [EvaluationSummary]
        /// Counted while nobody listened.
        var unheard: [EvaluationSummary]
        var endedThreads: [ThreadSlots]
    }

    /// Closes the counting window and delivers its summaries to the sinks.
    func closeWindow() {
        _ = enqueueWindow()
        delivery.deliver()
    }

    /// Closes the counting window and enqueues its summaries.
    ///
    /// The sinks receive them with the next ``deliverSoon()``; may be called under a lock.
    ///
    /// - Returns: What to release outside of that lock.
    func enqueueWindow() -> Closed { closeWindow(for: \.listeners) }

    @discardableResult
    private func closeWindow(for destinations: (EventAudience.Members) -> [EventDestination]) -> Closed {
        closing.withLock { _ in
            let closed = close()
            audience.post { post(closed, to: destinations($0), $0) }
            return closed
        }
    }

    /// Takes the counts, and begins a window; called under the lock for closing.
    private func close() -> Closed {
        let now = time.now
        let ended = slots.collect()
        // In the next window, each thread's first read of a flag reports its default again.
        slots.raise()
        let summaries = windows.take(at: now, next: audience.now.consent).close(at: now)
        return Closed(
            summaries: isEnabled ? summaries : [], unheard: isEnabled ? [] : summaries, endedThreads: ended)
    }

    private func post(_ closed: Closed, to destinations: [EventDestination], _ members: EventAudience.Members) {
        for summary in closed.summaries { post(.counted(summary), to: destinations, members) }
    }

    /// Delivers what is queued for the sinks, from a task.
    func deliverSoon() { delivery.deliverSoon() }

    /// Sets whether sinks may use the network; if that changed, they receive it with the next ``deliverModeChanges()``.
    ///
    /// May be called under a lock.
    func setMode(_ mode: FlagRequest.Mode) {
        audience.setMode(mode) { postMode(to: $0.all, $0) }
    }

    private func postMode(to destinations: [EventDestination], _ members: EventAudience.Members) {
        modeChanges.add(
            Posting(event: .modeChanged(members.mode), destinations: destinations, consent: members.consent))
    }

    /// Delivers the mode to the sinks at once, unless another thread is doing so.
    func deliverModeChanges() { modeChanges.deliver() }

    /// Starts or stops accepting events; what was not delivered to a sink yet is forgotten either way.
    func setEnabled(_ enabled: Bool) {
        _ = closing.withLock { _ in
            let forgotten = windows.take(at: time.now, next: audience.now.consent + 1)
            audience.setConsent(enabled) { post(.consentChanged(enabled), to: $0.all, $0) }
            slots.raise()
            return forgotten
        }
        delivery.deliver()
    }

    /// Closes the window and accepts nothing more; what was accepted is still delivered.
    func end() {
        closeWindow()
        closing.withLock { _ in audience.end() }
    }

    /// Forgets what was counted about an identity.
    func forget(_ context: EvaluationContext) {
        _ = closing.withLock { _ in
            let closed = close()
            let others = closed.summaries.filter { !$0.context.hasSameIdentity(as: context) }
            audience.post { members in
                for summary in others { post(.counted(summary), to: members.listeners, members) }
            }
            return (closed, slots.forget(context))
        }
        delivery.deliver()
    }

    // MARK: Other events

    func track(_ event: TrackingEvent) {
        post(.tracked(event))
        noteIfUnheard(event)
    }

    func identify(_ event: IdentifyEvent) { post(.identified(event)) }

    /// Enqueues an identification.
    ///
    /// The sinks receive it with the next ``deliverSoon()``; may be called under a lock.
    func enqueueIdentified(_ context: EvaluationContext, previous: EvaluationContext?) {
        guard isEnabled else { return }
        enqueue(
            .identified(IdentifyEvent(context: context, previous: previous, isAlias: false, time: time.now)))
    }

    /// Delivers changes to the sinks from a task: this is called where a provider publishes, perhaps under its lock.
    func change(_ changes: ChangeSet) {
        guard isEnabled else { return }
        enqueue(.changed(changes, at: time.now))
        delivery.deliverSoon()
    }

    /// Enqueues an event for the current listeners.
    private func enqueue(_ event: FlagEvent) {
        audience.post { post(event, to: $0.listeners, $0) }
    }

    private func post(_ event: FlagEvent, to destinations: [EventDestination], _ members: EventAudience.Members) {
        delivery.add(Posting(event: event, destinations: destinations, consent: members.consent))
    }

    private func post(_ event: FlagEvent) {
        guard isEnabled else { return }
        enqueue(event)
        delivery.deliver()
    }

    // MARK: Sinks

    /// Returns when the sinks have received every change of the mode so far.
    func settleMode() async { await modeChanges.settle() }

    /// Returns when the sinks have received everything queued for them.
    func settle() async {
        await settleMode()
        await delivery.settle()
    }

    /// Closes the window and lets every sink send what it has; returns when all have.
    func flush() async {
        closeWindow()
        await settle()
        await Self.flush(audience.now.listeners)
    }

    private static func flush(_ destinations: [EventDestination]) async {
        await withTaskGroup(of: Void.self) { group in
            for destination in destinations { group.addTask { await destination.sink.flush() } }
        }
    }

    /// Lets some of the sinks send what they have, and releases them.
    func dismiss(where isMeant: (EventDestination) -> Bool) async {
        let meant = audience.now.listeners.filter(isMeant)
        await Self.flush(meant)
        for destination in meant { await destination.sink.detach() }
    }

    func erase(_ context: EvaluationContext) async {
        forget(context)
        await delivery.settle()
        for destination in audience.now.all { await destination.sink.erase(context) }
    }
}
