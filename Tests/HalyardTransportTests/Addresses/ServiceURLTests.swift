// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Testing

@Suite("ServiceURL")
struct ServiceURLTests {
    @Test(
        "Appends path components and query items to the address",
        arguments: [
            ("https://a.example", "https://a.example/x%2Fy/z?n%20=v%2B"),
            ("https://a.example/", "https://a.example/x%2Fy/z?n%20=v%2B"),
            ("HTTP://A.example:80//p//", "HTTP://A.example:80//p/x%2Fy/z?n%20=v%2B"),
            ("https://a.example/p?q=%20&r", "https://a.example/p/x%2Fy/z?q=%20&r&n%20=v%2B"),
            ("https://a.example?", "https://a.example/x%2Fy/z?n%20=v%2B"),
            ("http://[::1]:8080/p", "http://[::1]:8080/p/x%2Fy/z?n%20=v%2B"),
        ])
    func adding(address: String, text: String) throws {
        let url = try ServiceURL(address)
        #expect(url.text(adding: ["x/y", "z"], query: [("n ", "v+")]) == text)
    }

    @Test("Removes a trailing slash from the path if nothing is added")
    func plain() throws {
        #expect(try ServiceURL("https://a.example/p/").text() == "https://a.example/p")
        #expect(try ServiceURL("https://a.example/p?q").text() == "https://a.example/p?q")
    }

    @Test(
        "Rejects an invalid address without revealing secrets",
        arguments: [
            ("", "The value isn't an absolute http"), ("flags", "The value isn't an absolute http"),
            ("ftp://a", "The value isn't an absolute http"), ("https://", "The value isn't an absolute http"),
            ("/path", "The value isn't an absolute http"), ("https://a b", "The value isn't an absolute http"),
            ("https://a.example/p q", "The value isn't an absolute http"),
            ("https://a.example/\u{1}", "The value isn't an absolute http"),
            ("https://user:secret@a.example", "The URL contains a user or a password."),
            ("https://user@a.example", "The URL contains a user or a password."),
            ("https://a.example#top", "The URL contains a fragment"),
        ])
    func refused(address: String, beginning: String) {
        let problem = #expect(throws: ServiceURL.Problem.self) { try ServiceURL(address) }
        #expect(problem?.description.hasPrefix(beginning) == true)
        #expect(problem?.description.contains("secret") == false)
    }

    @Test("Omits secrets from its description")
    func description() throws {
        let url = try ServiceURL("https://a.example/p?key=secret")
        #expect("\(url)" == "https://a.example")
        #expect(String(reflecting: url) == "https://a.example")
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}
