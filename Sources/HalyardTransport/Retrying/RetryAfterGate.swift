// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// The pause that a server requested with `Retry-After`, for all requests that must observe it.
///
/// ```swift
/// let transport = pause.observing(transport)
/// try await pause.wait()
/// let response = try await transport.send(request, within: limits)
/// ```
/// It's safe to use from any thread.
public final class RetryAfterGate: Sendable {
    private static let longest = Duration.seconds(3600)

    let time: any TimeSource
    /// The uptime when the pause ends.
    private let end = Lock(Duration.zero)

    /// Creates an object without a pause.
    public init(on time: any TimeSource) { self.time = time }

    /// The remaining time of the pause, or zero without one.
    public var rest: Duration { max(end.withLock { $0 } - time.uptime, .zero) }

    /// Starts a pause of at most an hour, unless a longer one has already started.
    public func close(for duration: Duration) {
        let newEnd = time.uptime + min(duration, Self.longest)
        end.withLock { $0 = max($0, newEnd) }
    }

    /// Waits until the pause is over, including any pause that starts in the meantime.
    ///
    /// Throws an error if the task is canceled.
    public func wait() async throws {
        while case let rest = rest, rest > .zero { try await time.sleep(for: rest) }
    }

    /// Returns a transport that starts this pause for each response that requests one: 429 or 503 with `Retry-After`.
    ///
    /// The transport itself doesn't wait. The pause also starts if the caller is canceled while the response arrives, because the
    /// caller then wouldn't see the response. ``HTTPTransport/close()`` closes the inner transport.
    public func observing(_ transport: any HTTPTransport) -> any HTTPTransport {
        PausingTransport(transport: transport, pause: self)
    }

    fileprivate func observe(_ head: HTTPResponseHead) {
        guard [429, 503].contains(head.status), let asked = head.retryAfter(at: time.now) else { return }
        close(for: asked)
    }
}

private struct PausingTransport: HTTPTransport {
    let transport: any HTTPTransport
    let pause: RetryAfterGate

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        let response = try await transport.send(request, within: limits)
        pause.observe(response.head)
        return response
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        let stream = transport.stream(request, within: limits)
        return HTTPStream {
            let nextEvent = stream.makeAsyncIterator().nextEvent
            return { [pause] () async throws(TransportError) in
                let event = try await nextEvent()
                if case .head(let head)? = event { pause.observe(head) }
                return event
            }
        }
    }

    func close() async { await transport.close() }
}
