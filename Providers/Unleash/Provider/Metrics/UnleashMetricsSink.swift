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
/// is kept and sent with the next report, at most 10,000 flags; what the service refuses is dropped and told about on
/// `FlagClient.diagnostics`. Counts name nobody, so there is nothing to erase about an identity.
///
/// Memory only, but for ``flush()``. Safe to use from any thread.
public final class UnleashMetricsSink: EventSink {
    private struct State {
        var machine: MetricsMachine
        var feed = EventFeed()
        var isOnline = false
        /// Reports whenever it is time, while the network may be used.
        var timer: Task<Void, Never>?
    }

    private let service: UnleashService
    private let identity: [String: FlagValue]
    private let transport: any HTTPTransport
    private let time: any TimeSource
    private let random: any RandomSource
    private let reported: @Sendable (UnleashReport) -> Void
    private let state: Lock<State>
    /// One report after the other.
    private let sending = SerialWork()

    init(
        _ options: UnleashOptions, service: UnleashService, transport: any HTTPTransport, time: any TimeSource,
        random: any RandomSource, reported: @escaping @Sendable (UnleashReport) -> Void
    ) {
        self.service = service
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

    /// Remembers where to ask for counts.
    public func attach(_ feed: EventFeed) { state.withLock { $0.feed = feed } }

    /// Reports nothing while the network may not be used, and keeps the counts.
    ///
    /// Where the user does not see the app, only a flush reports.
    public func modeChanged(to mode: FlagRequest.Mode) {
        let stopped = state.withLock { state in
            state.isOnline = mode != .offline
            if mode == .online, state.timer == nil {
                state.timer = Task { [weak self] in await self?.reportRegularly() }
            }
            return mode == .online ? nil : state.timer.take()
        }
        stopped?.cancel()
    }

    /// Stops reporting; counts that are left are dropped, which is reported.
    public func detach() {
        modeChanged(to: .offline)
        let now = time.now
        let (finding, feed) = state.withLock { ($0.machine.end(now: now), $0.feed) }
        if let finding { feed.report(finding) }
    }

    /// Adds the counts to the next report.
    public func counted(_ summary: EvaluationSummary) { state.withLock { $0.machine.add(summary) } }

    /// Sends what was counted, after a report that is on its way; returns when the service has answered, or not in time.
    ///
    /// Costs a request, unless there is nothing to report or the client is offline.
    public func flush() async { await sending.run { [self] in await send() } }

    /// Forgets what was counted when the consent is taken back.
    public func collecting(_ isAllowed: Bool) {
        let now = time.now
        state.withLock { $0.machine.setCollecting(isAllowed, now: now) }
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
                Task { await self.flush() }
            }
        }
    }

    private func send() async {
        let now = time.now
        guard
            let bucket = state.withLock({ state in
                state.isOnline ? state.machine.take(now: now) : nil
            })
        else { return }
        var body = identity
        body["bucket"] = bucket.json
        let outcome = await post(.object(body))
        let uptime = time.uptime
        let (finding, feed) = state.withLock { state in
            (state.machine.finish(outcome, uptime: uptime, random: random), state.feed)
        }
        if let finding { feed.report(finding) }
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
