// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A transport that immediately sends another request if the first response has a certain status.
package struct RequestFallback: HTTPTransport {
    private let transport: any HTTPTransport
    private let statuses: Set<Int>
    private let fallback: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPRequest?

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport of both requests.
    ///   - statuses: The statuses of the first response.
    ///   - fallback: Returns the second request for the first one, or `nil` to return the first response.
    package init(
        transport: any HTTPTransport, statuses: Set<Int>,
        fallback: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPRequest?
    ) {
        self.transport = transport
        self.statuses = statuses
        self.fallback = fallback
    }

    package func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        let response = try await transport.send(request, within: limits)
        guard statuses.contains(response.head.status), let other = try await fallback(request) else { return response }
        return try await transport.send(other, within: limits)
    }

    package func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        transport.stream(request, within: limits)
    }

    package func close() async { await transport.close() }
}
