// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The event streams of one provider, by context.
///
/// The streams remain open for 1 second after a run ends, because another run usually follows. This happens after a
/// refresh, or when an app soon returns from the background.
actor OFREPStreams {
    /// An event that a run receives.
    enum Event: Sendable {
        /// The server announced a change, a connection is open, or nothing happened.
        case news
        /// A server rejects an address.
        case refused
        /// A connection is lost and couldn't be reopened.
        case lost(FlagError)
    }

    private struct Session {
        var roster = EventStreamSet<OFREPStreamAddress>()
        var readers: [OFREPStreamAddress: Task<Void, Never>] = [:]
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var number = 0
        var query: [(name: String, value: String)] = []
        /// A Boolean value that indicates whether no further run uses the connections.
        var isLeft = false

        var lost: FlagError? {
            let message = "The event stream was lost and couldn't be reopened: "
            return roster.lost.map { FlagError(.general, "\(message)\($0.address.origin): \($0.problem)") }
        }

        mutating func close(_ addresses: some Sequence<OFREPStreamAddress>) {
            for address in addresses { readers.removeValue(forKey: address)?.cancel() }
        }
    }

    private let service: OFREPService
    private let transport: any HTTPTransport
    private let pause: RetryAfterGate?
    private let time: any TimeSource
    private let random: any RandomSource
    private var sessions: [EvaluationContext: Session] = [:]
    private var lastListener = 0
    private var lastNumber = 0
    /// A Boolean value that indicates whether the service's last response contained event streams, or `nil` before the
    /// first response.
    private var hasStreams: Bool?

    init(
        _ service: OFREPService, transport: any HTTPTransport, pause: RetryAfterGate?, time: any TimeSource,
        random: any RandomSource
    ) {
        self.service = service
        self.transport = transport
        self.pause = pause
        self.time = time
        self.random = random
    }

    /// Returns the state of a context's streams.
    func news(for context: EvaluationContext) -> OFREPNews {
        let session = sessions[context] ?? Session()
        let roster = session.roster
        return OFREPNews(
            number: session.number, query: session.query,
            inactivityDelay: roster.addresses.compactMap(\.inactivityDelay).min(), isLive: roster.isLive,
            lacksAddresses: (roster.addresses.isEmpty || roster.isRefused) && hasStreams != false, lost: session.lost)
    }

    /// Returns future events, until the caller's task ends.
    func events(for context: EvaluationContext) -> AsyncStream<Event> {
        lastListener += 1
        let (stream, listener) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        listener.onTermination = { [weak self, lastListener] _ in
            Task { await self?.ended(lastListener, context) }
        }
        sessions[context, default: Session()].listeners[lastListener] = listener
        sessions[context]?.isLeft = false
        return stream
    }

    /// Opens the new streams of a response, and closes the streams that it no longer contains.
    func follow(_ addresses: [OFREPStreamAddress], for context: EvaluationContext) {
        hasStreams = !addresses.isEmpty
        guard var session = sessions[context], !session.listeners.isEmpty else { return }
        let changes = session.roster.follow(addresses, at: time.uptime, random: random)
        session.close(changes.closed)
        for address in changes.opened { session.readers[address] = read(address, after: changes.delay, context) }
        sessions[context] = session
    }

    /// Closes a context's connections if no run uses them.
    ///
    /// - Parameter forGood: A Boolean value that indicates whether connections in use are also closed, as soon as no run
    ///   uses them.
    func leave(_ context: EvaluationContext, forGood: Bool = true) {
        // A listener whose task was canceled might not have been removed yet.
        for (listener, continuation) in sessions[context]?.listeners ?? [:] {
            if case .terminated = continuation.yield(.news) { sessions[context]?.listeners[listener] = nil }
        }
        if forGood { sessions[context]?.isLeft = true }
        guard var session = sessions[context], session.listeners.isEmpty else { return }
        session.close(Array(session.readers.keys))
        sessions[context] = nil
    }

    /// Closes all connections as soon as no run uses them.
    func leaveAll() {
        for context in Array(sessions.keys) { leave(context) }
    }

    private func ended(_ listener: Int, _ context: EvaluationContext) {
        sessions[context]?.listeners[listener] = nil
        guard let session = sessions[context], session.listeners.isEmpty else { return }
        if session.isLeft || session.readers.isEmpty { return leave(context) }
        Task { [weak self, time] in
            if (try? await time.sleep(for: .seconds(1))) != nil { await self?.leave(context, forGood: false) }
        }
    }

    // MARK: Reading

    private func read(
        _ address: OFREPStreamAddress, after delay: Duration, _ context: EvaluationContext
    ) -> Task<Void, Never> {
        var policy = EventSourcePolicy.standard
        policy.backoff = Backoff(base: .milliseconds(500), maximum: .seconds(60), resetThreshold: .seconds(10))
        policy.resetsBackoffOnEvent = false
        policy.responseTimeout = service.timeout
        let source = EventSource(
            transport: transport, policy: policy, pause: address.origin == service.url.origin ? pause : nil, time: time,
            random: random
        ) { [service] () async throws(TransportError) in try await service.events(at: address) }
        return Task { [weak self, time] in
            guard (try? await time.sleep(for: delay)) != nil else { return }
            for await event in source {
                guard !Task.isCancelled, let self else { return }
                await self.received(event, over: address, for: context)
            }
        }
    }

    private func received(
        _ event: EventSource.Event, over address: OFREPStreamAddress, for context: EvaluationContext
    ) {
        guard var session = sessions[context], session.readers[address] != nil else { return }
        switch event {
        case .comment: break
        case .event(let event):
            if let query = OFREPNews.query(of: event.data) { announce(query, to: context) }
        case .status(let status):
            let wasLost = session.lost != nil
            session.close(session.roster.receive(status, from: address, at: time.uptime).closed)
            sessions[context] = session
            if !wasLost, let lost = session.lost { notify(.lost(lost), to: context) }
            // Not every server repeats the announcements since the last response.
            if case .open = status { announce([], to: context) }
            if case .closed(.refused) = status { notify(.refused, to: context) }
        }
    }

    private func announce(_ query: [(name: String, value: String)], to context: EvaluationContext) {
        lastNumber += 1
        sessions[context]?.number = lastNumber
        sessions[context]?.query = query
        notify(.news, to: context)
    }

    private func notify(_ event: Event, to context: EvaluationContext) {
        for listener in (sessions[context]?.listeners ?? [:]).values { listener.yield(event) }
    }
}
