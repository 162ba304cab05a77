// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
import HalyardTransport

/// Reports to Unleash how often each flag was read: on and off, and which variants.
///
/// Reads of one span of time are summed up and sent together: soon after the start, so that the app shows up, then at
/// each interval while a client runs online, and at each flush. What could not be delivered because of the network, 429
/// or 5xx is kept and sent with the next report, at most 10,000 flags. A flush that fails or is made offline stores it,
/// as does the end of the client (``UnleashOptions/storage``); it is then sent as a separate report when the network
/// may be used again. Reports have no identifier: one whose response was lost counts twice. What the service refuses is
/// dropped and reported on `FlagClient.diagnostics`. Counts identify no one, so there is nothing to erase about an
/// identity.
///
/// Memory only, except ``flush()`` and ``detach()``. Safe to use from any thread.
public final class UnleashMetricsSink: EventSink {
    /// When reports are sent.
    struct Schedule {
        /// The time from one report to the next; zero for none but at a flush.
        var interval: Duration
        /// The time to the first report; zero for the interval.
        var initial: Duration
    }

    private struct State {
        var machine: MetricsMachine
        var feed = EventFeed()
        var isOnline = false
        /// Whether there is consent; what arrives without it is discarded.
        var isCollecting = true
        /// Whether the client has ended.
        var isOver = false
        /// Whether the store may hold reports.
        var hasStored = true
        /// Sends reports when they are due, while the network may be used.
        var timer: Task<Void, Never>?
    }

    private let service: UnleashService
    private let identity: [String: FlagValue]
    private let transport: any HTTPTransport
    /// Where reports that could not be sent are stored; nil for no storage.
    private let store: EventStore?
    private let time: any TimeSource
    private let random: any RandomSource
    private let reported: @Sendable (UnleashReport) -> Void
    private let state: Lock<State>
    /// Sends one report after the other.
    private let sending = SerialWork()

    /// - Parameter identity: Who reports: members of each report beside its counts.
    init(
        _ schedule: Schedule, identity: [String: FlagValue], service: UnleashService, transport: any HTTPTransport,
        store: EventStore? = nil, time: any TimeSource, random: any RandomSource,
        reported: @escaping @Sendable (UnleashReport) -> Void = { _ in }
    ) {
        self.service = service
        self.identity = identity
        self.store = store
        self.transport = transport
        self.time = time
        self.random = random
        self.reported = reported
        state = Lock(
            State(
                machine: MetricsMachine(
                    interval: schedule.interval, initial: schedule.initial, uptime: time.uptime, now: time.now,
                    token: service.token)))
    }

    /// Only counts: Unleash's protocol has no tracking events.
    public var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts, acceptsTrackingEvents: false) }

    /// Adds counts to the next report, and follows the client's consent and mode.
    public func receive(_ event: FlagEvent) {
        switch event {
        case .attached(let feed): state.withLock { ($0.feed, $0.isCollecting) = (feed, feed.hasConsent) }
        case .consentChanged(let isGiven): setConsent(isGiven)
        case .modeChanged(let mode): setMode(mode)
        case .counted(let summary): state.withLock { $0.machine.add(summary) }
        default: break
        }
    }

    /// Reports nothing while the network may not be used, and keeps the counts.
    ///
    /// While the app is in the background, only a flush reports.
    private func setMode(_ mode: FlagRequest.Mode) {
        let stopped = state.withLock { state in
            if mode != .offline, !state.isOnline { state.hasStored = true }
            state.isOnline = mode != .offline
            if mode == .online, state.timer == nil {
                state.timer = Task { [weak self] in await self?.reportRegularly() }
            }
            return mode == .online ? nil : state.timer.take()
        }
        stopped?.cancel()
    }

    /// Stops reporting; remaining counts are stored, or else dropped, which is reported.
    ///
    /// A report that is being sent ends by itself.
    public func detach() async {
        setMode(.offline)
        state.withLock { $0.isOver = true }
        await keepUnsent()
    }

    /// Sends the counts, after a report that is already being sent; returns when the service has answered or the
    /// request timed out.
    ///
    /// What cannot be sent is stored. Costs a request, unless there is nothing to report or the client is offline, and
    /// a file if it fails.
    public func flush() async {
        await sending.run { [self] in
            await send()
            if store != nil { await keepUnsent() }
        }
    }

    /// Discards all counts, including stored ones, when consent is withdrawn; where a client starts without consent,
    /// stored counts wait for it.
    private func setConsent(_ isAllowed: Bool) {
        let now = time.now
        let (feed, isWithdrawn) = state.withLock { state in
            defer { state.isCollecting = isAllowed }
            state.machine.setCollecting(isAllowed, now: now)
            return (state.feed, state.isCollecting && !isAllowed)
        }
        if isWithdrawn { store?.clear(report: feed.report) }
    }
}

extension UnleashMetricsSink {
    /// Sends reports when they are due, until the task is cancelled.
    private func reportRegularly() async {
        while !Task.isCancelled, let due = state.withLock({ $0.machine.due }) {
            let uptime = time.uptime
            if due > uptime {
                guard (try? await time.sleep(for: due - uptime)) != nil else { return }
            } else if state.withLock({ $0.machine.begin(uptime: uptime) }) {
                state.withLock { $0.feed }.closeWindow()
                // Outside the caller's task: a request that has started must not be cancelled with it, or it might
                // count twice.
                Task { await self.sending.run { [self] in await send() } }
            }
        }
    }

    private func send() async {
        guard await sendStored() else { return }
        let now = time.now
        guard let bucket = state.withLock({ $0.isOnline ? $0.machine.take(now: now) : nil }) else { return }
        let outcome = await post(report(bucket))
        let uptime = time.uptime
        let (finding, isOver) = state.withLock { state in
            (state.machine.finish(outcome, uptime: uptime, random: random), state.isOver)
        }
        if let finding { tell([finding]) }
        if isOver { await keepUnsent() }
    }

    private func report(_ bucket: MetricsBucket) -> FlagValue {
        var body = identity
        body["bucket"] = bucket.json
        return .object(body)
    }

    private func tell(_ findings: [Diagnostic]) {
        let feed = state.withLock { $0.feed }
        for finding in findings { feed.report(finding) }
    }

    // MARK: Storing

    /// Sends the stored reports; false when that failed, so that further requests would fail too.
    private func sendStored() async -> Bool {
        guard let store else { return true }
        while state.withLock({ $0.isOnline && $0.isCollecting && $0.hasStored }) {
            let (claim, findings) = await store.claim()
            tell(findings)
            guard let claim else {
                state.withLock { $0.hasStored = false }
                return true
            }
            switch await post(claim.events.content) {
            case .delivered: tell(await store.remove(claim))
            case .refused(let status):
                tell([state.withLock { $0.machine.refused(status, reads: claim.events.count) }])
                tell(await store.remove(claim))
            case .failed:
                tell(await store.release(claim))
                return false
            }
        }
        return true
    }

    /// Stores the counts that are not being sent; without a store they are dropped.
    private func keepUnsent() async {
        let now = time.now
        guard let bucket = state.withLock({ $0.machine.takeUnsent(now: now) }) else { return }
        guard let store else { return tell([MetricsMachine.unsent(bucket)]) }
        // The report does not include them, so they are not stored.
        if bucket.uncounted > 0 { tell([MetricsMachine.uncounted(bucket.uncounted)]) }
        let events = StoredEvents(
            id: random.uuid(), count: bucket.reads - bucket.uncounted, content: report(bucket))
        // If consent was withdrawn meanwhile, the counts must not be stored.
        let findings = await store.keep(events) { [self] in state.withLock { $0.isCollecting } }
        state.withLock { $0.hasStored = true }
        tell(findings ?? [])
    }

    private func post(_ body: FlagValue) async -> MetricsMachine.Outcome {
        do throws(TransportError) {
            let response = try await transport.send(try await service.report(body), within: service.limits)
            let head = response.head
            if (200...299).contains(head.status) {
                reported(.delivered(body))
                return .delivered
            }
            reported(.failed(.status(response)))
            let mayPass = [408, 425, 429].contains(head.status) || !(400...499).contains(head.status)
            guard mayPass else { return .refused(status: head.status) }
            return .failed("it answered \(head.status)", retryAfter: head.retryAfter(at: time.now))
        } catch {
            reported(.failed(.transport(error)))
            return .failed(error.description, retryAfter: nil)
        }
    }
}
