// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTransport

@Suite("WebOrigin")
struct WebOriginTests {
    @Test("Compares scheme, host, and port, and ignores case and path")
    func equality() {
        #expect(WebOrigin("HTTPS://A.example/x?y#z") == WebOrigin("https://a.EXAMPLE:443"))
        #expect(WebOrigin("http://a.example") == WebOrigin("http://a.example:80/"))
        #expect(WebOrigin("http://a.example") != WebOrigin("https://a.example"))
        #expect(WebOrigin("http://a.example:81") != WebOrigin("http://a.example"))
        #expect(WebOrigin("http://a.example") != WebOrigin("http://b.example"))
        #expect(WebOrigin("http://user:word@a.example/x")?.description == "http://a.example")
    }

    @Test("Returns the scheme, the lowercase host, and the port or its default")
    func parts() throws {
        let origin = try #require(WebOrigin("HTTPS://Flags.Example/a?b"))
        #expect((origin.scheme, origin.host, origin.port) == ("https", "flags.example", 443))
        let local = try #require(WebOrigin("http://[::1]:8016/x"))
        #expect((local.scheme, local.host, local.port) == ("http", "[::1]", 8016))
        #expect(local.description == "http://[::1]:8016")
        #expect(WebOrigin("https://a.example:80")?.description == "https://a.example:80")
    }

    @Test(
        "Returns nil if the string isn't a valid HTTP URL",
        arguments: [
            "", "a.example", "/x", "ftp://a.example", "http://", "http:///x", "http://a b", "http://a.example/%zz",
            "http://a.example:0", "http://a.example:65536", "http://a.example:80x", "http://[::1", "http://[]/",
            "http://[::1]x", "http://a@b@c", "http://a.example\\@b.example", "http://a%2eexample", "http://ü.example",
            "http:/a.example", "http:a.example", "http://a.example/\u{7F}",
        ])
    func none(url: String) {
        #expect(WebOrigin(url) == nil)
        #expect(WebOrigin.text(of: url) == "")
    }
}
