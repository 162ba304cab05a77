// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// A value that determines the next step of an event source, without time, tasks, or threads.
package struct EventSourceMachine: Sendable {
    /// An event that the machine handles.
    package enum Event: Sendable {
        case start
        /// A head arrived, which might be an intermediate one.
        case head(HTTPResponseHead)
        case bytes([UInt8])
        /// The server ended the response correctly.
        case ended
        case failed(TransportError)
        /// Nothing arrived within the duration of the last effect.
        case silent
        /// The duration of the last effect is over.
        case waited
        /// The connection, or the wait for one, must end, and a new connection must open.
        case restart
        /// The consumer can't use an event of the connection.
        case rejected
        case close
    }

    /// The next step, where every step that doesn't read closes the connection.
    package enum Effect: Sendable, Hashable {
        /// Create a request, open it, and read the first result.
        case connect(lastEventID: String, within: Duration)
        /// Read the next result.
        case read(within: Duration)
        case wait(Duration)
        case finish
    }

    /// The effects of an event.
    package struct Effects: Sendable, Hashable {
        /// The events that the consumer receives first.
        package var events: [EventSource.Event]
        /// The step after that.
        package var next: Effect
    }

    private enum Phase: Sendable {
        case idle
        /// The head is the latest unsuitable one, which another head can follow.
        case connecting(since: Duration, head: HTTPResponseHead?)
        case open(since: Duration)
        case waiting
        case closed
    }

    private let policy: EventSourcePolicy
    private var phase = Phase.idle
    private var effect = Effect.finish
    private var parser: ServerSentEventParser
    private var backoff: Backoff
    private var slowBackoff: Backoff?
    private var attempt = 0
    /// A Boolean value that indicates whether the current connection has delivered an event.
    private var hasDelivered = false

    package init(policy: EventSourcePolicy, lastEventID: String = "") {
        self.policy = policy
        backoff = policy.backoff
        slowBackoff = policy.slowBackoff
        parser = ServerSentEventParser(lastEventID: lastEventID, limits: policy.limits)
    }

    /// Handles an event at the given uptime, and ignores events that don't match the last effect.
    package mutating func handle(
        _ event: Event, at uptime: Duration, random: some RandomSource
    ) -> Effects {
        let events: [EventSource.Event]
        switch (phase, event) {
        case (.closed, _): events = []
        case (_, .close): events = close(.closedHere)
        case (.idle, .start), (.waiting, .waited): events = connect(at: uptime)
        case (.connecting, .restart), (.open, .restart), (.waiting, .restart): events = connect(at: uptime)
        case (.connecting, .head(let head)), (.open, .head(let head)):
            events = receive(head, at: uptime)
        case (.open, .bytes(let bytes)): events = receive(bytes, at: uptime, random: random)
        case (.connecting, _), (.open, _):
            guard let failure = failure(event) else { return Effects(events: [], next: effect) }
            events = fail(failure, at: uptime, random: random)
        case (.idle, _), (.waiting, _): events = []
        }
        return Effects(events: events, next: effect)
    }
}

// MARK: - Connecting and reading

extension EventSourceMachine {
    private mutating func connect(at uptime: Duration) -> [EventSource.Event] {
        attempt += 1
        hasDelivered = false
        parser = ServerSentEventParser(lastEventID: parser.lastEventID, limits: policy.limits)
        phase = .connecting(since: uptime, head: nil)
        effect = .connect(lastEventID: parser.lastEventID, within: policy.responseTimeout)
        return [.status(.connecting(attempt: attempt))]
    }

    private mutating func receive(_ head: HTTPResponseHead, at uptime: Duration) -> [EventSource.Event] {
        let opened: Duration? = if case .open(let since) = phase { since } else { nil }
        if head.status == 200, Self.isEventStream(head) {
            phase = .open(since: opened ?? uptime)
            effect = .read(within: policy.idleTimeout)
            return opened == nil ? [.status(.open(head))] : []
        }
        // This might be an intermediate response, a proxy's response before the request's own, or an error. It counts when its
        // body or its end arrives, because a rejected CONNECT initially looks like a response.
        let since = if case .connecting(let since, _) = phase { since } else { uptime }
        phase = .connecting(since: since, head: head)
        effect = .read(within: max(policy.responseTimeout - (uptime - since), .zero))
        return []
    }

    private mutating func receive(
        _ bytes: [UInt8], at uptime: Duration, random: some RandomSource
    ) -> [EventSource.Event] {
        var items: [ServerSentEventParser.Item] = []
        var failure: EventSource.Problem?
        do throws(ServerSentEventError) {
            try parser.parse(bytes[...], into: &items)
        } catch {
            failure = .tooLarge(error)
        }
        var events: [EventSource.Event] = []
        for item in items {
            switch item {
            case .event(let event):
                hasDelivered = true
                events.append(.event(event))
            case .retry(let pause):
                backoff.base = min(max(pause, policy.retryRange.lowerBound), policy.retryRange.upperBound)
            case .comment(let text): if policy.deliversComments { events.append(.comment(text)) }
            }
        }
        if let failure { return events + fail(failure, at: uptime, random: random) }
        effect = .read(within: policy.idleTimeout)
        return events
    }

    /// Returns a Boolean value that indicates whether the media type, without its parameters, is `text/event-stream`.
    ///
    /// See WHATWG, section 9.2.3.
    private static func isEventStream(_ head: HTTPResponseHead) -> Bool {
        let type = head.headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        return type.filter { $0 != " " && $0 != "\t" }.lowercased() == "text/event-stream"
    }
}

// MARK: - Failing

extension EventSourceMachine {
    /// Returns the problem that an event causes for a connection, or `nil` if the event doesn't end it.
    private func failure(_ event: Event) -> EventSource.Problem? {
        var head: HTTPResponseHead?
        var isOpen = true
        if case .connecting(_, let last) = phase { (head, isOpen) = (last, false) }
        switch event {
        case .failed(let error): return .transport(error)
        case .silent where isOpen: return .silent(policy.idleTimeout)
        case .silent:
            if let head, head.status >= 300 { return .status(head.status) }
            return .transport(TransportError(.timedOut, "The server didn't respond in time.", url: head?.url ?? ""))
        case .bytes, .ended:
            guard let head else {
                let error = TransportError(.malformed, "The response has no head.")
                return isOpen ? .ended : .transport(error)
            }
            return head.status == 200 ? .contentType(head.headers["Content-Type"] ?? "") : .status(head.status)
        case .rejected where isOpen:
            return .transport(TransportError(.malformed, "The stream contained an event that can't be read"))
        case .start, .head, .waited, .restart, .rejected, .close: return nil
        }
    }

    private mutating func fail(
        _ failure: EventSource.Problem, at uptime: Duration, random: some RandomSource
    ) -> [EventSource.Event] {
        if isPermanent(failure) { return close(.refused(failure)) }
        let lifetime = if case .open(let since) = phase { uptime - since } else { Duration.zero }
        var delay =
            hasDelivered && policy.resetsBackoffOnEvent && !isOwnLimit(failure)
            ? backoff.recordFailureOfHealthyConnection(random: random)
            : backoff.recordFailure(afterConnectionLasting: lifetime, random: random)
        if lifetime >= backoff.resetThreshold { slowBackoff?.succeeded() }
        if case .status(let status) = failure, policy.slowStatuses.contains(status) {
            delay = slowBackoff?.recordFailure(random: random) ?? delay + policy.slowDelay
        }
        phase = .waiting
        effect = .wait(delay)
        return [.status(.waiting(delay, after: failure))]
    }

    /// Returns a Boolean value that indicates whether a client limit ended the connection, and will also end the next one.
    private func isOwnLimit(_ failure: EventSource.Problem) -> Bool {
        switch failure {
        case .tooLarge: true
        case .transport(let error): error.kind == .tooLarge
        case .ended, .silent, .status, .contentType: false
        }
    }

    private func isPermanent(_ failure: EventSource.Problem) -> Bool {
        switch failure {
        case .status(204) where !policy.slowStatuses.contains(204): true
        case .status(let status): policy.permanentStatuses.contains(status)
        case .transport(let error): error.kind == .closed
        case .ended, .silent, .contentType, .tooLarge: false
        }
    }

    private mutating func close(_ reason: EventSource.CloseReason) -> [EventSource.Event] {
        phase = .closed
        effect = .finish
        return [.status(.closed(reason))]
    }
}
