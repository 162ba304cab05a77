// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport
package import HalyardTransport

/// Sends one client's events to LaunchDarkly: identifications, evaluations, counts, custom events and aliases.
///
/// Calls only use memory. Events are encoded and sent by a task that lives as long as there is something to send; at
/// most one request is in transit. They are sent at every interval while the network may be used, which the client sets
/// with ``FlagEvent/modeChanged(_:)``. Until then, nothing is sent. Dropped events are counted and reported as `eventsDropped`.
/// Safe to use from any thread.
package final class LaunchDarklyEventSink: EventSink {
    /// Of several waiting jobs of a kind only the newest is done.
    private enum MemoryJob: Sendable {
        case introduce
        case keep
    }

    private struct State {
        var machine: EventMachine
        var clock: SendingClock
        /// The channel back to the client.
        var feed = EventFeed()
        /// Whether there has been consent, so that it can be withdrawn.
        var hasConsent = false
        /// The client's mode, even if the service has refused the key.
        var mode = FlagRequest.Mode.offline
        /// Whether the service has refused the key.
        var isRefused = false
        var continuations: [EventMachine.FlushID: CheckedContinuation<Void, Never>] = [:]
        var lastFlush = 0
        var isIntroduced = false
        /// Sends at every interval while the network may be used.
        var timer: Task<Void, Never>?
    }

    private let options: LaunchDarklyEventOptions
    private let requests: LaunchDarklyRequests
    private let sender: ParcelSender
    private let memory: DiagnosticMemory?
    /// Where events that could not be sent are stored; nil for no storage.
    private let store: EventStore?
    /// Runs the accesses to the memory in the order of the requests.
    private let memoryWork = LatestWrites<MemoryJob, @Sendable () async -> Void> { _, job in await job() }
    private let time: any TimeSource
    private let random: any RandomSource
    private let sinks: LaunchDarklyEventSinks
    private let facts: LaunchDarklyDiagnosticFacts?
    private let state: Lock<State>

    /// Makes a sink that sends nothing yet.
    ///
    /// - Parameters:
    ///   - options: What is sent, and when.
    ///   - requests: Makes the requests; its dialect is that of the events.
    ///   - transport: What sends them.
    ///   - facts: What the provider reports about itself; nil for nothing, as with the options' opt-out.
    ///   - memory: Where the provider's reports are kept for the next run of the app; nil not to keep them.
    ///   - store: Where events that could not be sent are stored; nil for no storage.
    ///   - time: The clocks.
    ///   - random: The source of identifiers.
    ///   - sinks: The sinks of all clients that share the provider.
    ///   - onDelivery: Receives the result of each attempt to send events, without a lock held.
    package init(
        options: LaunchDarklyEventOptions = LaunchDarklyEventOptions(), requests: LaunchDarklyRequests,
        transport: any HTTPTransport, facts: LaunchDarklyDiagnosticFacts? = nil, memory: DiagnosticMemory? = nil,
        store: EventStore? = nil, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        sinks: LaunchDarklyEventSinks = LaunchDarklyEventSinks(),
        onDelivery: @escaping @Sendable (Delivery) -> Void = { _ in }
    ) {
        self.options = options
        self.requests = requests
        self.time = time
        self.random = random
        sender = ParcelSender(options, requests, transport, time: time, random: random, onDelivery: onDelivery)
        self.sinks = sinks
        self.facts = options.diagnosticOptOut ? nil : facts
        self.memory = self.facts == nil ? nil : memory
        // Without a key nothing is ever sent.
        let store = requests.mobileKey.reveal().isEmpty ? nil : store
        self.store = store
        state = Lock(
            State(
                machine: EventMachine(capacity: options.capacity, isStoring: store != nil) {
                    [dialect = requests.dialect] in dialect.era(of: $0)
                },
                clock: SendingClock(options, at: time.uptime)))
    }

    /// Whether there is a key to send with; without one nothing is ever sent.
    private var hasKey: Bool { !requests.mobileKey.reveal().isEmpty }
}

// MARK: - What happens

extension LaunchDarklyEventSink {
    package func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): attach(feed)
        case .consentChanged(let isGiven): setConsent(isGiven)
        case .modeChanged(let mode): setMode(mode)
        case .evaluated(let evaluation): add(evaluation)
        case .counted(let summary): add(summary)
        case .tracked(let event): add(event)
        case .identified(let event): add(event)
        default: break
        }
    }

    private func attach(_ feed: EventFeed) {
        let speaksForProvider = sinks.add(self)
        let session = speaksForProvider ? makeSession() : nil
        state.withLock { state in
            (state.feed, state.hasConsent) = (feed, feed.hasConsent)
            state.machine.session = session
        }
    }

    private func makeSession() -> DiagnosticSession? {
        facts.map {
            DiagnosticSession($0, id: random.uuid().uppercased(), mobileKey: requests.mobileKey, start: time.now)
        }
    }

    private func report(_ finding: Diagnostic) { state.withLock { $0.feed }.report(finding) }

    private func add(_ evaluation: Evaluation) {
        let serverTime = state.withLock { $0.machine.serverTime }
        let dialect = requests.dialect
        let prerequisites =
            dialect.speaking(dialect.era(of: evaluation.context)).countsPrerequisites ? evaluation.prerequisites : []
        let events = (prerequisites + [evaluation]).flatMap {
            LaunchDarklyEvent.events(of: $0, serverTime: serverTime)
        }
        if events.isEmpty, prerequisites.isEmpty { return }
        state.withLock { state in
            state.machine.add(events)
            state.machine.add(prerequisites: prerequisites, for: evaluation.context)
        }
    }

    private func add(_ summary: EvaluationSummary) {
        state.withLock { $0.machine.add(summary) }
        guard summary.uncounted > 0 else { return }
        report(
            Diagnostic(
                "eventsDropped", .warning, subject: "launchdarkly",
                "Evaluations that were not counted: \(summary.uncounted), of flags that do not exist.",
                suggestion: "Do not make up names of flags."))
    }

    private func add(_ event: TrackingEvent) { state.withLock { $0.machine.add([.custom(event)]) } }

    private func add(_ event: IdentifyEvent) {
        // An event that is never written must not take the place of another.
        let events = LaunchDarklyEvent.events(of: event, aliases: options.aliasesAutomatically)
            .filter(sender.writer.hasWords)
        state.withLock { $0.machine.add(events) }
    }

    package func erase(_ context: EvaluationContext) async {
        state.withLock { $0.machine.erase(context) }
        let identity = context.identityDigest
        let findings = await store?.edit { EventPayload.forgetting(identity, in: $0) }
        for finding in findings ?? [] { report(finding) }
    }

    /// Accepts events, or discards them all, including stored ones when consent is withdrawn.
    ///
    /// Where a client starts without consent, stored events wait for it.
    private func setConsent(_ isAllowed: Bool) {
        let (starts, feed, isWithdrawn) = state.withLock { state in
            defer { state.hasConsent = isAllowed }
            return (state.machine.setCollecting(isAllowed), state.feed, state.hasConsent && !isAllowed)
        }
        if isWithdrawn { store?.clear(report: feed.report) }
        if starts { startSender() }
    }

    /// Records the outcome of opening a stream, for the report, if this sink makes it.
    package func noteStream(_ opening: LaunchDarklyStreamOpening) {
        state.withLock { $0.machine.noteStream(opening) }
    }
}

// MARK: - When it is sent

extension LaunchDarklyEventSink {
    /// Sets whether the network may be used, and whether the app is in the foreground.
    ///
    /// Offline, events are kept and nothing is sent, not even a second attempt. In the background events are sent, but
    /// no reports about the provider itself.
    func setMode(_ mode: FlagRequest.Mode) { change { $0.mode = mode } }

    /// Sends nothing while the service refuses the key; waiting events are kept.
    func setRefused(_ isRefused: Bool) { change { $0.isRefused = isRefused } }

    /// Loads the events that another client has stored, once the network may be used.
    func loadStored() {
        if store != nil, state.withLock({ $0.machine.loadStored() }) { startSender() }
    }

    private func change(_ change: (inout State) -> Void) {
        let (starts, mode, isFirst, stopped) = state.withLock { state in
            change(&state)
            let mode = hasKey && !state.isRefused ? state.mode : .offline
            let isFirst = mode == .online && !state.isIntroduced
            if isFirst { state.isIntroduced = true }
            let stopped = mode == .offline ? state.timer.take() : nil
            if mode != .offline, state.timer == nil { state.timer = makeTimer() }
            return (state.machine.setMode(mode), mode, isFirst, stopped)
        }
        stopped?.cancel()
        if starts { startSender() }
        remember(mode, isFirst: isFirst)
    }

    /// Sends at every interval, until it is cancelled or the sink is released.
    private func makeTimer() -> Task<Void, Never> {
        Task { [weak self, time] in
            while let pause = self?.pause {
                guard (try? await time.sleep(for: pause)) != nil, !Task.isCancelled else { return }
                self?.sendWhatIsDue()
            }
        }
    }

    /// Stops sending, and stores the remaining events or reports them as dropped.
    ///
    /// A request in transit ends by itself, within its deadline, and its events are then stored if it failed.
    package func detach() async {
        setMode(.offline)
        if store != nil {
            // Not while a request is in transit: the earlier flush has already waited for it.
            if state.withLock({ $0.machine.isIdle }) {
                await sendAll()
            } else {
                state.withLock { _ = $0.machine.flush(nil) }
            }
            sinks.remove(self)
            return
        }
        sinks.remove(self)
        let unsent = state.withLock { $0.machine.unsentCount }
        // Without a key nothing could ever be sent, which the provider itself reports.
        if unsent == 0 || !hasKey { return }
        report(
            Diagnostic(
                "eventsDropped", .warning, subject: "launchdarkly",
                "Events dropped: \(unsent), which could not be sent before the client ended.",
                suggestion: "Go online and flush before the client is shut down or its provider replaced."))
    }

    /// The time until something is due.
    private var pause: Duration { state.withLock { [uptime = time.uptime] in $0.clock.pause(at: uptime) } }

    private func sendWhatIsDue() {
        let (due, feed, isOffline) = state.withLock { [uptime = time.uptime] state in
            (state.clock.take(at: uptime), state.feed, state.machine.mode == .offline)
        }
        if isOffline { return }
        if due.flush {
            feed.closeWindow()
            if state.withLock({ $0.machine.flush(nil).starts }) { startSender() }
        }
        if due.report, state.withLock({ [now = time.now] in $0.machine.report(at: now) }) { startSender() }
    }

    /// Returns when everything that waits now was sent, stored or lost, at the latest when all attempts must be over;
    /// offline, when it is stored.
    package func flush() async {
        // For what is in transit and what waits: two attempts each, and the pause in between.
        let limit = (options.connectionTimeout * 2 + Delivery.Policy.launchDarkly.delay) * 2
        await withDeadline(limit, on: time) { await self.sendAll() }
    }

    private func sendAll() async {
        await withCheckedContinuation { continuation in
            let (waits, starts, drops) = state.withLock { state in
                state.lastFlush += 1
                let (waits, starts) = state.machine.flush(state.lastFlush)
                if waits { state.continuations[state.lastFlush] = continuation }
                // Offline nothing is sent, so nothing else would report them.
                return (waits, starts, state.machine.takeDrops())
            }
            if let drops { report(drops) }
            if starts { startSender() }
            if !waits { continuation.resume() }
        }
    }

    /// Sends the provider's description when first online; keeps the report while it cannot be sent.
    private func remember(_ mode: FlagRequest.Mode, isFirst: Bool) {
        guard let memory else {
            if isFirst { introduce(earlier: nil) }
            return
        }
        if isFirst {
            memoryWork.put(.introduce) { self.introduce(earlier: await memory.take()) }
        } else if mode == .online {
            // This run sends the kept report itself.
            memoryWork.put(.keep) { _ = await memory.take() }
        } else if let record = state.withLock({ [now = time.now] in $0.machine.statistics(at: now) }) {
            memoryWork.put(.keep) { await memory.keep(record) }
        }
    }

    /// Returns when the report for the next run of the app was written, or could not be.
    package func settleMemory() async { await memoryWork.settle() }

    private func introduce(earlier: FlagValue?) {
        if state.withLock({ [now = time.now] in $0.machine.introduce(earlier: earlier, at: now) }) { startSender() }
    }
}

// MARK: - Sending

extension LaunchDarklyEventSink {
    /// Starts a task that ends when there is nothing left to send.
    private func startSender() {
        Task {
            var event = EventMachine.Event.begin
            while true {
                switch advance(event) {
                case .idle: return
                case .send(let parcel): event = await sender.send(parcel)
                case .store(let parcel): event = await keep(parcel)
                case .remove(let claim): event = .removed(await store?.remove(claim) ?? [])
                case .load:
                    let (claim, findings) = await store?.claim() ?? (nil, [])
                    event = .loaded(claim, findings)
                case .pause(let duration):
                    try? await time.sleep(for: duration)
                    event = .paused
                }
            }
        }
    }

    private func advance(_ event: EventMachine.Event) -> EventMachine.Effect {
        let now = time.now
        let (effects, continuations) = state.withLock { state in
            let effects = state.machine.advance(event, at: now)
            return (effects, effects.flushed.compactMap { state.continuations.removeValue(forKey: $0) })
        }
        for finding in effects.findings { report(finding) }
        for continuation in continuations { continuation.resume() }
        return effects.next
    }

    /// Stores a parcel, or gives it back to the store.
    private func keep(_ parcel: EventParcel) async -> EventMachine.Event {
        if let claim = parcel.claim { return .stored(parcel, await store?.release(claim) ?? []) }
        var parcel = parcel
        guard let store, let payload = await sender.payload(of: &parcel) else { return .stored(parcel, []) }
        let findings = await store.keep(payload.stored(count: parcel.eventCount)) { [self] in
            !state.withLock { $0.machine.isWithdrawn }
        }
        return .stored(parcel, findings)
    }
}
