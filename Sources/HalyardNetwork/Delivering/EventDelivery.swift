// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// A sink that delivers one client's events to a service.
///
/// The provider describes the events (an ``EventBatch``) and the requests (an ``EventService``). The delivery does the rest:
/// - It sends events at each interval and at each flush, one request at a time, while the client's mode allows it.
/// - After a failure, it sends the same payload again, with the same identifier.
/// - It stores events that can't be sent (``EventService/storeEvents(_:of:beside:)``), and sends them when the client is online
///   again, even in a later run of the app.
/// - Without consent, it doesn't collect or send anything. When consent is withdrawn, it deletes stored events.
/// - It deletes the events about an erased identity, in memory and in the store.
/// - It reports each loss with the number of events (`eventsDropped`), and each delay.
///
/// ```swift
/// var sinks: [ProviderSink] { [ProviderSink(EventDelivery(Counts(), to: service), of: name)] }
/// ```
/// Canceling the caller doesn't cancel a request that has begun, because the service might count its events twice.
///
/// Create one delivery for each client. Events only use memory. A flush costs a request, and a file if the request fails. It's safe
/// to use from any thread.
public final class EventDelivery<Batch: EventBatch>: EventSink {
    private struct State: ~Copyable {
        var machine: DeliveryMachine<Batch>
        /// The channel back to the client.
        var feed = EventFeed()
        var lastFlush = 0
        var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
        /// The task that sends at each interval, while the mode allows it.
        var timer: Task<Void, Never>?
    }

    /// The events that the sink receives.
    public let capabilities: SinkCapabilities
    private let service: EventService
    private let state: Lock<State>

    /// Creates a delivery that hasn't sent anything yet.
    ///
    /// - Parameters:
    ///   - batch: An empty batch.
    ///   - service: The service.
    ///   - capabilities: The kinds of events that the batch collects. The default is counts.
    public init(
        _ batch: Batch, to service: EventService,
        capabilities: SinkCapabilities = SinkCapabilities(interest: .counts, acceptsTrackingEvents: false)
    ) {
        self.capabilities = capabilities
        self.service = service
        state = Lock(State(machine: DeliveryMachine(batch, service, uptime: service.time.uptime)))
    }
}

// MARK: - Receiving

extension EventDelivery {
    /// Adds an event to the batch, or applies the client's consent and mode.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): attach(feed)
        case .consentChanged(let isGiven): setConsent(isGiven)
        case .modeChanged(let mode): setMode(mode)
        default: state.withLock { $0.machine.add(event) }
        }
    }

    /// Calls a function that adds events to the batch, if there is consent.
    ///
    /// The function is called under a lock.
    package func add(_ change: (inout Batch) -> Void) { state.withLock { $0.machine.add(change) } }

    private func attach(_ feed: EventFeed) {
        state.withLock { [now = service.time.now] state in
            state.feed = feed
            _ = state.machine.setConsent(feed.hasConsent, at: now)
        }
    }

    /// Applies the client's consent.
    ///
    /// Stored events are deleted only when consent is withdrawn. If a client starts without consent, stored events wait for it.
    private func setConsent(_ isGiven: Bool) {
        let (feed, isWithdrawn, starts) = state.withLock { [now = service.time.now] state in
            let isWithdrawn = state.machine.setConsent(isGiven, at: now)
            return (state.feed, isWithdrawn, state.machine.start())
        }
        if isWithdrawn { service.store?.clear(report: feed.report) }
        if starts { startSender() }
    }

    private func setMode(_ mode: FlagRequest.Mode) {
        let (starts, stopped) = state.withLock { state in
            state.machine.setMode(mode)
            var stopped: Task<Void, Never>?
            if !state.machine.sendsAutomatically {
                stopped = state.timer.take()
            } else if state.timer == nil {
                state.timer = makeTimer()
            }
            return (state.machine.start(), stopped)
        }
        stopped?.cancel()
        if starts { startSender() }
    }

    /// Sends the events that another delivery has stored for the same service, when the client is online.
    package func loadStored() {
        let starts = state.withLock { state in
            state.machine.loadStored()
            return state.machine.start()
        }
        if starts { startSender() }
    }

    /// Deletes the events about a context's identity, in memory and in the store.
    public func erase(_ context: EvaluationContext) async {
        state.withLock { $0.machine.erase(context) }
        report(await service.store?.erase(context.identityDigest) ?? [])
    }

    private func report(_ diagnostics: [Diagnostic]) {
        if diagnostics.isEmpty { return }
        let feed = state.withLock { $0.feed }
        for diagnostic in diagnostics { feed.report(diagnostic) }
    }
}

// MARK: - Timing

extension EventDelivery {
    /// Returns a task that sends at each interval until it's canceled or the sink is released.
    private func makeTimer() -> Task<Void, Never> {
        Task { [weak self, time = service.time] in
            while let due = self?.state.withLock({ $0.machine.due }) {
                guard (try? await time.sleep(for: max(.zero, due - time.uptime))) != nil, !Task.isCancelled else {
                    return
                }
                self?.sendIfDue()
            }
        }
    }

    private func sendIfDue() {
        let (isDue, feed) = state.withLock { [uptime = service.time.uptime] state in
            (state.machine.beginSending(uptime: uptime), state.feed)
        }
        guard isDue else { return }
        feed.closeWindow()
        let (diagnostics, starts) = state.withLock { state in
            let diagnostics = state.machine.takeDiagnostics()
            state.machine.beginAutomaticRound()
            return (diagnostics, state.machine.start())
        }
        report(diagnostics)
        if starts { startSender() }
    }

    /// Sends everything, and returns when that has succeeded or failed.
    ///
    /// Returns at the latest when the time for all attempts is over. When offline, and after a failure, the events are stored.
    /// Without storage, they wait or are reported as dropped. Canceling the caller has no effect.
    public func flush() async {
        // The doubled time covers the request that is being sent, and the next one.
        let isOver = await withDeadline(service.longestDelivery * 2, on: service.time) { await self.sendAll() }
        if !isOver { state.withLock { $0.machine.flushTimedOut() } }
    }

    /// The number of payloads that were rejected, lost, or stored, and of flushes that were offline or timed out.
    ///
    /// If a flush doesn't change it, the service has accepted all events.
    package var failures: Int { state.withLock { $0.machine.failures } }

    private func sendAll() async {
        await withCheckedContinuation { continuation in
            let (diagnostics, waits, starts) = state.withLock { state in
                let diagnostics = state.machine.takeDiagnostics()
                state.lastFlush += 1
                let waits = state.machine.flush(state.lastFlush)
                if waits { state.continuations[state.lastFlush] = continuation }
                return (diagnostics, waits, state.machine.start())
            }
            report(diagnostics)
            if starts { startSender() }
            if !waits { continuation.resume() }
        }
    }

    /// Stops sending.
    ///
    /// The remaining events are stored. Without storage, they are reported as dropped. A request that is being sent continues until
    /// its deadline. If it fails, its events are also stored.
    public func detach() async {
        let (diagnostics, lost, isRunning, timer) = state.withLock { [now = service.time.now] state in
            let diagnostics = state.machine.takeDiagnostics()
            let isRunning = state.machine.isRunning
            return (diagnostics, state.machine.end(at: now), isRunning, state.timer.take())
        }
        timer?.cancel()
        report(diagnostics)
        if lost > 0 { report([service.unsent(lost)]) }
        // Don't wait for a request in transit, because the previous flush has already waited for it.
        if !isRunning { await sendAll() }
    }
}

// MARK: - Sending

extension EventDelivery {
    /// Starts a task that ends when no work is left.
    private func startSender() {
        Task {
            while let step = nextStep() { await perform(step) }
        }
    }

    private func nextStep() -> DeliveryMachine<Batch>.Step? {
        let (turn, ended) = state.withLock { [now = service.time.now] state in
            let turn = state.machine.next(at: now)
            return (turn, turn.endedFlushes.compactMap { state.continuations.removeValue(forKey: $0) })
        }
        if turn.lost > 0 { report([service.unsent(turn.lost)]) }
        for continuation in ended { continuation.resume() }
        return turn.step
    }

    private func perform(_ step: DeliveryMachine<Batch>.Step) async {
        switch step {
        case .encode(let batch):
            let encoded = await batch.encoded()
            report(encoded.diagnostics)
            let id = service.random.uuid()
            state.withLock { $0.machine.encoded(encoded.events, id: id) }
        case .send(let parcel): await send(parcel)
        case .store(let parcel):
            report(await store(parcel))
            state.withLock { $0.machine.stored() }
        case .load:
            let (claim, diagnostics) = await service.store?.claim() ?? (nil, [])
            report(diagnostics)
            state.withLock { $0.machine.loaded(claim) }
        }
    }

    private func send(_ parcel: DeliveryMachine<Batch>.Parcel) async {
        let request = await service.request(for: parcel.payload)
        guard state.withLock({ $0.machine.maySend(parcel) }) else { return }
        let delivery = await service.send(request)
        service.didSend(parcel.payload, delivery)
        let ending = state.withLock { [now = service.time.now, uptime = service.time.uptime] state in
            state.machine.sent(delivery, at: now, uptime: uptime)
        }
        if let trouble = ending.trouble { report([service.diagnostic(for: trouble)]) }
        if let claim = ending.finished { report(await service.store?.remove(claim) ?? []) }
        if let pause = ending.pause { try? await service.time.sleep(for: pause) }
    }

    private func store(_ parcel: DeliveryMachine<Batch>.Parcel) async -> [Diagnostic] {
        guard let store = service.store else { return [] }
        if let claim = parcel.claim { return await store.release(claim) }
        // Read the payload only when the store is ready for it, because consent can be withdrawn, or an identity erased, before.
        return await store.keep { [self] in state.withLock { $0.machine.storing } }
    }
}
