// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Counts evaluations and hands events to the sinks that want them, in order.
///
/// A count is one relaxed addition on the flag that was served; the first one since the last window puts the flag on a
/// list. Closing a window takes the list and sets the flags' tallies back. Nothing is counted while there is no sink or
/// no consent.
final class EventRouter: Sendable {
    /// A sink and the provider whose flags it hears of; nil for all.
    struct Destination: Sendable {
        /// Who brought the sink along, so that it goes with them.
        enum Owner: Sendable, Hashable {
            case app
            /// A configuration, by the number of its list of sinks.
            case configuration(Int)
            /// A provider, by the number of its turn with the client.
            case provider(Int)
        }

        let owner: Owner
        let provider: String?
        let sink: any EventSink
        let interest: EventInterest

        init(_ owner: Owner, provider: String? = nil, _ sink: any EventSink) {
            self.owner = owner
            self.provider = provider
            self.sink = sink
            interest = sink.interest
        }

        func hears(of flag: Flag?) -> Bool { provider == nil || flag == nil || flag?.origin.provider == provider }
    }

    /// The sinks, whether events are taken, and whether those that were taken are still handed out.
    private final class Gate: Sendable {
        enum Position: UInt8, AtomicRepresentable {
            /// No consent, or nobody to tell.
            case shut
            case open
            /// The client ends: what was taken is handed out, nothing more is taken.
            case ending
        }

        private let position = Atomic(Position.shut)
        private let audience: Lock<Audience>

        init(hasConsent: Bool) { audience = Lock(Audience(hasConsent: hasConsent)) }

        var destinations: [Destination] { audience.withLock { $0.destinations } }
        var hasConsent: Bool { audience.withLock { $0.hasConsent } }

        func change(_ body: (inout Audience) -> Void) {
            audience.withLock { audience in
                body(&audience)
                position.store(audience.position, ordering: .relaxed)
            }
        }

        var isOpen: Bool { position.load(ordering: .relaxed) == .open }
        var isShut: Bool { position.load(ordering: .relaxed) == .shut }
    }

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
        let destinations: [Destination]
    }

    /// The sinks, and what they may hear.
    private struct Audience {
        var destinations: [Destination] = []
        var hasConsent: Bool
        /// Where the gate stays from the client's end on.
        var end: Gate.Position?

        var position: Gate.Position { end ?? (hasConsent && !destinations.isEmpty ? .open : .shut) }
    }

    /// A flag that was read in this window.
    private struct Touched {
        var flag: Flag
        var fallback: FlagValue
        var context: EvaluationContext
    }

    /// An evaluation that did not serve a flag's own value.
    private struct Irregular: Hashable {
        var key: String
        var error: ErrorCode?
        var context: EvaluationContext

        /// By the name alone: a context with many attributes takes long to hash, and hardly ever makes a difference.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    private struct Window {
        var start: Instant
        var touched: [Touched] = []
        var irregular: [Irregular: EvaluationSummary.Entry] = [:]
        var uncounted = 0

        var isEmpty: Bool { touched.isEmpty && irregular.isEmpty && uncounted == 0 }
    }

    /// How many different unknown names one window counts; the names come from the app, and a loop may invent them.
    private static let irregularLimit = 1000

    private let time: any TimeSource
    private let report: @Sendable (Diagnostic) -> Void
    private let window: Lock<Window>
    private let delivery: SerialDelivery<Posting>
    private let gate: Gate

    init(time: any TimeSource, hasConsent: Bool, report: @escaping @Sendable (Diagnostic) -> Void) {
        self.time = time
        self.report = report
        window = Lock(Window(start: time.now))
        let gate = Gate(hasConsent: hasConsent)
        self.gate = gate
        delivery = SerialDelivery { posting in
            if posting.event.isAboutConsent || !gate.isShut { Self.hand(posting.event, to: posting.destinations) }
        }
    }

    /// Whether some sink wants every evaluation as an event.
    var pushesEveryEvaluation: Bool {
        gate.destinations.contains { $0.interest == .every }
    }

    // MARK: Audience

    /// Hands sinks their feed, and tells them when there is no consent; runs their code.
    func prepare(_ destinations: [Destination]) {
        let feed = EventFeed(closeWindow: { [weak self] in self?.closeWindow() }, report: report)
        let hasConsent = gate.hasConsent
        for destination in destinations {
            destination.sink.attach(feed)
            if !hasConsent { destination.sink.collecting(false) }
        }
    }

    /// Adds sinks, which hear what happens from now on; may be called under a lock.
    ///
    /// What was counted so far is for those that are there already.
    func add(_ destinations: [Destination]) {
        if destinations.isEmpty { return }
        enqueueWindow()
        delivery.deliverSoon()
        gate.change { $0.destinations += destinations }
    }

    /// Hands the sinks of an owner what is theirs, lets them send it, and lets them go.
    func detach(_ owner: Destination.Owner) async {
        let leaving = gate.destinations.filter { $0.owner == owner }
        if leaving.isEmpty { return }
        closeWindow()
        await delivery.settle()
        gate.change { $0.destinations.removeAll { $0.owner == owner } }
        await Self.flush(leaving)
    }

    // MARK: Evaluations

    /// Whether evaluations and events are taken at all.
    var isEnabled: Bool { gate.isOpen }

    /// Counts a read that a flag answered; whether it is the first of this window, which must then be noted.
    func countsFirst(_ flag: Flag, _ facet: Evaluation.Facet) -> Bool {
        switch facet {
        case .value: flag.valueReads.add(1, ordering: .relaxed).oldValue == 0
        case .variant: flag.variantReads.add(1, ordering: .relaxed).oldValue == 0
        }
    }

    /// Puts a flag that was read for the first time on the window's list.
    func noteFirst(_ flag: Flag, _ fallback: FlagValue, in published: Published) {
        let touched = Touched(flag: flag, fallback: fallback, context: published.servedContext)
        window.withLock { $0.touched.append(touched) }
    }

    /// Counts a read that got the caller's default because of an error, or because an unlisted flag is off.
    func countIrregular(_ key: String, _ flag: Flag?, error: ErrorCode?, in published: Published, fallback: FlagValue) {
        let kind = Irregular(key: key, error: error, context: published.servedContext)
        window.withLock { window in
            if window.irregular[kind] != nil {
                window.irregular[kind]?.valueReads += 1
            } else if window.irregular.count < Self.irregularLimit {
                window.irregular[kind] = .init(
                    flag: flag, key: key, fallback: fallback, error: error, valueReads: 1, variantReads: 0)
            } else {
                window.uncounted += 1
            }
        }
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
        for summary in takeSummaries(time.now) where isEnabled { enqueue(.counted(summary)) }
    }

    /// Hands the sinks what waits for them, from a task.
    func deliverSoon() { delivery.deliverSoon() }

    /// Takes events or stops taking them; what was not handed to a sink yet is forgotten either way.
    func setEnabled(_ enabled: Bool) {
        gate.change { $0.hasConsent = enabled }
        _ = takeSummaries(time.now)
        enqueue(.collecting(enabled))
        delivery.deliver()
    }

    /// Closes the window and takes nothing more; what was taken is still handed out.
    func close() {
        closeWindow()
        gate.change { $0.end = $0.position == .open ? .ending : .shut }
    }

    /// Forgets what was counted about an identity.
    func forget(_ context: EvaluationContext) {
        for summary in takeSummaries(time.now) where isEnabled && !summary.context.hasSameIdentity(as: context) {
            enqueue(.counted(summary))
        }
        delivery.deliver()
    }

    /// One summary for each context that was evaluated for, in a stable order.
    private func takeSummaries(_ now: Instant) -> [EvaluationSummary] {
        let closed = window.withLock { window in
            defer { window = Window(start: now) }
            return window
        }
        if closed.isEmpty { return [] }
        var groups: [(context: EvaluationContext, entries: [EvaluationSummary.Entry])] = []
        func add(_ entry: EvaluationSummary.Entry, for context: EvaluationContext) {
            if let index = groups.firstIndex(where: { $0.context == context }) {
                groups[index].entries.append(entry)
            } else {
                groups.append((context, [entry]))
            }
        }
        for touched in closed.touched {
            let entry = EvaluationSummary.Entry(
                flag: touched.flag, key: touched.flag.key, fallback: touched.fallback, error: nil,
                valueReads: touched.flag.valueReads.exchange(0, ordering: .relaxed),
                variantReads: touched.flag.variantReads.exchange(0, ordering: .relaxed))
            // A flag may stand on the list twice, once for each facet.
            if entry.valueReads + entry.variantReads > 0 { add(entry, for: touched.context) }
        }
        for (kind, entry) in closed.irregular { add(entry, for: kind.context) }
        if groups.count > 1 { groups.sort { $0.context.cacheKey < $1.context.cacheKey } }
        return groups.enumerated().map { number, group in
            EvaluationSummary(
                context: group.context, start: closed.start, end: now,
                entries: group.entries.sorted { $0.key < $1.key },
                uncounted: number == 0 ? closed.uncounted : 0)
        }
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
        delivery.add(Posting(event: event, destinations: gate.destinations))
    }

    private func post(_ event: Event) {
        guard isEnabled else { return }
        enqueue(event)
        delivery.deliver()
    }

    // MARK: Sinks

    /// Closes the window and lets every sink send what it has; returns when all have.
    func flush() async {
        closeWindow()
        await delivery.settle()
        await Self.flush(gate.destinations)
    }

    private static func flush(_ destinations: [Destination]) async {
        await withTaskGroup(of: Void.self) { group in
            for destination in destinations { group.addTask { await destination.sink.flush() } }
        }
    }

    func erase(_ context: EvaluationContext) async {
        forget(context)
        await delivery.settle()
        for destination in gate.destinations { await destination.sink.erase(context) }
    }

    private static func hand(_ event: Event, to destinations: [Destination]) {
        for destination in destinations {
            switch event {
            case .evaluated(let evaluation): hand(evaluation, to: destination)
            case .counted(let summary): hand(summary, to: destination)
            case .tracked(let event): destination.sink.tracked(event)
            case .identified(let event): destination.sink.identified(event)
            case .changed(let changes): destination.sink.changed(changes)
            case .collecting(let isAllowed): destination.sink.collecting(isAllowed)
            }
        }
    }

    private static func hand(_ evaluation: Evaluation, to destination: Destination) {
        if destination.interest.wants(evaluation), destination.hears(of: evaluation.flag) {
            destination.sink.evaluated(evaluation)
        }
    }

    private static func hand(_ summary: EvaluationSummary, to destination: Destination) {
        var own = summary
        own.entries.removeAll { !destination.hears(of: $0.flag) }
        if !own.entries.isEmpty || own.uncounted > 0 { destination.sink.counted(own) }
    }
}
