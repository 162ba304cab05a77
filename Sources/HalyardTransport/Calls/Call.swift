// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// An app's request with all its redirects, from the first sent byte to the logical end.
///
/// The logical end is immediate, and later reports from the platform are ignored. A call implements the rules of every transport:
/// deadlines, idle timeouts, limits, and redirects.
package final class Call: Sendable {
    private struct State: ~Copyable {
        var inbox: Inbox
        var request: HTTPRequest
        var redirects = 0
        /// The status of the response after it began.
        var status: Int?
        var lastArrival = Duration.zero
        /// A Boolean value that indicates whether the exchange waits until the reader has taken something.
        var isPaused = false
        var exchange: (any CallExchange)?
        var reader: CheckedContinuation<Inbox.Taken, Never>?

        /// Returns the waiting exchange if there is room now.
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

    /// Returns the next event, or `nil` at the end.
    ///
    /// If the call is for a complete body, all events arrive at the end.
    ///
    /// Only one task can read. Canceling it ends the call.
    package func next() async throws(TransportError) -> HTTPStream.Event? {
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: CheckedContinuation<Inbox.Taken, Never>) in
                let uptime = time.uptime
                let (taken, paused) = state.withLock { state -> (Inbox.Taken?, (any CallExchange)?) in
                    guard state.reader == nil else { return (.failure(Self.twoReaders), nil) }
                    let taken = state.inbox.next()
                    if taken == nil { state.reader = reader }
                    return (taken, state.goOn(at: uptime))
                }
                paused?.resume()
                if let taken { reader.resume(returning: taken) }
            }
        } onCancel: {
            end(.cancelled, "The task was canceled")
        }
        return try taken.get()
    }

    private static let twoReaders = TransportError(.other, "Two tasks are reading one stream")

    /// A Boolean value that indicates whether the call has reached its logical end.
    package var isEnded: Bool { state.withLock { $0.inbox.isFinished } }

    /// The uptime of the last arrival, or `nil` while the reader blocks further data.
    var lastArrival: Duration? { state.withLock { $0.isPaused ? nil : $0.lastArrival } }

    /// Stores the exchange of the current request, and returns `false` if the call has ended.
    package func adopt(_ exchange: any CallExchange) -> Bool {
        state.withLock { state in
            if !state.inbox.isFinished { state.exchange = exchange }
            return !state.inbox.isFinished
        }
    }

    var time: any TimeSource { alarm.time }

    /// Sets the alarm to a duration from now, and replaces its previous time.
    ///
    /// It doesn't wake a call that has ended.
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

    /// Ends the call with an error or as a complete response, unless it has ended.
    package func end(_ error: TransportError?) {
        let exchange = update { state -> (any CallExchange)? in
            guard state.inbox.finish(error) else { return nil }
            alarm.remove(alarmNumber)
            return state.exchange.take()
        }
        exchange?.drop()
    }

    /// The origin of the current request, as a string.
    package var origin: String { WebOrigin.text(of: state.withLock { $0.request.url }) }

    private func send() { sender.start(self, state.withLock { $0.request }) }

    /// Changes the state, and resumes the reader if it can receive something.
    private func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let uptime = time.uptime
        let (result, reader, taken, paused) = state.withLock {
            state -> (Result, CheckedContinuation<Inbox.Taken, Never>?, Inbox.Taken?, (any CallExchange)?) in
            let result = body(&state)
            guard state.reader != nil, let taken = state.inbox.next() else { return (result, nil, nil, nil) }
            return (result, state.reader.take(), taken, state.goOn(at: uptime))
        }
        paused?.resume()
        if let reader, let taken { reader.resume(returning: taken) }
        return result
    }
}

// The exchange calls these functions one at a time.
extension Call {
    /// Called when the response begins, which can happen again after an informational response or a proxy's response.
    ///
    /// - Returns: A Boolean value that indicates whether the exchange continues. After a redirect, another exchange continues.
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

    /// Called when a chunk of the body arrives, which ends the call if it doesn't fit.
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
                : "More than \(limits.size) bytes are waiting for their reader")
    }

    /// Called when a chunk of a pausable body arrives, and returns the number of bytes that the call took.
    ///
    /// If some bytes remain, ``CallExchange/resume()`` follows when there is room again.
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

    /// A Boolean value that indicates whether the current request has a body.
    package var hasBody: Bool { state.withLock { $0.request.body != nil } }

    /// The status of the response, or `nil` before it begins.
    package var status: Int? { state.withLock { $0.status } }

    /// Called when the exchange ends without being dropped.
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
