// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Testing

@Suite("HTTPHeaders")
struct HTTPHeadersTests {
    @Test("names are compared without regard to case; the last value and spelling stay")
    func names() {
        var headers: HTTPHeaders = ["Content-Type": "text/plain", "ETag": "a", "etag": "b"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers["ETAG"] == "b")
        #expect(headers.names == ["Content-Type", "etag"])
        headers["CONTENT-TYPE"] = nil
        #expect(headers["Content-Type"] == nil)
        #expect(headers.names == ["etag"])
    }
}
