// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// The pause that a server asked for with `Retry-After`, for all requests that must keep it.
///
/// ```swift
/// let transport = pause.observing(transport)
/// try await pause.wait()
/// let response = try await transport.send(request, within: limits)
/// ```
/// Safe to use from any thread.
public final class RetryAfterGate: Sendable {
    private static let longest = Duration.seconds(3600)

    let time: any TimeSource
    /// When the pause ends, since the time source's start.
    private let end = Lock(Duration.zero)

    /// Creates an object without a pause.
    public init(on time: any TimeSource) { self.time = time }

    /// The rest of the pause.
    ///
    /// Zero without one.
    public var rest: Duration { max(end.withLock { $0 } - time.uptime, .zero) }

    /// Begins a pause of at most an hour, unless a longer one has begun.
    public func begin(_ duration: Duration) {
        let newEnd = time.uptime + min(duration, Self.longest)
        end.withLock { $0 = max($0, newEnd) }
    }

    /// Returns when the pause is over, and any pause that begins while this waits.
    ///
    /// Throws when the task is cancelled.
    public func wait() async throws {
        while case let rest = rest, rest > .zero { try await time.sleep(for: rest) }
    }

    /// Returns a transport that begins this pause with each answer that asks for one: 429 or 503 with `Retry-After`.
    ///
    /// The transport itself waits for nothing. The pause also begins if the caller is cancelled while the answer comes in, which a
    /// caller that looked at the answer would miss. ``HTTPTransport/close()`` closes the inner transport.
    public func observing(_ transport: any HTTPTransport) -> any HTTPTransport {
        PausingTransport(transport: transport, pause: self)
    }

    fileprivate func observe(_ head: HTTPResponseHead) {
        guard [429, 503].contains(head.status), let asked = head.retryAfter(at: time.now) else { return }
        begin(asked)
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

    func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        let stream = transport.open(request, within: limits)
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
