// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

import Dispatch
import HalyardTransport

/// A session, and the one queue that makes calls into it.
///
/// Starting, cancelling and invalidating wait on Linux while the session is busy reading: seconds, in a flood. So they are
/// never called by a caller, a callback or under a lock, and nothing waits for them.
final class SessionLane: CallSender {
    private let delegate = SessionDelegate()
    private let session: URLSession
    private let queue: DispatchQueue
    private let streams: Int?

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - connections: How many connections to one host it may have at a time.
    ///   - isForStreams: Whether each exchange occupies a connection for as long as it likes, so that one too many would
    ///     wait for ever instead of for its turn.
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
        // Not behind a queue that waits for the platform.
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
        // A session that was invalidated must not be asked for a task; that happens on this queue only, behind the mark.
        guard !delegate.isClosed else { return call.end(.closed, Self.closed) }
        if let streams, delegate.callCount(to: call.origin) >= streams {
            return call.end(
                .other,
                "\(streams) streams to this origin are open, which is the limit of this URLSessionTransport. "
                    + "Make it with a higher maximumStreams")
        }
        let task = session.dataTask(with: request)
        guard delegate.register(call, for: task) else {
            task.cancel()
            return call.end(.closed, Self.closed)
        }
        guard call.adopt(SessionExchange(task: task, lane: self)) else {
            delegate.forget(task)
            return task.cancel()
        }
        task.resume()
    }

    /// Ends a task whose reports are not wanted any more.
    fileprivate func drop(_ task: URLSessionTask) {
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

private struct SessionExchange: CallExchange {
    let task: URLSessionTask
    let lane: SessionLane

    func drop() { lane.drop(task) }
    // URLSession cannot wait: a piece that does not fit ends the call.
    func resume() {}
}
