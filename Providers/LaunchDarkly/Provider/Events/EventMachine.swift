// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Decides what happens to events: whether they are kept, dropped, sent, sent again or discarded.
///
/// A pure value without clock, tasks or threads. One parcel is in transit at a time. Events wait until a flush is
/// requested and the client is online. They are removed when their parcel is packed and are not put back, so that
/// nothing is counted twice. What cannot be sent is stored if there is a store; stored events are loaded whenever the
/// network may be used again, and at each flush.
struct EventMachine: Sendable {
    typealias FlushID = Int

    enum Event: Sendable {
        /// A sender starts.
        case begin
        /// The parcel was sent, or could not be; nil for one that had nothing to send.
        case answered(EventParcel, Delivery?)
        /// The pause before the second attempt is over.
        case paused
        /// The parcel was stored or given back, with the findings to report; nil for one that was no longer wanted.
        case stored(EventParcel, [Diagnostic]?)
        /// The stored parcel was removed.
        case removed([Diagnostic])
        /// The store was read; nil for an empty one.
        case loaded(EventStore.Claim?, [Diagnostic])
    }

    enum Effect: Sendable {
        /// The sender may end.
        case idle
        case send(EventParcel)
        case pause(Duration)
        /// Stores the parcel, or gives it back to the store.
        case store(EventParcel)
        /// Removes the parcel from the store.
        case remove(EventStore.Claim)
        /// Loads events from the store.
        case load
    }

    /// What is left to do after an event, outside the lock.
    struct Effects: Sendable {
        var next = Effect.idle
        /// The flushes that have ended.
        var flushed: [FlushID] = []
        var findings: [Diagnostic] = []
    }

    private enum Phase: Sendable {
        case idle
        case sending
        /// A second attempt follows, unless the parcel is withdrawn.
        case pausing(EventParcel)
    }

    /// The number of identities with separate counts.
    var tallyCount: Int { counts.values.reduce(0) { $0 + $1.tallies.count } }

    /// The generation that a context belongs to; each has its own payloads.
    private let era: @Sendable (EvaluationContext) -> LaunchDarklyEra
    /// How many events may wait.
    private let capacity: Int
    private(set) var mode = FlagRequest.Mode.offline
    private var isCollecting = true
    private var phase = Phase.idle

    private var pending: [LaunchDarklyEvent] = []
    private var counts: [LaunchDarklyEra: SummaryCounts] = [:]
    private var dropped = 0

    private var isFlushWanted = false
    /// How many rounds of packing there were.
    private var rounds = 0
    /// Whether the other generation of the round has not been sent yet.
    private var isRoundOpen = false
    /// The flushes that wait for the end of a round.
    private var flushes: [(id: FlushID, round: Int)] = []
    /// A parcel whose second attempt must wait until the network may be used again.
    private var parked: EventParcel?
    /// Whether the parcel in transit must not be sent again.
    private(set) var isWithdrawn = false
    /// The losses caused by that, not reported yet.
    private var withdrawn: [Diagnostic] = []
    /// The content of the parcel in transit; once a parcel is encoded, it no longer shows whom it is about.
    private var underWay = (events: [LaunchDarklyEvent](), counts: SummaryCounts())
    /// Whether the parcel in transit came from the store, so that it may be about anyone.
    private var isStoredUnderWay = false

    /// Whether what cannot be sent is stored.
    private let isStoring: Bool
    /// Whether stored events should be loaded.
    private var isLoadWanted = false
    /// Whether the store probably holds events.
    private var hasStored = false
    /// Whether the store is being read, and whether an identity was erased meanwhile, which makes the result outdated.
    private var (isLoading, isLoadOutdated) = (false, false)

    /// The provider's reports about itself; nil if another client's sink makes them, or none does.
    var session: DiagnosticSession?
    /// The latest time that the service has stated.
    private(set) var serverTime: Instant?

    /// Makes a machine without work.
    init(
        capacity: Int, session: DiagnosticSession? = nil, isStoring: Bool = false,
        era: @escaping @Sendable (EvaluationContext) -> LaunchDarklyEra = { _ in .users }
    ) {
        self.era = era
        self.capacity = capacity
        self.session = session
        self.isStoring = isStoring
    }
}

// MARK: - Events

extension EventMachine {
    /// Keeps events as long as there is room.
    mutating func add(_ events: [LaunchDarklyEvent]) {
        guard isCollecting else { return }
        let room = max(0, capacity - pending.count)
        pending += events.prefix(room)
        drop(max(0, events.count - room))
    }

    /// Keeps counts, which take up no room.
    mutating func add(_ summary: EvaluationSummary) {
        guard isCollecting else { return }
        counts[era(summary.context), default: SummaryCounts()].add(summary)
    }

    /// Counts prerequisites that were read along with a flag.
    mutating func add(prerequisites: [Evaluation], for context: EvaluationContext) {
        guard isCollecting else { return }
        counts[era(context), default: SummaryCounts()].add(prerequisites: prerequisites, for: context)
    }

    /// Discards what has not been sent yet about an identity; a parcel about it that has failed once is not sent again.
    mutating func erase(_ context: EvaluationContext) {
        pending.removeAll { $0.isAbout(context) }
        for era in counts.keys { counts[era]?.erase(context) }
        if isLoading { isLoadOutdated = true }
        let isAbout = underWay.events.contains { $0.isAbout(context) } || underWay.counts.isAbout(context)
        guard !isWithdrawn, isStoredUnderWay || isAbout else { return }
        // For a stored parcel, the store keeps the events about others.
        if case .pausing(let parcel) = phase, parcel.claim == nil { withdrawn.append(parcel.withdrawnFinding) }
        if let parked, parked.claim == nil { withdrawn.append(parked.withdrawnFinding) }
        withdraw()
    }

    /// Accepts events from now on, or discards all, accepts none and sends nothing; returns whether to start a sender.
    mutating func setCollecting(_ isAllowed: Bool) -> Bool {
        isCollecting = isAllowed
        if isAllowed { return start() }
        (pending, counts) = ([], [:])
        withdraw()
        return false
    }

    private mutating func withdraw() {
        isWithdrawn = true
        if parked?.claim == nil { parked = nil }
        if case .idle = phase { underWay = ([], SummaryCounts()) }
    }

    private mutating func drop(_ count: Int) {
        dropped += count
        session?.drop(count)
    }
}

// MARK: - Sending

extension EventMachine {
    /// Sets whether the network may be used; returns whether to start a sender.
    mutating func setMode(_ mode: FlagRequest.Mode) -> Bool {
        if self.mode == .offline, mode != .offline { isLoadWanted = isStoring }
        self.mode = mode
        return start()
    }

    /// Handles that another sink has stored events, and returns whether to start a sender.
    mutating func loadStored() -> Bool {
        (hasStored, isLoadWanted) = (true, true)
        return start()
    }

    /// Whether nothing is in transit, to the service or to the store.
    var isIdle: Bool {
        if case .idle = phase { true } else { false }
    }

    /// How much would be lost if nothing more were sent: events, and flags with counted reads.
    var unsentCount: Int {
        let parcel =
            switch phase {
            case .pausing(let parcel): parcel.eventCount
            case .idle, .sending: parked?.eventCount ?? 0
            }
        return pending.count + counts.values.reduce(0) { $0 + $1.count } + parcel
    }

    /// Sends the provider's description, once the network may be used for it; returns whether to start a sender.
    ///
    /// - Parameters:
    ///   - earlier: The report that an earlier run of the app did not send.
    ///   - now: Now.
    mutating func introduce(earlier: FlagValue?, at now: Instant) -> Bool {
        session?.begin(at: now, earlier: earlier)
        return start()
    }

    /// The provider's statistics since its last report; nil when they are not wanted, or there is nothing to report.
    func statistics(at now: Instant) -> FlagValue? {
        session.flatMap { $0.hasNews ? $0.statistics(at: now) : nil }
    }

    /// Requests that everything be sent or, offline, be stored.
    ///
    /// - Returns: Whether there is something to wait for, and whether to start a sender.
    mutating func flush(_ id: FlushID?) -> (waits: Bool, starts: Bool) {
        guard mode != .offline || isStoring else { return (false, false) }
        isFlushWanted = true
        if hasStored { isLoadWanted = true }
        let starts = start()
        if isIdle {
            isFlushWanted = false
            return (false, false)
        }
        if let id { flushes.append((id, round: rounds + 1)) }
        return (id != nil, starts)
    }

    /// Makes the report about the provider's own work, if it is wanted; returns whether to start a sender.
    mutating func report(at now: Instant) -> Bool {
        guard mayReport else { return false }
        session?.report(at: now)
        return start()
    }

    /// Records the outcome of opening a stream.
    mutating func noteStream(_ opening: LaunchDarklyStreamOpening) { session?.note(opening) }

    /// Handles an event and returns what it leads to.
    mutating func advance(_ event: Event, at now: Instant) -> Effects {
        var effects = Effects()
        switch event {
        case .begin: break
        case .paused:
            if case .pausing(let parcel) = phase { parked = isWithdrawn && parcel.claim == nil ? nil : parcel }
        case .answered(let parcel, let delivery):
            let effect = finish(parcel, delivery, &effects)
            if case .pause = effect { phase = .pausing(parcel.again) }
            if case .idle = effect {
                endRound(&effects)
            } else {
                effects.next = effect
                return effects
            }
        case .stored(let parcel, let findings):
            (isLoadWanted, hasStored) = (false, true)
            if parcel.request == nil, let finding = parcel.unsaidFinding { effects.findings.append(finding) }
            // When consent is withdrawn, discarding is wanted and is not a loss.
            effects.findings += findings ?? (isCollecting ? [parcel.withdrawnFinding] : [])
            endRound(&effects)
        case .removed(let findings):
            effects.findings += findings
            endRound(&effects)
        case .loaded(let claim, let findings):
            effects.findings += findings
            hasStored = claim != nil
            isLoadWanted = hasStored
            if let claim { parked = EventParcel(content: .stored(claim)) } else { endRound(&effects) }
            // It is given back, and read again next time.
            if isLoadOutdated { isWithdrawn = true }
            (isLoading, isLoadOutdated) = (false, false)
        }
        effects.next = next(at: now)
        if case .idle = effects.next {
            phase = .idle
            if parked == nil { underWay = ([], SummaryCounts()) }
            effects.flushed += flushes.map(\.id)
            flushes = []
        } else {
            phase = .sending
        }
        effects.findings += withdrawn
        withdrawn = []
        if let drops = takeDrops() { effects.findings.append(drops) }
        return effects
    }

    /// Starts sending if there is work; returns whether to start a sender.
    private mutating func start() -> Bool {
        guard isIdle, mode != .offline ? hasWork : hasWorkOffline else { return false }
        phase = .sending
        return true
    }

    /// The provider reports about itself only in the foreground, and only while events are accepted.
    private var mayReport: Bool { mode == .online && isCollecting }

    private var hasWork: Bool {
        parked != nil || ((isFlushWanted || isRoundOpen) && hasEvents) || mayLoad
            || (mayReport && session?.hasWaiting == true)
    }

    private var hasWorkOffline: Bool { isStoring && isFlushWanted && (parked != nil || hasEvents) }

    private var mayLoad: Bool { isLoadWanted && isCollecting }

    private var hasEvents: Bool { !pending.isEmpty || counts.values.contains { !$0.isEmpty } }

    private mutating func next(at now: Instant) -> Effect {
        if mode == .offline { return nextOffline(at: now) }
        if let parcel = parked.take() {
            if parcel.claim != nil { isStoredUnderWay = true }
            return isWithdrawn ? .store(parcel) : .send(parcel)
        }
        if let parcel = nextEvents(at: now) { return .send(parcel) }
        if mayLoad {
            (isLoadWanted, isLoading) = (false, true)
            return .load
        }
        guard mayReport, let diagnostic = session?.next() else { return .idle }
        return .send(EventParcel(content: .diagnostic(diagnostic)))
    }

    private mutating func nextOffline(at now: Instant) -> Effect {
        guard isStoring, isFlushWanted || isRoundOpen else { return .idle }
        if let parcel = parked.take() { return .store(parcel) }
        return nextEvents(at: now).map(Effect.store) ?? .idle
    }

    /// The events of the open round, or of the next one if it is wanted.
    private mutating func nextEvents(at now: Instant) -> EventParcel? {
        isWithdrawn = false
        underWay = ([], SummaryCounts())
        isStoredUnderWay = false
        if isRoundOpen, hasEvents { return pack(at: now) }
        isRoundOpen = false
        guard isFlushWanted else { return nil }
        isFlushWanted = false
        rounds += 1
        return hasEvents ? pack(at: now) : nil
    }

    /// Packs the waiting events of one generation; those of the other one follow in the same round.
    private mutating func pack(at now: Instant) -> EventParcel {
        let era = pending.first.map { self.era($0.context) } ?? counts.first { !$0.value.isEmpty }?.key ?? .users
        underWay = (
            pending.filter { self.era($0.context) == era }, counts.removeValue(forKey: era) ?? SummaryCounts()
        )
        pending.removeAll { self.era($0.context) == era }
        let parcel = EventParcel(content: .events(underWay.events, underWay.counts, era, end: now))
        session?.lastBatch = parcel.eventCount
        // Events that arrive while this parcel is sent wait for the next round, unless the round has to stay open.
        isRoundOpen = hasEvents
        return parcel
    }

    /// Handles the result of an attempt; returns what to do with the parcel, or idle for nothing.
    private mutating func finish(_ parcel: EventParcel, _ delivery: Delivery?, _ effects: inout Effects) -> Effect {
        if !parcel.isSecond, let finding = parcel.unsaidFinding { effects.findings.append(finding) }
        switch delivery {
        case nil: if let finding = parcel.unreadableFinding { effects.findings.append(finding) }
        case .delivered(let response):
            if !parcel.isDiagnostic, let date = response.head.headers["Date"].flatMap(HTTPDate.moment) {
                serverTime = max(serverTime ?? date, date)
            }
        case .failed where !parcel.isSecond && !isWithdrawn: return .pause(parcel.delay)
        case .failed where parcel.claim != nil || (isStoring && !isWithdrawn && !parcel.isDiagnostic):
            return .store(parcel)
        case .dropped?, .failed?:
            if let finding = delivery.flatMap(parcel.lostFinding) { effects.findings.append(finding) }
        }
        return parcel.claim.map(Effect.remove) ?? .idle
    }

    /// Ends the flushes that waited for the current round, unless more of it, or of the stored events, is left.
    private mutating func endRound(_ effects: inout Effects) {
        if isRoundOpen || mayLoad { return }
        effects.flushed += flushes.filter { $0.round <= rounds }.map(\.id)
        flushes.removeAll { $0.round <= rounds }
    }

    /// The finding about events for which there was no room; nil when there are none.
    mutating func takeDrops() -> Diagnostic? {
        guard dropped > 0 else { return nil }
        defer { dropped = 0 }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(dropped), the newest. Only \(capacity) can wait to be sent.",
            suggestion: "Send them more often (eventFlushInterval), or let more of them wait (eventCapacity).")
    }
}
