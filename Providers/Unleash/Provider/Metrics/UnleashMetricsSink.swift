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
        var feeds = EventFeeds()
        /// What the run that began last said.
        var isOnline = true
        /// How many runs, of all clients that share the provider, are online.
        var onlineRuns = 0
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
    public func attach(_ feed: EventFeed) { state.withLock { $0.feeds.attach(feed) } }

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
    /// Whether requests may be made; where a client is online they may, whatever another one says.
    func setOnline(_ isOnline: Bool) { state.withLock { $0.isOnline = isOnline } }

    /// Runs `body` as a run that is online, until its task is cancelled.
    func whileOnline(_ body: () async -> Void) async {
        let isIn = Lock(true)
        let leave = { @Sendable [self] in
            let isFirst = isIn.withLock { isIn in
                defer { isIn = false }
                return isIn
            }
            if isFirst { state.withLock { $0.onlineRuns -= 1 } }
        }
        state.withLock { $0.onlineRuns += 1 }
        await withTaskCancellationHandler(operation: body, onCancel: leave)
        leave()
    }

    /// Reports whenever it is time, until the task is cancelled.
    ///
    /// When that is does not depend on who calls it, so a change of context postpones no report.
    func reportRegularly() async {
        while !Task.isCancelled, let due = state.withLock({ $0.machine.due }) {
            let uptime = time.uptime
            if due > uptime {
                guard (try? await time.sleep(for: due - uptime)) != nil else { return }
            } else if state.withLock({ $0.machine.begin(uptime: uptime) }) {
                for feed in state.withLock({ $0.feeds }).all { feed.closeWindow() }
                // Beside the caller's task: a request that is on its way is not given up with it, or it might count twice.
                Task { await self.flush() }
            }
        }
    }

    private func send() async {
        let now = time.now
        guard
            let bucket = state.withLock({ state in
                state.isOnline || state.onlineRuns > 0 ? state.machine.take(now: now) : nil
            })
        else { return }
        var body = identity
        body["bucket"] = bucket.json
        let outcome = await post(.object(body))
        let uptime = time.uptime
        let (finding, feeds) = state.withLock { state in
            (state.machine.finish(outcome, uptime: uptime, random: random), state.feeds)
        }
        if let finding { for feed in feeds.all { feed.report(finding) } }
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
