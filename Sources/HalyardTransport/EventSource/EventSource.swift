// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// A server-sent event stream that reconnects according to its policy.
///
/// It does nothing until it's iterated, and reads only while the next element is awaited. Memory is therefore limited to one chunk
/// of the response here, and to the policy's ``EventSourcePolicy/maximumBufferSize`` in the transport. If a slow consumer exceeds
/// that limit, the stream is dropped and reconnects. Each iteration opens its own connection. It's safe to use from any thread.
///
/// ```swift
/// let source = EventSource(HTTPRequest("https://example.com/stream"), transport: transport)
/// for await event in source {
///     switch event {
///     case .status(let status): show(status)
///     case .event(let event): apply(event.data)
///     case .comment: break
///     }
/// }
/// ```
public final class EventSource: AsyncSequence, Sendable {
    /// A function that returns the request for one attempt.
    public typealias MakeRequest = @Sendable () async throws(TransportError) -> HTTPRequest

    typealias Read = @Sendable () async throws(TransportError) -> HTTPStream.Event?

    /// An event of the machine, and the function that continues reading.
    struct Arrival: Sendable {
        var event: EventSourceMachine.Event
        var read: Read?
    }

    private let transport: any HTTPTransport
    private let makeRequest: MakeRequest
    private let pause: RetryAfterGate?
    let policy: EventSourcePolicy
    let lastEventID: String
    let time: any TimeSource
    let random: any RandomSource
    let waits: Waits<Arrival>

    /// Creates an event source that creates a new request for each attempt.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - policy: The reconnection policy.
    ///   - lastEventID: The last event ID of an earlier event source, or an empty string.
    ///   - pause: The server's pause, or `nil` for none. Responses can start it, and each attempt during the pause fails without a
    ///     request.
    ///   - time: The clock for delays and idle streams.
    ///   - random: The random source for the jitter of delays.
    ///   - request: Called for each attempt. An error counts as a failed attempt. Adds `Accept` and `Cache-Control` unless they are
    ///     set, and sets `Last-Event-ID`.
    public init(
        transport: any HTTPTransport, policy: EventSourcePolicy = .standard, lastEventID: String = "",
        pause: RetryAfterGate? = nil, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        request: @escaping MakeRequest
    ) {
        self.transport = pause?.observing(transport) ?? transport
        self.pause = pause
        self.policy = policy
        self.lastEventID = lastEventID
        self.time = time
        self.random = random
        makeRequest = request
        waits = Waits(on: time)
    }

    /// Creates an event source that sends the same request for each attempt.
    public convenience init(
        _ request: HTTPRequest, transport: any HTTPTransport, policy: EventSourcePolicy = .standard,
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) {
        self.init(transport: transport, policy: policy, time: time, random: random) { request }
    }

    /// Ends all current and later iterations immediately with a closed status, regardless of the transport.
    public func close() {
        waits.end(with: Arrival(event: .close))
    }

    /// Closes every connection and opens a new one immediately, as if a delay had just ended.
    ///
    /// Events are neither lost nor repeated because of it. Use it if the connection no longer works, for example after the
    /// network has changed. After a failed attempt, the policy's delays apply, which a restart doesn't reset. A closed iteration
    /// remains closed.
    public func restart() { waits.interrupt(with: Arrival(event: .restart)) }

    /// Drops every open connection, because the consumer can't use an event.
    ///
    /// The next connection follows after the policy's delay.
    package func reject() { waits.interrupt(with: Arrival(event: .rejected)) }

    /// Returns an iterator, which connects when its first element is awaited.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Opens a request, and returns the first result.
    func connect(lastEventID: String) async -> Arrival {
        do throws(TransportError) {
            if let rest = pause?.rest, rest > .zero {
                throw TransportError(.other, "The server requested a pause, which ends in \(rest).")
            }
            let request = decorate(try await makeRequest(), lastEventID: lastEventID)
            // The machine's own timeouts must act first.
            let limits = HTTPStreamLimits(
                responseTimeout: policy.responseTimeout + Self.grace, idleTimeout: policy.idleTimeout + Self.grace,
                maximumBufferSize: policy.maximumBufferSize)
            guard !Task.isCancelled else { return Arrival(event: .close) }
            return await Self.arrival(transport.stream(request, within: limits).makeAsyncIterator().nextEvent)
        } catch {
            return Arrival(event: .failed(error))
        }
    }

    /// Returns the next result.
    static func arrival(_ read: @escaping Read) async -> Arrival {
        do throws(TransportError) {
            return switch try await read() {
            case .head(let head): Arrival(event: .head(head), read: read)
            case .bytes(let bytes): Arrival(event: .bytes(bytes), read: read)
            case nil: Arrival(event: .ended)
            }
        } catch {
            return Arrival(event: .failed(error))
        }
    }

    private func decorate(_ request: HTTPRequest, lastEventID: String) -> HTTPRequest {
        var request = request
        if request.headers["Accept"] == nil { request.headers["Accept"] = "text/event-stream" }
        if request.headers["Cache-Control"] == nil { request.headers["Cache-Control"] = "no-cache" }
        // A value that isn't valid in a header would make every later attempt fail.
        if HTTPHeaders.canSend(lastEventID) { request.headers["Last-Event-ID"] = lastEventID }
        return request
    }

    private static let grace = Duration.seconds(5)
}
