// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Testing

@Suite("Send-only transports")
struct SendOnlyTransportTests {
    private struct Stub: HTTPTransport {
        func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: "ü")
        }
    }

    @Test("Fails to open a stream, and closes")
    func stream() async throws {
        let stream = Stub().stream(HTTPRequest("http://a"), within: HTTPStreamLimits())
        let error = await #expect(throws: TransportError.self) { for try await _ in stream {} }
        #expect(error == TransportError(.other, "This transport doesn't open streams"))
        await Stub().close()
        let response = try await Stub().send(HTTPRequest("http://a"), within: HTTPLimits())
        #expect(
            response == HTTPResponse(HTTPResponseHead(status: 200, headers: ["ETag": "\"1\""]), body: [0xC3, 0xBC]))
    }
}
