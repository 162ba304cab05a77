// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// The reports to LaunchDarkly about the provider's own work: its description once, and its statistics at each interval.
///
/// The provider sends them only in the foreground and with consent. It stores unsent reports for the next launch when the
/// app ends. You can use this type from any thread.
final class SelfReports: Sendable {
    /// A kind of job, of which only the newest waiting job runs.
    private enum MemoryJob: Sendable {
        case introduce
        case keep
    }

    private struct State: ~Copyable {
        /// The session, or `nil` until the client is known to report about the provider.
        var session: DiagnosticSession?
        var isOnline = false
        var hasConsent = true
        var isIntroduced = false
        /// The uptime at which the next statistics are due.
        var due: Duration
        var timer: Task<Void, Never>?
        /// A Boolean value that indicates whether a task is sending reports.
        var isSending = false

        var mayReport: Bool { isOnline && hasConsent }
    }

    private let facts: LaunchDarklyDiagnosticFacts
    private let interval: Duration
    private let isForServer: Bool
    private let limits: HTTPLimits
    private let requests: LaunchDarklyRequests
    private let transport: any HTTPTransport
    private let memory: DiagnosticMemory?
    /// The queue that accesses the memory in the order of the requests.
    private let memoryWork = LatestWrites<MemoryJob, @Sendable () async -> Void> { _, job in await job() }
    private let time: any TimeSource
    private let onDelivery: @Sendable (SendResult) -> Void
    private let state: Lock<State>

    /// Creates reports that are inactive until ``beginReports(id:hasConsent:)``.
    ///
    /// - Parameters:
    ///   - facts: The description of the provider.
    ///   - options: The interval and the deadline.
    ///   - requests: The source of requests.
    ///   - transport: The transport for requests.
    ///   - memory: The storage of reports for the next launch, or `nil` to discard them.
    ///   - time: The clocks.
    ///   - onDelivery: A function that receives the result of each attempt. No lock is held during the call.
    init(
        _ facts: LaunchDarklyDiagnosticFacts, _ options: LaunchDarklyEventOptions, _ requests: LaunchDarklyRequests,
        _ transport: any HTTPTransport, memory: DiagnosticMemory?, time: any TimeSource,
        onDelivery: @escaping @Sendable (SendResult) -> Void
    ) {
        self.facts = facts
        interval = options.diagnosticInterval
        isForServer = options.server != nil
        limits = HTTPLimits(deadline: options.connectionTimeout)
        self.requests = requests
        self.transport = transport
        self.memory = memory
        self.time = time
        self.onDelivery = onDelivery
        state = Lock(State(due: time.uptime + options.diagnosticInterval))
    }

    /// Begins to report.
    ///
    /// - Parameters:
    ///   - id: The identifier of this launch.
    ///   - hasConsent: A Boolean value that indicates whether there is consent.
    func beginReports(id: String, hasConsent: Bool) {
        let session = DiagnosticSession(
            facts, id: id, mobileKey: requests.mobileKey, start: time.now, isForServer: isForServer)
        state.withLock { state in
            state.session = session
            state.hasConsent = hasConsent
        }
    }

    // MARK: What happened

    func noteDropped(_ count: Int) { state.withLock { $0.session?.drop(count) } }

    /// Counts the use of a context that wasn't described again.
    func noteDeduplicated() { state.withLock { $0.session?.deduplicatedCount += 1 } }

    func noteBatch(_ count: Int) { state.withLock { $0.session?.lastBatch = count } }

    func noteStream(_ opening: LaunchDarklyStreamOpening) { state.withLock { $0.session?.note(opening) } }

    func setConsent(_ isGiven: Bool) {
        state.withLock { $0.hasConsent = isGiven }
        startSender()
    }

    /// Reports while the app is in the foreground, and otherwise stores the statistics for the next launch.
    func setMode(_ mode: FlagRequest.Mode, at now: Instant, uptime: Duration) {
        let isOnline = mode == .online
        let (isFirst, stopped, record) = state.withLock { state in
            state.isOnline = isOnline
            let isFirst = isOnline && !state.isIntroduced
            if isFirst { state.isIntroduced = true }
            // Reports that were due in the meantime are left out.
            if isOnline, state.due <= uptime { state.due = uptime + interval }
            var stopped: Task<Void, Never>?
            if isOnline, state.timer == nil { state.timer = makeTimer() }
            if !isOnline { stopped = state.timer.take() }
            let hasNews = state.session?.hasNews == true
            return (isFirst, stopped, hasNews ? state.session?.statistics(at: now) : nil)
        }
        stopped?.cancel()
        remember(record, isOnline: isOnline, isFirst: isFirst)
        startSender()
    }

    /// Sends the description when first online, and stores the statistics while they can't be sent.
    private func remember(_ record: FlagValue?, isOnline: Bool, isFirst: Bool) {
        guard let memory else {
            if isFirst { introduce(earlier: nil) }
            return
        }
        if isFirst {
            memoryWork.enqueue(.introduce) { self.introduce(earlier: await memory.takeEarlierData()) }
        } else if isOnline {
            // This launch sends the stored report itself.
            memoryWork.enqueue(.keep) { _ = await memory.takeEarlierData() }
        } else if let record {
            memoryWork.enqueue(.keep) { await memory.keep(record) }
        }
    }

    private func introduce(earlier: FlagValue?) {
        state.withLock { [now = time.now] in $0.session?.beginSession(at: now, earlier: earlier) }
        startSender()
    }

    /// Waits until the report for the next launch has been written, or until writing it fails.
    func settle() async { await memoryWork.settle() }

    // MARK: Sending

    private func makeTimer() -> Task<Void, Never> {
        Task { [weak self, time] in
            while let due = self?.state.withLock({ $0.due }) {
                guard (try? await time.sleep(for: max(.zero, due - time.uptime))) != nil, !Task.isCancelled else {
                    return
                }
                self?.reportIfDue()
            }
        }
    }

    private func reportIfDue() {
        state.withLock { [now = time.now, uptime = time.uptime] state in
            guard state.due <= uptime else { return }
            state.due = uptime + interval
            if state.mayReport { state.session?.report(at: now) }
        }
        startSender()
    }

    /// Starts a task that sends the waiting reports in sequence, unless one is running.
    private func startSender() {
        let starts = state.withLock { state in
            guard state.mayReport, !state.isSending, state.session?.hasWaiting == true else { return false }
            state.isSending = true
            return true
        }
        guard starts else { return }
        Task {
            while let report = next() { await send(report) }
        }
    }

    private func next() -> FlagValue? {
        state.withLock { state in
            let report = state.mayReport ? state.session?.next() : nil
            state.isSending = report != nil
            return report
        }
    }

    /// Sends a report, and sends it again after a failure.
    ///
    /// A report that must not be sent now waits.
    private func send(_ report: FlagValue) async {
        let request = await requests.diagnostic(JSONWriter.bytes(report))
        let policy = SendResult.Policy.launchDarklyDiagnostics
        for attempt in 0...policy.retryCount {
            let delivery = await transport.send(request, retrying: policy.once, within: limits, on: time)
            onDelivery(delivery)
            guard case .failed = delivery, attempt < policy.retryCount else { return }
            let mayReport = state.withLock { state in
                if !state.mayReport { state.session?.putBack(report) }
                return state.mayReport
            }
            if !mayReport { return }
        }
    }
}
