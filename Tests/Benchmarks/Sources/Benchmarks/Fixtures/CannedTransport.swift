// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// A service on no network: it answers a request for flags with one payload, and takes every event.
struct CannedTransport: HTTPTransport {
    let payload: [UInt8]

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        request.url.contains("/events/") || request.url.contains("/metrics")
            ? HTTPResponse(HTTPResponseHead(status: 202))
            : HTTPResponse(HTTPResponseHead(status: 200), body: payload)
    }

    func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { { () async throws(TransportError) -> HTTPStream.Event? in nil } }
    }

    func close() async {}
}
