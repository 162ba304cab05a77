// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// The transport that comes along: HTTP by the platform's `URLSession`.
///
/// It keeps nothing: no cache, no cookies, no passwords. Redirects are followed, five in a row at most; another origin gets
/// to see no key. Streams and whole answers have connections of their own, so neither waits for the other. Deadlines are kept
/// to the millisecond, on the time source that is handed in.
///
/// Safe to use from any thread; no call blocks its thread. What is going on goes on when the last reference is let go, and
/// the connections are given back behind it; ``close()`` ends it at once.
///
/// On Linux with Swift 6.3.1, two answers abort the process in Foundation, and nothing here can keep it from that: one in
/// chunks that ends with a trailer field, and one whose connection is closed, not reset, between its status line and the end
/// of its head.
public final class URLSessionTransport: HTTPTransport {
    private let streams = SessionLane("streams", connections: 256)
    private let requests = SessionLane("requests", connections: 6)
    private let userAgent: String
    private let time: any TimeSource

    /// Makes a transport; opens no connection.
    ///
    /// - Parameters:
    ///   - userAgent: What requests say about who sends them, unless they say it themselves.
    ///   - time: What deadlines are measured by.
    public init(userAgent: String = "Halyard", time: any TimeSource = SystemTime()) {
        self.userAgent = userAgent
        self.time = time
    }

    /// Sends a request and returns the whole answer, whatever its status is; a 401 as well as a 304.
    ///
    /// No body is sent twice: a kept-alive connection that the server closed meanwhile gives `disconnected`, and whether to
    /// ask again is the caller's to say. A request without a body may be repeated by the platform in that case.
    public func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, "The task was cancelled") }
        let call = Call(prepared(request), within: CallLimits(limits), on: time, over: requests)
        call.start()
        var response: HTTPResponse?
        while let event = try await call.next() {
            switch event {
            case .head(let head): response = HTTPResponse(head)
            case .bytes(let bytes): response?.body.append(contentsOf: bytes)
            }
        }
        guard let response else { throw TransportError(.malformed, "The answer has no head") }
        return response
    }

    /// Opens a request whose answer has no end in sight; each iteration sends it.
    ///
    /// Informational answers (103) are left out. When the reader falls behind by more than the limit, the stream ends with
    /// `tooLarge` and what waited is dropped.
    public func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { [streams, time, request = prepared(request)] in
            let reader = StreamReader(Call(request, within: CallLimits(limits), on: time, over: streams))
            return { () async throws(TransportError) -> HTTPStream.Event? in try await reader.call.next() }
        }
    }

    /// Ends everything that is going on with `closed` and gives the connections back; later requests fail.
    ///
    /// Returns at once, also while an answer is pouring in; the platform closes its connections behind it.
    public func close() async {
        streams.close()
        requests.close()
    }

    private func prepared(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
        return request
    }
}

/// Ends a stream's call when nobody holds its iterator any more.
private final class StreamReader: Sendable {
    let call: Call

    init(_ call: Call) {
        self.call = call
        call.start()
    }

    deinit { call.end(.cancelled, "The stream was let go") }
}
