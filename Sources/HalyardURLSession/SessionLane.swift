// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import Dispatch
import HalyardTransport

/// A session, and the only queue that makes calls into it.
///
/// On Linux, starting, canceling, and invalidating wait while the session is busy reading, which can take seconds. So callers and
/// callbacks never call these functions directly or under a lock, and nothing waits for them.
final class SessionLane: CallSender {
    private let delegate = SessionDelegate()
    private let session: URLSession
    private let queue: DispatchQueue
    private let streams: Int?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - connections: The maximum number of simultaneous connections to one host.
    ///   - isForStreams: A Boolean value that indicates whether each exchange can occupy a connection indefinitely. An exchange
    ///     above the limit then fails, because it would wait forever.
    init(_ name: String, connections: Int, isForStreams: Bool) {
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
        streams = isForStreams ? connections : nil
    }

    deinit {
        if !delegate.isClosed { invalidate() }
    }

    /// Sends a request for a call.
    func start(_ call: Call, _ request: HTTPRequest) {
        // Don't queue this behind work that waits for the platform.
        if delegate.isClosed { return call.end(.closed, Self.closed) }
        do throws(TransportError) {
            let request = try request.urlRequest(timeout: call.limits.platformTimeout)
            queue.async { self.startNow(call, request) }
        } catch {
            call.end(error)
        }
    }

    private func startNow(_ call: Call, _ request: URLRequest) {
        guard !call.isEnded else { return }
        // An invalidated session must not create a task. Only this queue invalidates it, after the session is marked as closed.
        guard !delegate.isClosed else { return call.end(.closed, Self.closed) }
        if let streams, delegate.callCount(to: call.origin) >= streams {
            return call.end(
                .other,
                "\(streams) streams to this origin are open, which is the limit of this URLSessionTransport. "
                    + "Create it with a higher maximumStreams value")
        }
        let task = session.dataTask(with: request)
        guard delegate.register(call, for: task) else {
            task.cancel()
            return call.end(.closed, Self.closed)
        }
        guard call.adopt(SessionExchange(task: task, lane: self)) else {
            delegate.removeCall(for: task)
            return task.cancel()
        }
        task.resume()
    }

    /// Ends a task whose callbacks are no longer needed.
    fileprivate func drop(_ task: URLSessionTask) {
        delegate.removeCall(for: task)
        delegate.whenNoRedirect { [queue] in queue.async { task.cancel() } }
    }

    /// Ends all calls, and closes the session permanently.
    func close() {
        guard !delegate.isClosed else { return }
        for call in delegate.close() { call.end(.closed, Self.closed) }
        invalidate()
    }

    /// Releases the session after every call has ended and its task was canceled.
    private func invalidate() {
        delegate.whenNoRedirect { [queue, session] in
            queue.async {
                #if canImport(FoundationNetworking)
                    // On Linux, `invalidateAndCancel` iterates over the list of tasks while the session's queue changes it, which
                    // sometimes aborts the process. This function waits on that queue until the list is empty.
                    session.finishTasksAndInvalidate()
                #else
                    session.invalidateAndCancel()
                #endif
            }
        }
    }

    private static let closed = "The transport was closed"
}

private struct SessionExchange: CallExchange {
    let task: URLSessionTask
    let lane: SessionLane

    func drop() { lane.drop(task) }
    // URLSession can't pause. A chunk that doesn't fit ends the call.
    func resume() {}
}
