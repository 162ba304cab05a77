// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import Dispatch
import HalyardSupport

/// A session, and the one queue that makes calls into it.
///
/// Starting, cancelling and invalidating wait on Linux while the session is busy reading: seconds, in a flood. So they are
/// never called by a caller, a callback or under a lock, and nobody waits for them.
final class SessionLane: Sendable {
    private let delegate = SessionDelegate()
    private let session: URLSession
    private let queue: DispatchQueue

    /// Makes a session.
    ///
    /// - Parameter connections: How many connections to one host it may have at a time.
    init(_ name: String, connections: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connections
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        queue = LaneQueues.next("halyard.transport.\(name)")
    }

    deinit {
        if !delegate.isClosed { invalidate() }
    }

    /// Sends a request for a call.
    func start(_ call: Call, _ request: URLRequest) {
        // Not behind a queue that waits for the platform.
        if delegate.isClosed { return call.end(.closed, Self.closed) }
        queue.async { self.startNow(call, request) }
    }

    private func startNow(_ call: Call, _ request: URLRequest) {
        guard !call.isEnded else { return }
        // A session that was invalidated must not be asked for a task; that happens on this queue only, behind the mark.
        guard !delegate.isClosed else { return call.end(.closed, Self.closed) }
        let task = session.dataTask(with: request)
        guard delegate.register(call, for: task) else {
            task.cancel()
            return call.end(.closed, Self.closed)
        }
        guard call.adopt(task) else {
            delegate.forget(task)
            return task.cancel()
        }
        task.resume()
    }

    /// Ends a task that nobody listens to any more.
    func drop(_ task: URLSessionTask) {
        delegate.forget(task)
        delegate.whenNoRedirect { [queue] in queue.async { task.cancel() } }
    }

    /// Ends everything, now and for ever.
    func close() {
        guard !delegate.isClosed else { return }
        for call in delegate.close() { call.end(.closed, Self.closed) }
        invalidate()
    }

    /// Lets the session go; every call has ended by then, and its task was cancelled.
    private func invalidate() {
        delegate.whenNoRedirect { [queue, session] in
            queue.async {
                #if canImport(FoundationNetworking)
                    // NB: On Linux the other way looks through the list of tasks while their ends change it on the session's
                    // own queue, which aborts the process now and then. This one waits there until the list is empty.
                    session.finishTasksAndInvalidate()
                #else
                    session.invalidateAndCancel()
                #endif
            }
        }
    }

    private static let closed = "The transport was closed"
}
