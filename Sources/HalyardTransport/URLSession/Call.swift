// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import HalyardSupport

/// One request of an app, over all its redirects: from the first byte sent to the logical end.
///
/// The logical end comes at once, whatever the platform still does; what it says afterwards reaches nobody.
final class Call: Sendable {
    private struct State {
        var inbox: Inbox
        var request: HTTPRequest
        var redirects = 0
        /// The status of the answer, once it began.
        var status: Int?
        var heard = Duration.zero
        var task: URLSessionTask?
        var watchdog: Task<Void, Never>?
        var reader: CheckedContinuation<Inbox.Taken, Never>?
    }

    let time: any TimeSource
    let limits: CallLimits
    private let lane: SessionLane
    private let state: Lock<State>

    init(_ request: HTTPRequest, within limits: CallLimits, on time: any TimeSource, over lane: SessionLane) {
        self.time = time
        self.limits = limits
        self.lane = lane
        state = Lock(State(inbox: Inbox(limit: limits.size, countsTaken: limits.isWholeBody), request: request))
    }

    /// Sends the request.
    func start() {
        watch(limits.deadline)
        send()
    }

    /// The next event; nil at the end.
    ///
    /// For one reader, whose cancellation ends the call.
    func next() async throws(TransportError) -> HTTPStream.Event? {
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: CheckedContinuation<Inbox.Taken, Never>) in
                let taken = state.withLock { state -> Inbox.Taken? in
                    if let taken = state.inbox.take() { return taken }
                    guard state.reader == nil else { return .failure(Self.twoReaders) }
                    state.reader = reader
                    return nil
                }
                if let taken { reader.resume(returning: taken) }
            }
        } onCancel: {
            end(.cancelled, "The task was cancelled")
        }
        return try taken.get()
    }

    private static let twoReaders = TransportError(.other, "Two tasks read one stream")

    /// Whether the logical end has come.
    var isEnded: Bool { state.withLock { $0.inbox.isFinished } }

    /// When something came last, as an uptime.
    var heard: Duration { state.withLock { $0.heard } }

    /// Takes the platform's task for the request that is being sent; false when nobody wants it any more.
    func adopt(_ task: URLSessionTask) -> Bool {
        state.withLock { state in
            if !state.inbox.isFinished { state.task = task }
            return !state.inbox.isFinished
        }
    }

    /// Takes what shall end with the call, in the place of the one before.
    func adopt(_ watchdog: Task<Void, Never>) {
        let unwanted = state.withLock { state -> Task<Void, Never>? in
            guard !state.inbox.isFinished else { return watchdog }
            defer { state.watchdog = watchdog }
            return state.watchdog
        }
        unwanted?.cancel()
    }

    /// Ends the call with an error, unless it has ended.
    func end(_ kind: TransportError.Kind, _ message: String) {
        end(TransportError(kind, message, url: WebOrigin.text(of: request.url)))
    }

    private var request: HTTPRequest { state.withLock { $0.request } }

    private func send() {
        do throws(TransportError) {
            lane.start(self, try request.urlRequest(timeout: limits.platformTimeout))
        } catch {
            end(error)
        }
    }

    private func end(_ error: TransportError?) {
        let (task, watchdog) = update { state -> (URLSessionTask?, Task<Void, Never>?) in
            guard state.inbox.finish(error) else { return (nil, nil) }
            return (state.task.take(), state.watchdog.take())
        }
        watchdog?.cancel()
        if let task { lane.drop(task) }
    }

    /// Changes the state and resumes the reader if there is something for it now.
    private func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, reader, taken) = state.withLock {
            state -> (Result, CheckedContinuation<Inbox.Taken, Never>?, Inbox.Taken?) in
            let result = body(&state)
            guard state.reader != nil, let taken = state.inbox.take() else { return (result, nil, nil) }
            return (result, state.reader.take(), taken)
        }
        if let reader, let taken { reader.resume(returning: taken) }
        return result
    }
}

// What the platform says, one call after the other.
extension Call {
    /// The answer begins; after an informational one, or one of a proxy, it may begin again.
    func received(_ head: HTTPResponseHead) {
        guard !(100..<200).contains(head.status) else { return }
        let (request, redirects) = state.withLock { ($0.request, $0.redirects) }
        switch RedirectRule.decide(request, head, followed: redirects) {
        case .deliver: deliver(head)
        case .follow(let next): follow(next)
        case .refuse(let reason): end(.redirected, reason)
        }
    }

    /// A piece of the body.
    func received(_ bytes: Data) {
        let uptime = time.uptime
        let fits = update { state -> Bool in
            state.heard = uptime
            return state.inbox.add(bytes)
        }
        guard !fits else { return }
        end(
            .tooLarge,
            limits.isWholeBody
                ? "The body has more than \(limits.size) bytes"
                : "More than \(limits.size) bytes wait for their reader")
    }

    /// The answer is complete, or there is an error.
    func completed(_ error: (any Error)?) {
        let (status, url) = state.withLock { state -> (Int?, String) in
            state.task = nil
            return (state.status, state.request.url)
        }
        // The platform gave up because we answered its question for credentials with no; the answer stands.
        let isRefusal = [401, 407].contains(status) && (error as? URLError)?.code == .cancelled
        if let error, !isRefusal {
            end(TransportError(error, hasHead: status != nil, url: url))
        } else if status == nil {
            end(.malformed, "The answer has no head")
        } else {
            end(nil)
        }
    }

    /// Whether what is being sent has a body.
    var hasBody: Bool { state.withLock { $0.request.body != nil } }

    /// Whether an answer has begun.
    var hasHead: Bool { state.withLock { $0.status != nil } }

    private func deliver(_ head: HTTPResponseHead) {
        let uptime = time.uptime
        let isFirst = update { state -> Bool in
            defer { state.status = head.status }
            state.heard = uptime
            state.inbox.add(head)
            return state.status == nil
        }
        if isFirst, let silence = limits.silence { watchSilence(silence) }
    }

    private func follow(_ next: HTTPRequest) {
        let task = state.withLock { state -> URLSessionTask? in
            state.request = next
            state.redirects += 1
            return state.task.take()
        }
        if let task { lane.drop(task) }
        send()
    }
}
