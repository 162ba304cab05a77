// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import HalyardTransport
import TestSupport
import Testing

/// A service that always sends the same response.
struct CatalogStub: HTTPTransport {
    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        guard request.headers["Authorization"] == "Bearer key-1" else { return HTTPResponse(status: 401) }
        if request.headers["If-None-Match"] == "\"1\"" { return HTTPResponse(status: 304) }
        return HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: #"{"flags": {"search-limit": 20}}"#)
    }
}

@Suite("Guide samples: an HTTP service")
struct CatalogFlagsTests {
    @Test("Passes the conformance tests")
    func conformance() async {
        await ProviderConformance {
            try CatalogFlags(
                url: "https://catalog.example.com/flags", key: Secret("key-1"), transport: CatalogStub())
        }.expectConformance()
    }

    @Test("Serves the service's flags to a client")
    func reading() async throws {
        let catalog = try CatalogFlags(
            url: "https://catalog.example.com/flags", key: Secret("key-1"), transport: CatalogStub())
        let flags = FlagClient(provider: catalog, context: .user("ada"), options: .manual())
        #expect(await flags.start(within: .seconds(600)) == .ready)
        #expect(flags.int("search-limit", default: 0) == 20)
        await flags.shutdown()
    }
}
