// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
import HalyardTransport

/// Reports to Unleash how often each flag was read: on and off, and which variants.
///
/// Reads of one span of time are summed up and sent together: soon after the start, so that the app shows up, then at each
/// interval while a client runs online, and at each flush. What could not be delivered because of the network, 429 or 5xx
/// is kept and sent with the next report, at most 10,000 flags; a flush that fails, or is made offline, and the client's end
/// store it (``UnleashOptions/storage``), and it is sent as a report of its own when the network may be used again. Reports have
/// no identifier: one whose answer was lost counts twice. What the service refuses is dropped and told about on
/// `FlagClient.diagnostics`. Counts name nobody, so there is nothing to erase about an identity.
///
/// Memory only, but for ``flush()`` and ``detach()``. Safe to use from any thread.
public final class UnleashMetricsSink: EventSink {
    private struct State {
        var machine: MetricsMachine
        var feed = EventFeed()
        var isOnline = false
        /// Whether there is consent; what comes without it is forgotten.
        var isCollecting = true
        /// Whether the client has ended.
        var isOver = false
        /// Whether something may wait in the store.
        var hasStored = true
        /// Reports whenever it is time, while the network may be used.
        var timer: Task<Void, Never>?
    }

    private let service: UnleashService
    private let identity: [String: FlagValue]
    private let transport: any HTTPTransport
    /// Where reports wait that could not be sent; nil for nowhere.
    private let store: EventStore?
    private let time: any TimeSource
    private let random: any RandomSource
    private let reported: @Sendable (UnleashReport) -> Void
    private let state: Lock<State>
    /// One report after the other.
    private let sending = SerialWork()

    init(
        _ options: UnleashOptions, service: UnleashService, transport: any HTTPTransport, store: EventStore? = nil,
        time: any TimeSource, random: any RandomSource, reported: @escaping @Sendable (UnleashReport) -> Void
    ) {
        self.service = service
        self.store = store
        self.transport = transport
        self.time = time
        self.random = random
        self.reported = reported
        var identity: [String: FlagValue] = [
            "appName": .string(options.appName), "instanceId": .string(options.instanceId),
        ]
        identity["environment"] = options.environment.map(FlagValue.string)
        self.identity = identity
        state = Lock(
            State(
                machine: MetricsMachine(
                    interval: options.metricsInterval, initial: options.metricsIntervalInitial, uptime: time.uptime,
                    now: time.now)))
    }

    /// Counts are enough.
    public var interest: EventInterest { .counts }

    /// False: Unleash's protocol has no custom events.
    public var takesTrackedEvents: Bool { false }

    /// Remembers where to ask for counts.
    public func attach(_ feed: EventFeed) { state.withLock { ($0.feed, $0.isCollecting) = (feed, feed.hasConsent) } }

    /// Reports nothing while the network may not be used, and keeps the counts.
    ///
    /// Where the user does not see the app, only a flush reports.
    public func modeChanged(to mode: FlagRequest.Mode) {
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

    /// Stops reporting; counts that are left are stored, or dropped, which is reported.
    ///
    /// A report that is on its way ends by itself.
    public func detach() async {
        modeChanged(to: .offline)
        state.withLock { $0.isOver = true }
        await keepUnsent()
    }

    /// Adds the counts to the next report.
    public func counted(_ summary: EvaluationSummary) { state.withLock { $0.machine.add(summary) } }

    /// Sends what was counted, after a report that is on its way; returns when the service has answered, or not in time.
    ///
    /// What cannot be sent is stored. Costs a request, unless there is nothing to report or the client is offline, and a file
    /// if that fails.
    public func flush() async {
        await sending.run { [self] in
            await send()
            if store != nil { await keepUnsent() }
        }
    }

    /// Forgets what was counted when the consent is taken back, what is stored too; where a client begins without consent, that
    /// waits for it.
    public func collecting(_ isAllowed: Bool) {
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
    /// Reports whenever it is time, until the task is cancelled.
    private func reportRegularly() async {
        while !Task.isCancelled, let due = state.withLock({ $0.machine.due }) {
            let uptime = time.uptime
            if due > uptime {
                guard (try? await time.sleep(for: due - uptime)) != nil else { return }
            } else if state.withLock({ $0.machine.begin(uptime: uptime) }) {
                state.withLock { $0.feed }.closeWindow()
                // Beside the caller's task: a request that is on its way is not given up with it, or it might count twice.
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

    /// Sends what was stored; false when that failed, so that more would fail too.
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
                tell([MetricsMachine.refused(status, reads: claim.events.count)])
                tell(await store.remove(claim))
            case .failed:
                tell(await store.release(claim))
                return false
            }
        }
        return true
    }

    /// Stores what waits and is not on its way; without a store it is dropped.
    private func keepUnsent() async {
        let now = time.now
        guard let bucket = state.withLock({ $0.machine.takeUnsent(now: now) }) else { return }
        guard let store else { return tell([MetricsMachine.unsent(bucket)]) }
        // The report does not say them, so they are not stored.
        if bucket.uncounted > 0 { tell([MetricsMachine.uncounted(bucket.uncounted)]) }
        let events = StoredEvents(
            id: random.uuid(), count: bucket.reads - bucket.uncounted, content: report(bucket))
        // When consent was withdrawn meanwhile, it was to be forgotten.
        let findings = await store.keep(events) { [self] in state.withLock { $0.isCollecting } }
        state.withLock { $0.hasStored = true }
        tell(findings ?? [])
    }

    private func post(_ body: FlagValue) async -> MetricsMachine.Outcome {
        do throws(TransportError) {
            let head = try await transport.send(try await service.report(body), within: service.limits).head
            if (200...299).contains(head.status) {
                reported(.delivered(body))
                return .delivered
            }
            reported(.failed(.status(head.status)))
            let mayPass = [408, 425, 429].contains(head.status) || !(400...499).contains(head.status)
            guard mayPass else { return .refused(status: head.status) }
            return .failed("it answered \(head.status)", retryAfter: head.retryAfter(at: time.now))
        } catch {
            reported(.failed(.transport(error)))
            return .failed(error.description, retryAfter: nil)
        }
    }
}
