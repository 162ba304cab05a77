// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that sends HTTP requests.
///
/// `PlatformTransport.make()` in the product `HalyardNetwork` creates the default transport: `CurlTransport` on Linux,
/// `URLSessionTransport` on Apple systems. Implement this protocol to use a custom session, an interceptor that adds headers, or a
/// fake for tests. A transport must be safe to use from any thread, and no call must block the cooperative thread pool.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the complete response for any status.
    ///
    /// If the task is canceled, it throws its error immediately.
    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse

    /// Opens a request with an open-ended response.
    ///
    /// Each iteration sends the request. Canceling the iterating task, or releasing the iterator, closes the connection.
    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream

    /// Ends all current calls and releases all resources, so that later requests fail.
    ///
    /// Returns within a limited time.
    func close() async
}

extension HTTPTransport {
    /// Returns a stream that fails, for a transport that only sends requests, such as a stub in a test.
    public func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream {
            { () async throws(TransportError) in throw TransportError(.other, "This transport doesn't open streams") }
        }
    }

    /// Does nothing.
    public func close() async {}
}

/// The limits of a complete response.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum time from the call to the last byte, including redirects.
    public var deadline: Duration
    /// The maximum size of the decoded body, in bytes.
    public var maximumBodySize: Int

    /// Creates limits.
    public init(deadline: Duration = .seconds(10), maximumBodySize: Int = 64 << 20) {
        self.deadline = deadline
        self.maximumBodySize = maximumBodySize
    }
}

/// The limits of a stream.
public struct HTTPStreamLimits: Sendable, Hashable {
    /// The maximum time from the call to the head of the response, including redirects.
    public var responseTimeout: Duration
    /// The maximum time without data after the head.
    public var idleTimeout: Duration
    /// The maximum number of decoded bytes that wait for the reader.
    public var maximumBufferSize: Int

    /// Creates limits.
    public init(
        responseTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(300),
        maximumBufferSize: Int = 64 << 20
    ) {
        self.responseTimeout = responseTimeout
        self.idleTimeout = idleTimeout
        self.maximumBufferSize = maximumBufferSize
    }
}
