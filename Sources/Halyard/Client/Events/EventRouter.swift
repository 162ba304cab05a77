// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A router that counts evaluations, and delivers events to the sinks in order.
///
/// A read from a thread's slot is counted in the slot, and any other read in the window. Both count by flag object and by the
/// context that the flag was served for. Nothing is counted without a sink or without consent.
final class EventRouter: Sendable {
    /// An event, with the listeners at the time of the event.
    private struct Posting: Sendable {
        let event: FlagEvent
        let destinations: [EventDestination]
        /// The consent under which the event happened.
        let consent: UInt64

        func deliver() {
            for destination in destinations { destination.hand(event) }
        }
    }

    private let time: any TimeSource
    private let report: @Sendable (Diagnostic) -> Void
    let reportOnce: DiagnosticDeduplicator
    /// Reports the first 100 keys of unknown flags.
    let reportFlag: DiagnosticDeduplicator
    /// Reports the first 100 names of events that no sink accepts.
    let reportEvent: DiagnosticDeduplicator
    private let windows: CountingWindows
    /// The objects under which reads for contexts other than the client's are counted.
    let kinds = CountedKinds()
    let start: StartWatch
    private let order = AtomicNumber()
    /// The client's slots, which outlive it until their last counts are delivered.
    let slots: ReadSlots
    /// The lock that is held while a window is closed and while listeners or consent change.
    ///
    /// Counts go to the listeners of their time. Reads and single events don't wait for it, because closing can take a while.
    private let closing = Lock(())
    private let delivery: SerialDelivery<Posting>
    /// A separate queue, so that mode changes don't wait behind events for a busy sink.
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
            // Events from before consent was withdrawn remain forgotten when consent is given again.
            let members = audience.now
            let isCurrent = members.areHeard && members.consent == posting.consent
            let isConsent = if case .consentChanged = posting.event { true } else { false }
            if isConsent || isCurrent { posting.deliver() }
        }
    }

    // MARK: Audience

    /// Passes the sinks their feed, which runs their code.
    func prepare(_ destinations: [EventDestination]) {
        let feed = EventFeed(
            closeWindow: { [weak self] in self?.closeWindow() }, report: report,
            hasConsent: audience.now.hasConsent, client: { [weak self] in self.map(ObjectIdentifier.init) })
        for destination in destinations { destination.sink.receive(.attached(feed)) }
    }

    /// Removes some sinks and adds others.
    ///
    /// You can call this under a lock. The counts so far go to the existing sinks. Leaving sinks receive no more events, but
    /// still receive requests to erase an identity. Call ``dismiss(_:_:)`` to let them send their events.
    ///
    /// - Returns: The objects to release outside that lock.
    @discardableResult
    func exchange(_ owner: EventDestination.Owner?, for entering: [EventDestination]) -> Closed {
        let closed = closing.withLock { _ in
            let closed = close()
            audience.exchange(
                owner, for: entering, before: { post(closed, to: $0.listeners, $0) },
                after: { members in
                    // Some sinks might have been registered before, with another consent.
                    if members.consent > 1 || !members.hasConsent {
                        post(.consentChanged(members.hasConsent), to: entering, members)
                    }
                    if members.mode != .offline { postMode(to: entering, members) }
                })
            // Reads start or stop counting here.
            slots.raise()
            return closed
        }
        modeChanges.deliverSoon()
        delivery.deliverSoon()
        return closed
    }

    /// Delivers the remaining events of leaving sinks, lets the sinks send them, and releases the sinks.
    ///
    /// - Parameter destinations: All sinks of an owner that leaves when the client ends, or `nil` for sinks that have left.
    func dismiss(_ owner: EventDestination.Owner, _ destinations: [EventDestination]? = nil) async {
        let leaving = audience.now.leaving.filter { $0.owner == owner }
        let destinations = destinations ?? leaving
        if !leaving.isEmpty {
            // These reads were in progress when the sinks left. A new sink for the same flags receives them instead.
            closeWindow { members in
                let successors = Set(members.listeners.map(\.provider))
                return members.listeners
                    + leaving.filter { $0.provider != nil && !successors.contains($0.provider) }
            }
            // Also deliver the mode, because a sink sends nothing until it receives permission to use the network.
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

    /// A Boolean value that indicates whether evaluations and events are accepted.
    var isEnabled: Bool { audience.consent != 0 }

    /// Counts a snapshot's read of a flag's value.
    ///
    /// - Returns: `false` for the thread's first read since a change or the window's start. Count that with its default.
    func count(_ flag: EvaluatedFlag, in snapshot: FlagSnapshot) -> Bool {
        slots.countRead(FlagIdentity(flag, snapshot.served)) || audience.consent == 0
    }

    /// Counts a snapshot's read of a flag, with its default value.
    func countFirst(
        _ flag: EvaluatedFlag, _ target: Evaluation.ReadTarget, _ defaultValue: FlagValue, in snapshot: FlagSnapshot
    ) {
        let generation = slots.currentGeneration
        let served = served(flag, defaultValue, in: snapshot)
        if target == .value, fill(served, as: FlagIdentity(flag, snapshot.served), generation) { return }
        windows.add(1, target, of: served)
        closeFullWindow()
    }

    /// Stores a flag in the calling thread's slot, and counts one read.
    ///
    /// The slot serves the flag's value to the thread's later reads, or counts its later reads of snapshots.
    ///
    /// - Parameters:
    ///   - viewed: The identity of the flag and its context for reads of snapshots, or `nil` for the client's own reads.
    ///   - generation: The generation from before the lookup.
    /// - Returns: `false` if the thread can't count reads, because it's ending.
    func fill(_ served: ServedFlag, as viewed: FlagIdentity? = nil, _ generation: UInt64) -> Bool {
        guard slots.fill(served, as: viewed, generation) else { return false }
        closeFullWindow()
        return true
    }

    /// Closes a full window before its sinks do, so that its size is limited while flags change.
    private func closeFullWindow() { if windows.isFull { closeWindow() } }

    /// Returns the facts that a read of a flag is counted with.
    func served(_ flag: EvaluatedFlag, _ defaultValue: FlagValue, in snapshot: FlagSnapshot) -> ServedFlag {
        ServedFlag(
            flag: flag, context: snapshot.served, defaultValue: defaultValue, order: nextOrder,
            consent: audience.consent)
    }

    /// Counts a read that returned the caller's default value because of an error, or because an unlisted flag is off.
    func countIrregular(
        _ key: String, _ flag: EvaluatedFlag?, _ target: Evaluation.ReadTarget = .value, error: ErrorCode?,
        in snapshot: FlagSnapshot, defaultValue: FlagValue
    ) {
        let context = snapshot.served.context
        let order = nextOrder
        let consent = audience.consent
        windows.withOwn {
            $0.countIrregular(
                key, flag, target, error: error, defaultValue: defaultValue, for: context, order: order,
                consent: consent)
        }
    }

    /// The number that increases when flags change and when a counting window is closed.
    var currentGeneration: UInt64 { slots.currentGeneration }

    /// Reports a context to the sinks that require it.
    ///
    /// - Parameter providers: The providers whose sinks receive it, with `nil` for the sinks of the app.
    func use(_ use: ContextUse, of providers: [String?]) {
        audience.post { members in
            let destinations = members.listeners.filter {
                $0.capabilities.receivesContextUses && providers.contains($0.provider)
            }
            post(.contextUsed(use), to: destinations, members)
        }
        delivery.deliver()
    }

    func push(_ evaluation: Evaluation) {
        var evaluation = evaluation
        evaluation.order = nextOrder
        post(.evaluated(evaluation))
    }

    /// The next position of a delivered evaluation or a first read, because sinks receive the two in a different order.
    private var nextOrder: Int { Int(truncatingIfNeeded: order.next()) }

    // MARK: Windows

    /// A window's counts, which must be released outside all locks.
    ///
    /// They might have the last reference to a context. Its attachment belongs to the app, and its `deinit` might read flags.
    struct Closed: Sendable {
        var summaries: [EvaluationSummary]
        /// The counts from a time without listeners.
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
    /// You can call this under a lock. The sinks receive the summaries with the next ``deliverSoon()``.
    ///
    /// - Returns: The objects to release outside that lock.
    func enqueueWindow() -> Closed { closeWindow(for: \.listeners) }

    @discardableResult
    private func closeWindow(for destinations: (EventAudience.Members) -> [EventDestination]) -> Closed {
        closing.withLock { _ in
            let closed = close()
            audience.post { post(closed, to: destinations($0), $0) }
            return closed
        }
    }

    /// Takes the counts and begins a window.
    ///
    /// Call it under the lock for closing.
    private func close() -> Closed {
        let now = time.now
        let ended = slots.collect()
        // In the next window, each thread's first read of a flag reports its default value again.
        slots.raise()
        let summaries = windows.drain(at: now, next: audience.now.consent).close(at: now)
        return Closed(
            summaries: isEnabled ? summaries : [], unheard: isEnabled ? [] : summaries, endedThreads: ended)
    }

    private func post(_ closed: Closed, to destinations: [EventDestination], _ members: EventAudience.Members) {
        for summary in closed.summaries { post(.counted(summary), to: destinations, members) }
    }

    /// Delivers the queued events to the sinks from a task.
    func deliverSoon() { delivery.deliverSoon() }

    /// Sets the mode, which sinks receive with the next ``deliverModeChanges()`` if it changed.
    ///
    /// You can call this under a lock.
    func setMode(_ mode: FlagRequest.Mode) {
        audience.setMode(mode) { postMode(to: $0.all, $0) }
    }

    private func postMode(to destinations: [EventDestination], _ members: EventAudience.Members) {
        modeChanges.add(
            Posting(event: .modeChanged(members.mode), destinations: destinations, consent: members.consent))
    }

    /// Delivers the mode to the sinks immediately, unless another thread is already doing so.
    func deliverModeChanges() { modeChanges.deliver() }

    /// Starts or stops accepting events.
    ///
    /// In both cases, events that haven't been delivered to a sink are forgotten.
    func setEnabled(_ enabled: Bool) {
        _ = closing.withLock { _ in
            let forgotten = windows.drain(at: time.now, next: audience.now.consent + 1)
            audience.setConsent(enabled) { post(.consentChanged(enabled), to: $0.all, $0) }
            slots.raise()
            return forgotten
        }
        delivery.deliver()
    }

    /// Closes the window and stops accepting events, but still delivers accepted events.
    func end() {
        closeWindow()
        closing.withLock { _ in audience.end() }
    }

    /// Forgets the counts of an identity.
    func forgetCounts(of context: EvaluationContext) {
        _ = closing.withLock { _ in
            let closed = close()
            let others = closed.summaries.filter { !$0.context.hasSameIdentity(as: context) }
            audience.post { members in
                for summary in others { post(.counted(summary), to: members.listeners, members) }
            }
            return (closed, slots.forgetReads(of: context))
        }
        delivery.deliver()
    }

    // MARK: Other events

    func track(_ event: TrackingEvent) {
        post(.tracked(event))
        noteIfUnheard(event)
    }

    func identify(_ event: IdentifyEvent) { post(.identified(event)) }

    /// Enqueues an identify event.
    ///
    /// You can call this under a lock. The sinks receive the event with the next ``deliverSoon()``.
    func enqueueIdentified(_ context: EvaluationContext, previous: EvaluationContext?) {
        guard isEnabled else { return }
        enqueue(
            .identified(IdentifyEvent(context: context, previous: previous, isAlias: false, time: time.now)))
    }

    /// Delivers changes to the sinks from a task, because a provider that publishes might hold a lock.
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

    /// Waits until the sinks have received all mode changes so far.
    func settleMode() async { await modeChanges.settle() }

    /// Waits until the sinks have received all queued events.
    func settle() async {
        await settleMode()
        await delivery.settle()
    }

    /// Closes the window, and waits until every sink has sent its events.
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

    /// Lets some of the sinks send their events, and releases them.
    func dismiss(where isMeant: (EventDestination) -> Bool) async {
        let meant = audience.now.listeners.filter(isMeant)
        await Self.flush(meant)
        for destination in meant { await destination.sink.detach() }
    }

    func erase(_ context: EvaluationContext) async {
        forgetCounts(of: context)
        await delivery.settle()
        for destination in audience.now.all { await destination.sink.erase(context) }
    }
}
