// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The event streams of one provider, by context.
///
/// They outlive the runs that use them, so that an app that goes to the background and soon comes back keeps its connections.
actor OFREPStreams {
    /// What a run learns.
    enum Event: Sendable {
        /// The server announced a change, or a connection is open; or nothing happened.
        case news
        /// A server refuses an address.
        case refused
        /// A connection is lost, and it could not be made again.
        case lost(String)
    }

    private struct Connection {
        let address: OFREPStreamAddress
        let reader: Task<Void, Never>
        var isOpen = false
        var failureCount = 0
    }

    private struct Session {
        var connections: [Secret: Connection] = [:]
        /// The delays before addresses are used again that were refused.
        var refusals: [Secret: Backoff] = [:]
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var number = 0
        var query: [(name: String, value: String)] = []
        /// Whether no run will come that uses the connections again.
        var endsWithListeners = false
    }

    private let service: OFREPService
    private let transport: any HTTPTransport
    private let time: any TimeSource
    private let random: any RandomSource
    private var sessions: [EvaluationContext: Session] = [:]
    private var lastListener = 0
    private var lastNumber = 0
    /// Whether the service's last answer named event streams; nil before the first one.
    private var hasStreams: Bool?

    init(_ service: OFREPService, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource) {
        self.service = service
        self.transport = transport
        self.time = time
        self.random = random
    }

    /// What is known about a context's streams.
    func news(for context: EvaluationContext) -> OFREPNews {
        guard let session = sessions[context] else { return OFREPNews(lacksAddresses: hasStreams != false) }
        let connections = session.connections.values
        return OFREPNews(
            number: session.number, query: session.query,
            inactivityDelay: connections.compactMap(\.address.inactivityDelay).min(),
            isLive: !connections.isEmpty && connections.allSatisfy(\.isOpen),
            lacksAddresses: connections.isEmpty && hasStreams != false)
    }

    /// What happens from now on; ends with the caller's task.
    func events(for context: EvaluationContext) -> AsyncStream<Event> {
        lastListener += 1
        let (stream, listener) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        listener.onTermination = { [weak self, lastListener] _ in
            Task { await self?.ended(lastListener, context) }
        }
        sessions[context, default: Session()].listeners[lastListener] = listener
        sessions[context]?.endsWithListeners = false
        return stream
    }

    /// Opens what an answer names and is not open, and closes what it does not name any more.
    func follow(_ addresses: [OFREPStreamAddress], for context: EvaluationContext) {
        hasStreams = !addresses.isEmpty
        guard var session = sessions[context], !session.listeners.isEmpty else { return }
        let wanted = Set(addresses.map(\.url))
        for (url, connection) in session.connections where !wanted.contains(url) {
            connection.reader.cancel()
            session.connections[url] = nil
        }
        session.refusals = session.refusals.filter { wanted.contains($0.key) }
        for address in addresses where session.connections[address.url] == nil {
            let delay = session.refusals[address.url]?.failed(random: random) ?? .zero
            session.connections[address.url] = Connection(
                address: address, reader: read(address, after: delay, context))
        }
        sessions[context] = session
    }

    /// Closes a context's connections once no run uses them.
    func leave(_ context: EvaluationContext) {
        guard let session = sessions[context] else { return }
        sessions[context]?.endsWithListeners = true
        // One whose task was cancelled may not have been taken out yet.
        for (listener, continuation) in session.listeners {
            if case .terminated = continuation.yield(.news) { sessions[context]?.listeners[listener] = nil }
        }
        if sessions[context]?.listeners.isEmpty == true { close(context) }
    }

    /// Closes all connections that no run uses.
    func leaveAll() {
        for context in Array(sessions.keys) { leave(context) }
    }

    private func close(_ context: EvaluationContext) {
        for connection in (sessions.removeValue(forKey: context)?.connections ?? [:]).values {
            connection.reader.cancel()
        }
    }

    private func ended(_ listener: Int, _ context: EvaluationContext) {
        guard let session = sessions[context] else { return }
        sessions[context]?.listeners[listener] = nil
        if session.endsWithListeners { leave(context) }
    }

    // MARK: Reading

    private func read(
        _ address: OFREPStreamAddress, after delay: Duration, _ context: EvaluationContext
    ) -> Task<Void, Never> {
        var policy = EventSourcePolicy.standard
        policy.backoff = Backoff(base: .milliseconds(500), maximum: .seconds(60))
        policy.headDeadline = service.timeout
        let source = EventSource(transport: transport, policy: policy, time: time, random: random) {
            [service] () async throws(TransportError) in try await service.events(at: address)
        }
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
        guard var connection = sessions[context]?.connections[address.url] else { return }
        switch event {
        case .status(.open):
            (connection.isOpen, connection.failureCount) = (true, 0)
            sessions[context]?.refusals[address.url] = nil
            sessions[context]?.connections[address.url] = connection
            // What happened since the last answer is not repeated by every server.
            announce([], to: context)
        case .status(.waiting(_, let problem)):
            connection.isOpen = false
            connection.failureCount += 1
            sessions[context]?.connections[address.url] = connection
            if connection.failureCount == 2 { notify(.lost("\(address.origin): \(problem)"), to: context) }
        case .status(.closed(.refused)):
            sessions[context]?.connections[address.url] = nil
            if sessions[context]?.refusals[address.url] == nil {
                sessions[context]?.refusals[address.url] = Backoff(maximum: .seconds(300))
            }
            notify(.refused, to: context)
        case .event(let event):
            if let query = OFREPNews.query(of: event.data) { announce(query, to: context) }
        case .status(.connecting), .status(.closed), .comment: break
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
