// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Decides what becomes of events: kept, dropped, sent, sent again, forgotten.
///
/// A pure value without time, tasks or threads. One parcel is on its way at a time. Events wait until somebody asks for a flush and the client is online; what is sent
/// is taken out when its parcel is packed and does not come back, so that nothing is counted twice. What cannot be sent is stored
/// where there is a store; what waits there is asked for whenever the network may be used again, and at each flush.
struct EventMachine: Sendable {
    typealias FlushID = Int

    enum Input: Sendable {
        /// A sender begins.
        case begin
        /// The parcel was sent, or could not be; nil for one that had nothing to send.
        case answered(EventParcel, Delivery?)
        /// The pause before the second attempt is over.
        case paused
        /// The parcel was stored or given back, with what is to be reported; nil for one that was not wanted any more.
        case stored(EventParcel, [Diagnostic]?)
        /// The stored parcel was removed.
        case removed([Diagnostic])
        /// The store was asked; nil for an empty one.
        case loaded(EventStore.Claim?, [Diagnostic])
    }

    enum Action: Sendable {
        /// The sender may go.
        case idle
        case send(EventParcel)
        case pause(Duration)
        /// Stores the parcel, or gives it back to the store.
        case store(EventParcel)
        /// Removes the parcel from the store.
        case remove(EventStore.Claim)
        /// Asks the store for what waits there.
        case load
    }

    /// What is left to do after a step, outside of the lock.
    struct Step: Sendable {
        var action = Action.idle
        /// The flushes that are over.
        var flushed: [FlushID] = []
        var findings: [Diagnostic] = []
    }

    private enum Phase: Sendable {
        case idle
        case sending
        /// A second attempt follows, unless the parcel is withdrawn.
        case pausing(EventParcel)
    }

    /// For how many people counts are kept apart right now.
    var tallyCount: Int { counts.values.reduce(0) { $0 + $1.tallies.count } }

    /// The generation that somebody belongs to; each has payloads of its own.
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
    /// Counts the times that what waited was packed.
    private var rounds = 0
    /// Whether the other generation of what was packed has not been sent yet.
    private var isRoundOpen = false
    /// The flushes that wait for a round to end.
    private var flushes: [(id: FlushID, round: Int)] = []
    /// A parcel whose second attempt has to wait for the network to be allowed again.
    private var parked: EventParcel?
    /// Whether what is on its way must not be sent again.
    private(set) var isWithdrawn = false
    /// What was lost so, and not told yet.
    private var withdrawn: [Diagnostic] = []
    /// Whom the parcel on its way is about; nobody can be asked of a parcel in words.
    private var underWay = (events: [LaunchDarklyEvent](), counts: SummaryCounts())
    /// Whether that came from the store, so that it may be about anyone.
    private var isStoredUnderWay = false

    /// Whether what cannot be sent is stored.
    private let isStoring: Bool
    /// Whether the store is to be asked for what waits there.
    private var isLoadWanted = false
    /// Whether something probably waits there.
    private var hasStored = false
    /// Whether the store is being asked just now, and whether someone was erased meanwhile: then the answer is outdated.
    private var (isLoading, isLoadOutdated) = (false, false)

    /// What the provider has to say about itself; nil where another client's sink says it, or none.
    var session: DiagnosticSession?
    /// The last time that the service said it was.
    private(set) var serverTime: Instant?

    /// Makes a machine that has nothing to do yet.
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
    /// Keeps events as far as there is room.
    mutating func add(_ events: [LaunchDarklyEvent]) {
        guard isCollecting else { return }
        let room = max(0, capacity - pending.count)
        pending += events.prefix(room)
        drop(max(0, events.count - room))
    }

    /// Keeps counts, which need no room.
    mutating func add(_ summary: EvaluationSummary) {
        guard isCollecting else { return }
        counts[era(summary.context), default: SummaryCounts()].add(summary)
    }

    /// Keeps that prerequisites were read along with a flag.
    mutating func add(prerequisites: [Evaluation], for context: EvaluationContext) {
        guard isCollecting else { return }
        counts[era(context), default: SummaryCounts()].add(prerequisites: prerequisites, for: context)
    }

    /// Forgets what is not sent yet about an identity; a parcel that has failed once is not sent again if it is about it.
    mutating func erase(_ context: EvaluationContext) {
        pending.removeAll { $0.isAbout(context) }
        for era in counts.keys { counts[era]?.erase(context) }
        if isLoading { isLoadOutdated = true }
        let isAbout = underWay.events.contains { $0.isAbout(context) } || underWay.counts.isAbout(context)
        guard !isWithdrawn, isStoredUnderWay || isAbout else { return }
        // Of a stored one the store keeps what is about others.
        if case .pausing(let parcel) = phase, parcel.claim == nil { withdrawn.append(parcel.withdrawnFinding) }
        if let parked, parked.claim == nil { withdrawn.append(parked.withdrawnFinding) }
        withdraw()
    }

    /// Takes events from now on, or forgets all, takes none and sends nothing; whether a sender must be started.
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
    /// Lets the network be used or not; whether a sender must be started.
    mutating func setMode(_ mode: FlagRequest.Mode) -> Bool {
        if self.mode == .offline, mode != .offline { isLoadWanted = isStoring }
        self.mode = mode
        return start()
    }

    /// Whether nothing is on its way, to the service or to the store.
    var isIdle: Bool {
        if case .idle = phase { true } else { false }
    }

    /// How much would be lost if nothing were sent any more: events, and flags with counted reads.
    var unsentCount: Int {
        let parcel =
            switch phase {
            case .pausing(let parcel): parcel.eventCount
            case .idle, .sending: parked?.eventCount ?? 0
            }
        return pending.count + counts.values.reduce(0) { $0 + $1.count } + parcel
    }

    /// Tells who the provider is, once the network may be used for that; whether a sender must be started.
    ///
    /// - Parameters:
    ///   - earlier: What an earlier run of the app had to say and did not send.
    ///   - now: Now.
    mutating func introduce(earlier: FlagValue?, at now: Instant) -> Bool {
        session?.begin(at: now, earlier: earlier)
        return start()
    }

    /// How the provider's work went since it was told last; nil when that is not wanted, or nothing was to be told.
    func statistics(at now: Instant) -> FlagValue? {
        session.flatMap { $0.hasNews ? $0.statistics(at: now) : nil }
    }

    /// Asks for everything to be sent; offline, to be stored.
    ///
    /// - Returns: Whether there is something to wait for, and whether a sender must be started.
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

    /// Reports about the provider's own work, if they are wanted, and it is time; whether a sender must be started.
    mutating func report(at now: Instant) -> Bool {
        guard mayReport else { return false }
        session?.report(at: now)
        return start()
    }

    /// Remembers how the opening of a stream went.
    mutating func noteStream(_ opening: LaunchDarklyStreamOpening) { session?.note(opening) }

    /// Goes on.
    mutating func advance(_ input: Input, at now: Instant) -> Step {
        var step = Step()
        switch input {
        case .begin: break
        case .paused:
            if case .pausing(let parcel) = phase { parked = isWithdrawn && parcel.claim == nil ? nil : parcel }
        case .answered(let parcel, let delivery):
            let action = finish(parcel, delivery, &step)
            if case .pause = action { phase = .pausing(parcel.again) }
            if case .idle = action {
                endRound(&step)
            } else {
                step.action = action
                return step
            }
        case .stored(let parcel, let findings):
            (isLoadWanted, hasStored) = (false, true)
            if parcel.request == nil, let finding = parcel.unsaidFinding { step.findings.append(finding) }
            // Whoever withdraws consent wants to forget, which is no loss.
            step.findings += findings ?? (isCollecting ? [parcel.withdrawnFinding] : [])
            endRound(&step)
        case .removed(let findings):
            step.findings += findings
            endRound(&step)
        case .loaded(let claim, let findings):
            step.findings += findings
            hasStored = claim != nil
            isLoadWanted = hasStored
            if let claim { parked = EventParcel(content: .stored(claim)) } else { endRound(&step) }
            // It goes back, and is read anew the next time.
            if isLoadOutdated { isWithdrawn = true }
            (isLoading, isLoadOutdated) = (false, false)
        }
        step.action = next(at: now)
        if case .idle = step.action {
            phase = .idle
            if parked == nil { underWay = ([], SummaryCounts()) }
            step.flushed += flushes.map(\.id)
            flushes = []
        } else {
            phase = .sending
        }
        step.findings += withdrawn
        withdrawn = []
        if let drops = takeDrops() { step.findings.append(drops) }
        return step
    }

    /// Whether the sender has work to begin with.
    private mutating func start() -> Bool {
        guard isIdle, mode != .offline ? hasWork : hasWorkOffline else { return false }
        phase = .sending
        return true
    }

    /// The provider speaks about itself only where the user sees the app, and events are taken.
    private var mayReport: Bool { mode == .online && isCollecting }

    private var hasWork: Bool {
        parked != nil || ((isFlushWanted || isRoundOpen) && hasEvents) || mayLoad
            || (mayReport && session?.hasWaiting == true)
    }

    private var hasWorkOffline: Bool { isStoring && isFlushWanted && (parked != nil || hasEvents) }

    private var mayLoad: Bool { isLoadWanted && isCollecting }

    private var hasEvents: Bool { !pending.isEmpty || counts.values.contains { !$0.isEmpty } }

    private mutating func next(at now: Instant) -> Action {
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

    private mutating func nextOffline(at now: Instant) -> Action {
        guard isStoring, isFlushWanted || isRoundOpen else { return .idle }
        if let parcel = parked.take() { return .store(parcel) }
        return nextEvents(at: now).map(Action.store) ?? .idle
    }

    /// The events of the round that goes on, or of the next one if it is wanted.
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

    /// Packs what waits of one generation; what is there of the other one follows in the same round.
    private mutating func pack(at now: Instant) -> EventParcel {
        let era = pending.first.map { self.era($0.context) } ?? counts.first { !$0.value.isEmpty }?.key ?? .users
        underWay = (
            pending.filter { self.era($0.context) == era }, counts.removeValue(forKey: era) ?? SummaryCounts()
        )
        pending.removeAll { self.era($0.context) == era }
        let parcel = EventParcel(content: .events(underWay.events, underWay.counts, era, end: now))
        session?.lastBatch = parcel.eventCount
        // What comes while this one is sent waits for the next round, unless it has to wait here for its turn.
        isRoundOpen = hasEvents
        return parcel
    }

    /// Takes an attempt's result; what is to be done with the parcel, or idle for nothing.
    private mutating func finish(_ parcel: EventParcel, _ delivery: Delivery?, _ step: inout Step) -> Action {
        if !parcel.isSecond, let finding = parcel.unsaidFinding { step.findings.append(finding) }
        switch delivery {
        case nil: if let finding = parcel.unreadableFinding { step.findings.append(finding) }
        case .delivered(let response):
            if !parcel.isDiagnostic, let date = response.head.headers["Date"].flatMap(HTTPDate.moment) {
                serverTime = max(serverTime ?? date, date)
            }
        case .failed where !parcel.isSecond && !isWithdrawn: return .pause(parcel.delay)
        case .failed where parcel.claim != nil || (isStoring && !isWithdrawn && !parcel.isDiagnostic):
            return .store(parcel)
        case .dropped?, .failed?:
            if let finding = delivery.flatMap(parcel.lostFinding) { step.findings.append(finding) }
        }
        return parcel.claim.map(Action.remove) ?? .idle
    }

    /// Ends the flushes that waited for the present round, unless there is more of it, or of what was stored.
    private mutating func endRound(_ step: inout Step) {
        if isRoundOpen || mayLoad { return }
        step.flushed += flushes.filter { $0.round <= rounds }.map(\.id)
        flushes.removeAll { $0.round <= rounds }
    }

    /// What is to be reported of the events for which there was no room; nil when there are none.
    mutating func takeDrops() -> Diagnostic? {
        guard dropped > 0 else { return nil }
        defer { dropped = 0 }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(dropped), the newest. Only \(capacity) can wait to be sent.",
            mend: "Send them more often (eventFlushInterval), or let more of them wait (eventCapacity).")
    }
}
