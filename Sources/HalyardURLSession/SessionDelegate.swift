// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import HalyardSupport
import HalyardTransport

/// A delegate that receives a session's callbacks and passes each one to its call, if the call still exists.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var calls: [Int: Call] = [:]
        var isClosed = false
        var isAnsweringRedirect = false
        var afterRedirect: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())

    /// A Boolean value that indicates whether the session was closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Passes a task's callbacks to a call, and returns `false` if the session is already closed.
    func register(_ call: Call, for task: URLSessionTask) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.calls[task.taskIdentifier] = call }
            return !state.isClosed
        }
    }

    /// Returns the number of current calls to an origin.
    func callCount(to origin: String) -> Int {
        let calls = state.withLock { Array($0.calls.values) }
        return calls.count { $0.origin == origin }
    }

    /// Ignores further callbacks of a task, and returns the task's call.
    @discardableResult
    func removeCall(for task: URLSessionTask) -> Call? {
        state.withLock { $0.calls.removeValue(forKey: task.taskIdentifier) }
    }

    /// Ignores all further callbacks, and returns the current calls.
    func close() -> [Call] {
        state.withLock { state in
            state.isClosed = true
            defer { state.calls = [:] }
            return Array(state.calls.values)
        }
    }

    /// Runs a closure that cancels tasks, either now or when the current redirect has been answered.
    ///
    /// On Linux, answering a redirect aborts the process if its task was canceled in the meantime.
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
        guard let call = removeCall(for: task) else { return }
        // On Linux, the head of a redirect without a target isn't delivered.
        if error == nil, call.status == nil, let head = task.response.flatMap(HTTPResponseHead.init) {
            call.received(head)
        }
        call.completed(error)
    }

    // The call follows redirects, because it removes data that other origins must not receive. Callbacks come one at a time. On
    // Linux, a canceled task's callback must not be answered, as `whenNoRedirect` explains.
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

    // Never provides a password. Without an answer to the challenge, a 401 response never completes on Linux.
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

    // If the server has closed a kept-alive connection, Linux sends the request again automatically, but it can't resend a body.
    // The task then hangs and keeps a processor busy until it's canceled. The platform requests the body here.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        if let call = call(of: task), call.hasBody {
            call.end(.disconnected, "The connection was lost before a response")
        }
        completionHandler(nil)
    }
}
