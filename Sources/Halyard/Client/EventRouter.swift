// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Counts evaluations and hands events to the sinks that want them, in order.
///
/// A count is one step of a thread's own, or one relaxed addition on the flag that was served; the first one since the
/// last window puts the flag on a list. Closing a window shuts the cells, takes the list and sets the flags' tallies
/// back. Nothing is counted while there is no sink or no consent.
final class EventRouter: Sendable {
    private enum Event: Sendable {
        case evaluated(Evaluation)
        case counted(EvaluationSummary)
        case tracked(TrackedEvent)
        case identified(IdentifiedEvent)
        case changed(ChangeSet)
        case collecting(Bool)

        var isAboutConsent: Bool {
            if case .collecting = self { true } else { false }
        }
    }

    /// An event, and who listened when it happened.
    private struct Posting: Sendable {
        let event: Event
        let destinations: [EventDestination]
        /// Under which consent it happened.
        let consent: Int
    }

    private let time: any TimeSource
    private let report: @Sendable (Diagnostic) -> Void
    private let window: Lock<CountingWindow>
    /// The client's.
    private let cells: FlagCells
    private let delivery: SerialDelivery<Posting>
    private let audience: EventAudience

    init(
        _ cells: FlagCells, time: any TimeSource, hasConsent: Bool, report: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.cells = cells
        self.time = time
        self.report = report
        window = Lock(CountingWindow(start: time.now))
        let audience = EventAudience(hasConsent: hasConsent)
        self.audience = audience
        delivery = SerialDelivery { posting in
            // What happened before consent was taken back stays forgotten when it is given again.
            let isCurrent = !audience.isShut && audience.now.consent == posting.consent
            if posting.event.isAboutConsent || isCurrent { Self.hand(posting.event, to: posting.destinations) }
        }
    }

    /// Whether some sink wants every evaluation as an event.
    var pushesEveryEvaluation: Bool {
        audience.now.listeners.contains { $0.interest == .every }
    }

    // MARK: Audience

    /// Hands sinks their feed; runs their code.
    func prepare(_ destinations: [EventDestination]) {
        let feed = EventFeed(
            closeWindow: { [weak self] in self?.closeWindow() }, report: report,
            client: { [weak self] in self.map(ObjectIdentifier.init) })
        for destination in destinations { destination.sink.attach(feed) }
    }

    /// Lets some sinks go and others come; may be called under a lock.
    ///
    /// What was counted so far is for those who are there already. Those who leave hear nothing more, but are still told to
    /// forget; let them send what they have with ``dismiss(_:)``.
    func exchange(_ owner: EventDestination.Owner?, for entering: [EventDestination]) {
        audience.exchange(
            owner, for: entering, before: { postWindow($0) },
            after: { members in
                if !members.hasConsent { post(.collecting(false), to: entering, members) }
                let back = entering.filter { members.isBack($0) }
                if members.hasConsent, !back.isEmpty { post(.collecting(true), to: back, members) }
            })
        // Where nobody listened, cells were opened that nobody counts.
        let reads = cells.shutAll()
        window.withLock { $0.add(reads) }
        delivery.deliverSoon()
    }

    /// Hands those who left what is still theirs, lets them send it, and forgets them.
    func dismiss(_ owner: EventDestination.Owner) async {
        let leaving = audience.now.leaving.filter { $0.owner == owner }
        if leaving.isEmpty { return }
        // Reads that were under way when they left; where a sink for the same flags came instead, it has them.
        audience.post { members in
            let successors = Set(members.listeners.map(\.provider))
            postWindow(members, and: leaving.filter { $0.provider != nil && !successors.contains($0.provider) })
        }
        await delivery.settle()
        await Self.flush(leaving)
        audience.dismiss(owner)
    }

    // MARK: Evaluations

    /// Whether evaluations and events are taken at all.
    var isEnabled: Bool { audience.isOpen }

    /// Counts a read that a flag answered; whether it is the first of this window, which must then be noted.
    func countsFirst(_ flag: Flag, _ facet: Evaluation.Facet) -> Bool {
        switch facet {
        case .value: flag.valueReads.add(1, ordering: .relaxed).oldValue == 0
        case .variant: flag.variantReads.add(1, ordering: .relaxed).oldValue == 0
        }
    }

    /// Puts a flag that was read for the first time on the window's list.
    func noteFirst(_ flag: Flag, _ fallback: FlagValue, in published: Published) {
        let context = published.servedContext
        window.withLock { $0.note(flag, fallback, for: context) }
    }

    /// Counts a read that got the caller's default because of an error, or because an unlisted flag is off.
    func countIrregular(
        _ key: String, _ flag: Flag?, _ facet: Evaluation.Facet = .value, error: ErrorCode?, in published: Published,
        fallback: FlagValue
    ) {
        let context = published.servedContext
        window.withLock { $0.countIrregular(key, flag, facet, error: error, fallback: fallback, for: context) }
    }

    // MARK: Cells

    /// Lets later reads end in a cell, if what they would depend on is still current.
    func openCell(_ flag: Flag, _ fallback: FlagValue, in published: Published, ifCurrent isCurrent: () -> Bool) {
        let served = ServedFlag(flag: flag, fallback: fallback, context: published.servedContext)
        cells.open(flag, ifCurrent: isCurrent) { isEnabled ? served : nil }
    }

    /// Replaces what is read; nobody who has seen the new sees the old again.
    func replace(_ old: Published, with new: Published, _ replace: () -> Void) {
        let isOnlyFlags = old.evaluator === new.evaluator && new.isPlain && old.servedContext == new.servedContext
        let reads = cells.replace(isOnlyFlags ? { new.table.replacements(of: old.table) } : nil, replace)
        window.withLock { $0.add(reads) }
    }

    func push(_ evaluation: Evaluation) { post(.evaluated(evaluation)) }

    // MARK: Windows

    /// Closes the counting window and hands its summaries to the sinks.
    func closeWindow() {
        enqueueWindow()
        delivery.deliver()
    }

    /// Closes the counting window and puts its summaries in line.
    ///
    /// The sinks hear of them with the next ``deliverSoon()``; may be called under a lock.
    func enqueueWindow() {
        audience.post { postWindow($0) }
    }

    private func postWindow(_ members: EventAudience.Members, and others: [EventDestination] = []) {
        // Asked first: what is taken must be handed out.
        guard isEnabled else { return }
        for summary in takeSummaries(time.now) { post(.counted(summary), to: members.listeners + others, members) }
    }

    /// Hands the sinks what waits for them, from a task.
    func deliverSoon() { delivery.deliverSoon() }

    /// Takes events or stops taking them; what was not handed to a sink yet is forgotten either way.
    func setEnabled(_ enabled: Bool) {
        audience.setConsent(enabled) { members in
            _ = takeSummaries(time.now)
            post(.collecting(enabled), to: members.all, members)
        }
        delivery.deliver()
    }

    /// Closes the window and takes nothing more; what was taken is still handed out.
    func close() {
        closeWindow()
        audience.end()
    }

    /// Forgets what was counted about an identity.
    func forget(_ context: EvaluationContext) {
        audience.post { members in
            guard isEnabled else { return }
            for summary in takeSummaries(time.now) where !summary.context.hasSameIdentity(as: context) {
                post(.counted(summary), to: members.listeners, members)
            }
        }
        cells.forget(context)
        delivery.deliver()
    }

    private func takeSummaries(_ now: Instant) -> [EvaluationSummary] {
        let reads = cells.shutAll()
        return window.withLock { window in
            window.add(reads)
            defer { window = CountingWindow(start: now) }
            return window
        }.close(at: now)
    }

    // MARK: Other events

    func track(_ event: TrackedEvent) { post(.tracked(event)) }

    func identify(_ event: IdentifiedEvent) { post(.identified(event)) }

    /// Puts an identification in line.
    ///
    /// The sinks hear of it with the next ``deliverSoon()``; may be called under a lock.
    func enqueueIdentified(_ context: EvaluationContext, previous: EvaluationContext?) {
        guard isEnabled else { return }
        enqueue(
            .identified(IdentifiedEvent(context: context, previous: previous, isAlias: false, time: time.now)))
    }

    /// Tells the sinks soon, from a task: this is called where a provider publishes, perhaps under its lock.
    func change(_ changes: ChangeSet) {
        guard isEnabled else { return }
        enqueue(.changed(changes))
        delivery.deliverSoon()
    }

    /// Puts an event in line for those who listen now.
    private func enqueue(_ event: Event) {
        audience.post { post(event, to: $0.listeners, $0) }
    }

    private func post(_ event: Event, to destinations: [EventDestination], _ members: EventAudience.Members) {
        delivery.add(Posting(event: event, destinations: destinations, consent: members.consent))
    }

    private func post(_ event: Event) {
        guard isEnabled else { return }
        enqueue(event)
        delivery.deliver()
    }

    // MARK: Sinks

    /// Returns when the sinks have everything that waits for them.
    func settle() async { await delivery.settle() }

    /// Closes the window and lets every sink send what it has; returns when all have.
    func flush() async {
        closeWindow()
        await delivery.settle()
        await Self.flush(audience.now.listeners)
    }

    private static func flush(_ destinations: [EventDestination]) async {
        await withTaskGroup(of: Void.self) { group in
            for destination in destinations { group.addTask { await destination.sink.flush() } }
        }
    }

    func erase(_ context: EvaluationContext) async {
        forget(context)
        await delivery.settle()
        for destination in audience.now.all { await destination.sink.erase(context) }
    }

    private static func hand(_ event: Event, to destinations: [EventDestination]) {
        for destination in destinations {
            switch event {
            case .evaluated(let evaluation): hand(evaluation, to: destination)
            case .counted(let summary): hand(summary, to: destination)
            case .tracked(let event): destination.sink.tracked(event)
            case .identified(let event): destination.sink.identified(event)
            case .changed(let changes): hand(changes, to: destination)
            case .collecting(let isAllowed): destination.sink.collecting(isAllowed)
            }
        }
    }

    private static func hand(_ evaluation: Evaluation, to destination: EventDestination) {
        if destination.interest.wants(evaluation), destination.hears(of: evaluation.flag) {
            destination.sink.evaluated(evaluation)
        }
    }

    private static func hand(_ changes: ChangeSet, to destination: EventDestination) {
        let heard = destination.provider == nil ? changes : changes.withoutOverlay()
        if !heard.isEmpty { destination.sink.changed(heard) }
    }

    private static func hand(_ summary: EvaluationSummary, to destination: EventDestination) {
        var own = summary
        own.entries.removeAll { !destination.hears(of: $0.flag) }
        if !own.entries.isEmpty || own.uncounted > 0 { destination.sink.counted(own) }
    }
}
