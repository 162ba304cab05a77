// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// A service without a network.
///
/// It answers a request for flags with one payload, or with a 304 if the client has it already, and accepts every event.
struct CannedTransport: HTTPTransport {
    private static let tag = "\"1\""

    let payload: [UInt8]

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        if request.url.contains("/events/") { return HTTPResponse(HTTPResponseHead(status: 202)) }
        let headers: HTTPHeaders = ["ETag": Self.tag]
        if request.headers["If-None-Match"] == Self.tag {
            return HTTPResponse(HTTPResponseHead(status: 304, headers: headers))
        }
        return HTTPResponse(HTTPResponseHead(status: 200, headers: headers), body: payload)
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream { { () async throws(TransportError) -> HTTPStream.Event? in nil } }
    }

    func close() async {}
}
