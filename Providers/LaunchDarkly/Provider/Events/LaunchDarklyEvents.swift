// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardNetwork
import HalyardSupport
package import HalyardTransport

/// The events of one environment, with the service that receives them and the sinks of all clients that share the provider.
///
/// You can use it from any thread.
package final class LaunchDarklyEvents: Sendable {
    private struct Weak: Sendable {
        weak var sink: LaunchDarklyEventSink?
    }

    private struct State: ~Copyable {
        var live: [Weak] = []
        /// The removed sinks that might still write their report for the next launch.
        var ended: [LaunchDarklyEventSink] = []
        var isRefused = false
        /// A Boolean value that indicates whether a server sends no more events, because the service has rejected some.
        var hasStopped = false
    }

    private let options: LaunchDarklyEventOptions
    private let requests: LaunchDarklyRequests
    private let transport: any HTTPTransport
    private let facts: LaunchDarklyDiagnosticFacts?
    private let memory: DiagnosticMemory?
    private let time: any TimeSource
    private let random: any RandomSource
    private let onDelivery: @Sendable (SendResult) -> Void
    private let service: EventService
    private let clock = ServerClock()
    private let state = Lock(State())

    /// Creates the events of an environment without sending anything.
    ///
    /// - Parameters:
    ///   - options: The options of events.
    ///   - requests: The source of requests, whose dialect also applies to the events.
    ///   - transport: The transport for requests.
    ///   - facts: The information that the provider reports about itself, or `nil` for no reports.
    ///   - memory: The storage of the provider's reports for the next launch, or `nil` to discard them.
    ///   - store: The flag store, whose folder also contains unsent events, or `nil` for no storage.
    ///   - time: The clocks.
    ///   - random: The source of identifiers.
    ///   - onDelivery: A function that receives the result of each attempt to send. No lock is held during the call.
    package init(
        _ options: LaunchDarklyEventOptions, _ requests: LaunchDarklyRequests, _ transport: any HTTPTransport,
        facts: LaunchDarklyDiagnosticFacts? = nil, memory: DiagnosticMemory? = nil, store: FileFlagStore? = nil,
        time: any TimeSource, random: any RandomSource, onDelivery: @escaping @Sendable (SendResult) -> Void = { _ in }
    ) {
        self.options = options
        self.requests = requests
        self.transport = transport
        self.facts = options.sendsDiagnostics ? facts : nil
        self.memory = memory
        self.time = time
        self.random = random
        self.onDelivery = onDelivery
        var service = EventService("launchdarkly", transport: transport, time: time, random: random) { payload in
            let body = JSONWriter.bytes(.array(payload.events.map(\.json)))
            return await requests.events(body, payloadID: payload.id.uppercased())
        }
        service.interval = options.flushInterval
        service.retry = .launchDarkly
        service.limits.deadline = options.connectionTimeout
        let isForServer = options.server != nil
        service.advice = { status in
            let isAboutKey = [401, 403].contains(status)
            if !isForServer { return isAboutKey ? "Check the mobile key." : "Check the events URL." }
            let cause = isAboutKey ? "SDK key" : "events URL"
            return "No more events are sent. Check the \(cause), and restart the server."
        }
        if let store, !requests.mobileKey.reveal().isEmpty {
            let environment = SHA256.hexDigest(of: requests.mobileKey.reveal().utf8)
            service.storeEvents(options.storage, of: environment, beside: store)
        }
        self.service = service
    }

    /// A Boolean value that indicates whether there is a mobile key, without which events are never sent.
    var hasKey: Bool { !requests.mobileKey.reveal().isEmpty }

    /// A Boolean value that indicates whether the service rejects the key, so that sending is paused.
    var isRefused: Bool { state.withLock { $0.isRefused } }

    /// A Boolean value that indicates whether events are sent, or wait until they can be sent.
    ///
    /// Events are discarded without a key, and on a server after the service has rejected events permanently.
    var acceptsEvents: Bool { hasKey && !state.withLock { $0.hasStopped } }

    /// The current wall-clock time and uptime.
    var clocks: (now: Instant, uptime: Duration) { (time.now, time.uptime) }

    /// Returns a new identifier.
    func newID() -> String { random.uuid().uppercased() }

    /// Creates the sink of a client.
    package func makeSink() -> LaunchDarklyEventSink {
        let reports = facts.map {
            SelfReports($0, options, requests, transport, memory: memory, time: time, onDelivery: onDelivery)
        }
        let batch = LaunchDarklyBatch(options, requests.dialect, clock: clock, reports: reports, random: random)
        let capabilities = SinkCapabilities(receivesContextUses: options.server != nil)
        var service = service
        service.didSend = { [weak self, onDelivery] _, result in
            self?.note(result)
            onDelivery(result)
        }
        return LaunchDarklyEventSink(self, EventDelivery(batch, to: service, capabilities: capabilities), reports)
    }

    private func note(_ result: SendResult) {
        switch result {
        case .delivered(let response):
            if let date = response.head.headers["Date"].flatMap(HTTPDate.moment) { clock.note(date) }
        case .dropped where options.server != nil:
            state.withLock { $0.hasStopped = true }
            for sink in live { sink.setMode(nil) }
        case .dropped, .failed: break
        }
    }

    private var live: [LaunchDarklyEventSink] { state.withLock { $0.live.compactMap(\.sink) } }

    /// Returns the evaluated prerequisites to report together with an evaluation.
    ///
    /// It can call the app's code, so don't call it under a lock.
    func prerequisites(of evaluation: Evaluation) -> [PrerequisiteEvaluation] {
        guard requests.dialect.countsPrerequisites else { return [] }
        // Server SDKs don't report a prerequisite that doesn't exist.
        return evaluation.prerequisites.filter { options.server == nil || $0.evaluation.flag != nil }
    }

    /// Adds a client's sink.
    ///
    /// - Returns: `true` if it is the only sink, which also reports about the provider.
    func add(_ sink: LaunchDarklyEventSink) -> Bool {
        state.withLock { state in
            state.live.removeAll { $0.sink == nil }
            state.live.append(Weak(sink: sink))
            return state.live.count == 1
        }
    }

    /// Removes a client's sink.
    func remove(_ sink: LaunchDarklyEventSink) {
        state.withLock { state in
            state.live.removeAll { $0.sink == nil || $0.sink === sink }
            state.ended.append(sink)
        }
    }

    /// Pauses or resumes sending when the service rejects or accepts the key, and keeps waiting events.
    func setRefused(_ isRefused: Bool) {
        let isNew = state.withLock { state in
            let isNew = state.isRefused != isRefused
            state.isRefused = isRefused
            return isNew
        }
        if isNew { for sink in live { sink.setMode(nil) } }
    }

    /// Sends the events that a client of another provider has stored, when the network can be used.
    func loadStored() { for sink in live { sink.loadStored() } }

    /// The number of delivery failures of all clients.
    var failures: Int { live.reduce(0) { $0 + $1.failures } }

    /// Records the outcome of opening a stream.
    func noteStream(_ opening: LaunchDarklyStreamOpening) { for sink in live { sink.noteStream(opening) } }

    /// Waits until the removed sinks have written their reports for the next launch, or until writing them fails.
    func settle() async {
        let ended = state.withLock { state in
            let ended = state.ended
            state.ended = []
            return ended
        }
        for sink in ended { await sink.settleMemory() }
    }
}
