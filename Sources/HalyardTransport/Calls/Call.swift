// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// One request of an app, over all its redirects: from the first byte sent to the logical end.
///
/// The logical end comes at once, whatever the platform still does; what it reports afterwards is ignored. The rules that
/// every transport keeps live here: deadlines, silence, limits, redirects.
package final class Call: Sendable {
    private struct State: ~Copyable {
        var inbox: Inbox
        var request: HTTPRequest
        var redirects = 0
        /// The status of the answer, once it began.
        var status: Int?
        var lastArrival = Duration.zero
        /// Whether the exchange waits until the reader has taken something.
        var isPaused = false
        var exchange: (any CallExchange)?
        var reader: CheckedContinuation<Inbox.Taken, Never>?

        /// What waits for room, if there is room now.
        mutating func goOn(at uptime: Duration) -> (any CallExchange)? {
            guard isPaused, inbox.hasRoom else { return nil }
            isPaused = false
            lastArrival = uptime
            return exchange
        }
    }

    package let limits: CallLimits
    private let alarm: Alarm<Call>
    private let alarmNumber: Alarm<Call>.Number
    private let sender: any CallSender
    private let state: Lock<State>

    package init(
        _ request: HTTPRequest, within limits: CallLimits, by alarm: Alarm<Call>, over sender: any CallSender
    ) {
        self.alarm = alarm
        alarmNumber = alarm.next()
        self.limits = limits
        self.sender = sender
        state = Lock(State(inbox: Inbox(limit: limits.size, isWhole: limits.isWholeBody), request: request))
    }

    /// Sends the request.
    package func start() {
        setAlarm(limits.deadline)
        send()
    }

    /// The next event, or nil at the end.
    ///
    /// If the call is for a whole body, all events come at the end.
    ///
    /// For one reader, whose cancellation ends the call.
    package func next() async throws(TransportError) -> HTTPStream.Event? {
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: CheckedContinuation<Inbox.Taken, Never>) in
                let uptime = time.uptime
                let (taken, paused) = state.withLock { state -> (Inbox.Taken?, (any CallExchange)?) in
                    guard state.reader == nil else { return (.failure(Self.twoReaders), nil) }
                    let taken = state.inbox.take()
                    if taken == nil { state.reader = reader }
                    return (taken, state.goOn(at: uptime))
                }
                paused?.resume()
                if let taken { reader.resume(returning: taken) }
            }
        } onCancel: {
            end(.cancelled, "The task was cancelled")
        }
        return try taken.get()
    }

    private static let twoReaders = TransportError(.other, "Two tasks read one stream")

    /// Whether the logical end has come.
    package var isEnded: Bool { state.withLock { $0.inbox.isFinished } }

    /// When something came last, as an uptime; nil while the reader keeps anything from coming.
    var lastArrival: Duration? { state.withLock { $0.isPaused ? nil : $0.lastArrival } }

    /// Takes the exchange of the request that is being sent; false when the call has ended.
    package func adopt(_ exchange: any CallExchange) -> Bool {
        state.withLock { state in
            if !state.inbox.isFinished { state.exchange = exchange }
            return !state.inbox.isFinished
        }
    }

    var time: any TimeSource { alarm.time }

    /// Lets the alarm wake the call after a duration, and no longer at the time that was set before.
    ///
    /// A call that has ended isn't woken.
    func setAlarm(_ duration: Duration) {
        let end = alarm.end(after: duration)
        state.withLock { state in
            if !state.inbox.isFinished { alarm.add(self, alarmNumber, until: end) }
        }
    }

    /// Ends the call with an error, unless it has ended.
    package func end(_ kind: TransportError.Kind, _ message: String) {
        end(TransportError(kind, message, url: origin))
    }

    /// Ends the call with an error, or as a complete answer; unless it has ended.
    package func end(_ error: TransportError?) {
        let exchange = update { state -> (any CallExchange)? in
            guard state.inbox.finish(error) else { return nil }
            alarm.remove(alarmNumber)
            return state.exchange.take()
        }
        exchange?.drop()
    }

    /// The origin that is asked right now, as text.
    package var origin: String { WebOrigin.text(of: state.withLock { $0.request.url }) }

    private func send() { sender.start(self, state.withLock { $0.request }) }

    /// Changes the state and resumes the reader if there is something for it now.
    private func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let uptime = time.uptime
        let (result, reader, taken, paused) = state.withLock {
            state -> (Result, CheckedContinuation<Inbox.Taken, Never>?, Inbox.Taken?, (any CallExchange)?) in
            let result = body(&state)
            guard state.reader != nil, let taken = state.inbox.take() else { return (result, nil, nil, nil) }
            return (result, state.reader.take(), taken, state.goOn(at: uptime))
        }
        paused?.resume()
        if let reader, let taken { reader.resume(returning: taken) }
        return result
    }
}

// What an exchange reports, one call after the other.
extension Call {
    /// The answer begins; after an informational one, or one of a proxy, it may begin again.
    ///
    /// - Returns: Whether the exchange goes on: not behind a redirect, which is another exchange.
    @discardableResult
    package func received(_ head: HTTPResponseHead) -> Bool {
        guard !(100..<200).contains(head.status) else { return true }
        let (request, redirects) = state.withLock { ($0.request, $0.redirects) }
        switch RedirectRule.decide(request, head, followed: redirects) {
        case .deliver:
            deliver(head)
            return true
        case .follow(let next): follow(next)
        case .refuse(let reason): end(.redirected, reason)
        }
        return false
    }

    /// A piece of the body, which has to fit.
    package func received(_ bytes: some Collection<UInt8>) {
        let uptime = time.uptime
        let fits = update { state -> Bool in
            state.lastArrival = uptime
            return state.inbox.add(bytes)
        }
        guard !fits else { return }
        end(
            .tooLarge,
            limits.isWholeBody
                ? "The body has more than \(limits.size) bytes"
                : "More than \(limits.size) bytes wait for their reader")
    }

    /// A piece of a body that can wait: how many of its bytes the call took.
    ///
    /// Where those are not all of them, ``CallExchange/resume()`` follows when there is room again.
    package func offered(_ bytes: some Collection<UInt8>) -> Int {
        if limits.isWholeBody {
            received(bytes)
            return bytes.count
        }
        let uptime = time.uptime
        return update { state -> Int in
            state.lastArrival = uptime
            let count = state.inbox.addFitting(bytes)
            state.isPaused = count < bytes.count
            return count
        }
    }

    /// Whether what is being sent has a body.
    package var hasBody: Bool { state.withLock { $0.request.body != nil } }

    /// The status of the answer; nil while it has not begun.
    package var status: Int? { state.withLock { $0.status } }

    /// The exchange is over by itself.
    package func forgetExchange() { state.withLock { $0.exchange = nil } }

    private func deliver(_ head: HTTPResponseHead) {
        let uptime = time.uptime
        let isFirst = update { state -> Bool in
            defer { state.status = head.status }
            state.lastArrival = uptime
            state.inbox.add(head)
            return state.status == nil
        }
        if isFirst, let silence = limits.idleTimeout { setAlarm(silence) }
    }

    private func follow(_ next: HTTPRequest) {
        let exchange = state.withLock { state -> (any CallExchange)? in
            state.request = next
            state.redirects += 1
            return state.exchange.take()
        }
        exchange?.drop()
        send()
    }
}
