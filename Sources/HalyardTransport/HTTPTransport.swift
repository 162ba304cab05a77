// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Sends HTTP requests.
///
/// `PlatformTransport.make()` of the product `HalyardNetwork` makes the one that comes along: `CurlTransport` on Linux,
/// `URLSessionTransport` on Apple systems. Apps implement it to bring their own: a session of theirs, an
/// interceptor that adds headers, a fake for tests. It is safe to use from any thread, and no call blocks the cooperative
/// thread pool.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the whole answer, whatever its status is.
    ///
    /// A cancelled task gets its error at once.
    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse

    /// Opens a request whose answer has no end in sight.
    ///
    /// Each iteration sends the request. Cancelling the iterating task, or letting the iterator go, ends
    /// the connection.
    func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream

    /// Ends everything that is going on and gives everything back; later requests fail.
    ///
    /// Returns in bounded time.
    func close() async
}

extension HTTPTransport {
    /// A stream that fails, for a transport that only sends requests, such as a stub in a test.
    public func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream {
            { () async throws(TransportError) in throw TransportError(.other, "This transport opens no streams") }
        }
    }

    /// Does nothing.
    public func close() async {}
}

/// What a whole answer may cost.
public struct HTTPLimits: Sendable, Hashable {
    /// How long everything may take, from the call to the last byte, redirects included.
    public var deadline: Duration
    /// How many bytes the decoded body may have.
    public var maximumBodySize: Int

    /// Makes limits.
    public init(deadline: Duration = .seconds(10), maximumBodySize: Int = 64 << 20) {
        self.deadline = deadline
        self.maximumBodySize = maximumBodySize
    }
}

/// What a stream may cost.
public struct HTTPStreamLimits: Sendable, Hashable {
    /// How long it may take from the call to the head of the answer, redirects included.
    public var responseTimeout: Duration
    /// How long nothing may come behind the head.
    public var idleTimeout: Duration
    /// How many decoded bytes may wait for the reader.
    public var maximumBufferSize: Int

    /// Makes limits.
    public init(
        responseTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(300),
        maximumBufferSize: Int = 64 << 20
    ) {
        self.responseTimeout = responseTimeout
        self.idleTimeout = idleTimeout
        self.maximumBufferSize = maximumBufferSize
    }
}
