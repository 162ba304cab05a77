// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// A stream of server-sent events that comes back after every failure, as its policy says.
///
/// Nothing happens until it is iterated. It reads only while the next element is awaited, so memory stays bounded: by one
/// piece of the answer here, and by the policy's ``EventSourcePolicy/maximumBufferSize`` in the transport, beyond which a stream
/// whose consumer is too slow is given up and comes back.
/// Iterating a second time opens a connection of its own. Safe to use from any thread.
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
    /// Makes the request of one attempt.
    public typealias MakeRequest = @Sendable () async throws(TransportError) -> HTTPRequest

    typealias Read = @Sendable () async throws(TransportError) -> HTTPStream.Event?

    /// An event of the machine, and what reads on after it.
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

    /// Makes an event source whose request is made anew for each attempt.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests.
    ///   - policy: What is tried again, and when.
    ///   - lastEventID: Where an earlier event source ended; empty for none.
    ///   - pause: The pause of the server that is asked: answers that ask for one begin it, and while it lasts each attempt fails
    ///     without a request; nil for none.
    ///   - time: The clock for delays and idle streams.
    ///   - random: Where the jitter of the delays comes from.
    ///   - request: Called for each attempt; what it throws counts as a failed attempt. `Accept` and `Cache-Control` are
    ///     added unless they are there, `Last-Event-ID` is set.
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

    /// Makes an event source that sends the same request for each attempt.
    public convenience init(
        _ request: HTTPRequest, transport: any HTTPTransport, policy: EventSourcePolicy = .standard,
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) {
        self.init(transport: transport, policy: policy, time: time, random: random) { request }
    }

    /// Ends every iteration, of now and later, with a closed status; at once, whatever the transport does.
    public func close() {
        waits.end(with: Arrival(event: .close))
    }

    /// Lets every connection go and opens it anew at once, as if a delay had just ended; nothing is lost or comes twice for it.
    ///
    /// For an app that knows that its connection is no good any more, say because the network is another one. A failed
    /// attempt is followed by the delays of the policy, which this does not reset. What is closed stays closed.
    public func restart() { waits.interrupt(with: Arrival(event: .restart)) }

    /// Begins an iteration, which connects when its first element is awaited.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Opens a request; what comes first.
    func connect(lastEventID: String) async -> Arrival {
        do throws(TransportError) {
            if let rest = pause?.rest, rest > .zero {
                throw TransportError(.other, "The server asked for a pause, of which \(rest) are left.")
            }
            let request = decorate(try await makeRequest(), lastEventID: lastEventID)
            // The machine's own watchdogs are the first to act.
            let limits = HTTPStreamLimits(
                responseTimeout: policy.responseTimeout + Self.grace, idleTimeout: policy.idleTimeout + Self.grace,
                maximumBufferSize: policy.maximumBufferSize)
            guard !Task.isCancelled else { return Arrival(event: .close) }
            return await Self.arrival(transport.open(request, within: limits).makeAsyncIterator().nextEvent)
        } catch {
            return Arrival(event: .failed(error))
        }
    }

    /// What comes next.
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
        // What no server takes as a header would make every later attempt fail.
        if HTTPHeaders.canSend(lastEventID) { request.headers["Last-Event-ID"] = lastEventID }
        return request
    }

    private static let grace = Duration.seconds(5)
}
