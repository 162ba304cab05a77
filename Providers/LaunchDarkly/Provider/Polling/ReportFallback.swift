// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// Requests flags by `GET` when a service, or a proxy in front of it, does not accept a `REPORT`.
///
/// Statuses 400, 405 and 501 indicate this; the `GET` follows immediately, and only once.
struct ReportFallback: HTTPTransport {
    let transport: any HTTPTransport
    /// The tag that the app wants to send, whatever the flags in place are.
    let ownTag: String?
    let makeGet: @Sendable () async throws(TransportError) -> HTTPRequest

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        var request = request
        if let ownTag { request.headers["If-None-Match"] = ownTag }
        let response = try await transport.send(request, within: limits)
        guard request.method == "REPORT", [400, 405, 501].contains(response.head.status) else { return response }
        var get = try await makeGet()
        get.headers["If-None-Match"] = request.headers["If-None-Match"]
        return try await transport.send(get, within: limits)
    }

    func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        transport.open(request, within: limits)
    }

    func close() async { await transport.close() }
}
