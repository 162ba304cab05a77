// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import HalyardSupport
import HalyardTransport

/// Receives a session's callbacks and passes each on to its call, if there still is one.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var calls: [Int: Call] = [:]
        var isClosed = false
        var isAnsweringRedirect = false
        var afterRedirect: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())

    /// Whether the session was closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Passes on what a task says from now on; false when it is too late for that.
    func register(_ call: Call, for task: URLSessionTask) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.calls[task.taskIdentifier] = call }
            return !state.isClosed
        }
    }

    /// How many calls to an origin go on right now.
    func callCount(to origin: String) -> Int {
        let calls = state.withLock { Array($0.calls.values) }
        return calls.count { $0.origin == origin }
    }

    /// Ignores what a task says from now on; the call that it was about.
    @discardableResult
    func forget(_ task: URLSessionTask) -> Call? {
        state.withLock { $0.calls.removeValue(forKey: task.taskIdentifier) }
    }

    /// Ignores everything from now on; the calls that were going on.
    func close() -> [Call] {
        state.withLock { state in
            state.isClosed = true
            defer { state.calls = [:] }
            return Array(state.calls.values)
        }
    }

    /// Runs something that cancels tasks: now, or as soon as a redirect is answered.
    ///
    /// On Linux, the answer to a redirect aborts the process when its task was cancelled meanwhile.
    func whenNoRedirect(_ body: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state -> Bool in
            if state.isAnsweringRedirect { state.afterRedirect.append(body) }
            return !state.isAnsweringRedirect
        }
        if isFree { body() }
    }

    private func call(of task: URLSessionTask) -> Call? {
        state.withLock { $0.calls[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = HTTPResponseHead(response) { call(of: dataTask)?.received(head) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        call(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let call = forget(task) else { return }
        // On Linux, the head of a redirect without a target is never delivered.
        if error == nil, call.status == nil, let head = task.response.flatMap(HTTPResponseHead.init) {
            call.received(head)
        }
        call.completed(error)
    }

    // Redirects are followed by the call, which knows what not to show to strangers. Callbacks come one at a time. That of a
    // cancelled task must not be answered on Linux, see above.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let call = state.withLock { state -> Call? in
            let call = state.calls[task.taskIdentifier]
            state.isAnsweringRedirect = call != nil
            return call
        }
        guard let call else {
            #if !canImport(FoundationNetworking)
                completionHandler(nil)
            #endif
            return
        }
        if let head = HTTPResponseHead(response) { call.received(head) }
        completionHandler(nil)
        let afterwards = state.withLock { state -> [@Sendable () -> Void] in
            state.isAnsweringRedirect = false
            defer { state.afterRedirect = [] }
            return state.afterRedirect
        }
        for body in afterwards { body() }
    }

    // No password is asked for. Without an answer to the challenge, a 401 never completes on Linux.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let aboutPasswords = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
        ]
        guard aboutPasswords.contains(challenge.protectionSpace.authenticationMethod) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        if let call = call(of: task), call.status == nil,
            let head = challenge.failureResponse.flatMap(HTTPResponseHead.init)
        {
            call.received(head)
        }
        completionHandler(.rejectProtectionSpace, nil)
    }

    // On Linux, a request on a kept-alive connection that turns out to be closed is sent again without asking, but a body
    // cannot be: the task hangs, and keeps a processor busy, until it is cancelled. This is where it asks for the body.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        if let call = call(of: task), call.hasBody {
            call.end(.disconnected, "The connection was lost before an answer")
        }
        completionHandler(nil)
    }
}
