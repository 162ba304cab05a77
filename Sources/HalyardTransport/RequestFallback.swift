// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A transport that sends another request at once if a server answers the first one with certain statuses.
package struct RequestFallback: HTTPTransport {
    private let transport: any HTTPTransport
    private let statuses: Set<Int>
    private let fallback: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPRequest?

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: Sends both requests.
    ///   - statuses: The statuses of the first answer.
    ///   - fallback: Makes the second request from the first one. Nil to return the first answer.
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

    package func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        transport.open(request, within: limits)
    }

    package func close() async { await transport.close() }
}
