// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTransport

@Suite("RedirectRule")
struct RedirectRuleTests {
    private let post = HTTPRequest(
        "https://a.example/x/y?q=1", method: "POST",
        headers: ["Authorization": "key", "Content-Type": "text/plain", "Accept": "*/*"], body: [1])

    private func decide(
        _ request: HTTPRequest, _ status: Int, _ location: String?, followed: Int = 0
    ) -> RedirectRule.Decision {
        var head = HTTPResponseHead(status: status)
        head.headers["Location"] = location
        return RedirectRule.decide(request, head, followed: followed)
    }

    @Test("Delivers responses without a redirect status or a location", arguments: [200, 300, 304, 305, 306, 309, 401])
    func deliver(status: Int) {
        #expect(decide(post, status, "/z") == .deliver)
        #expect(decide(post, 302, nil) == .deliver)
    }

    @Test(
        "Resolves the location relative to the request",
        arguments: [
            ("/z?r=2", "https://a.example/z?r=2"), ("z", "https://a.example/x/z"), ("../z", "https://a.example/z"),
            ("?r=2", "https://a.example/x/y?r=2"), ("//a.example/z", "https://a.example/z"),
            ("HTTPS://A.EXAMPLE:443/z", "HTTPS://A.EXAMPLE:443/z"), ("", "https://a.example/x/y?q=1"),
            ("#f", "https://a.example/x/y?q=1#f"), ("./z/.", "https://a.example/x/z/"),
            ("../../../z/..", "https://a.example/"), ("/a b/ü?x=[1]|", "https://a.example/a%20b/%C3%BC?x=[1]%7C"),
            ("/100%", "https://a.example/100%25"), ("z:1/y", nil),
        ])
    func places(location: String, url: String?) {
        var next = post
        next.url = url ?? ""
        let refusal = RedirectRule.Decision.refuse("A redirect (307) doesn't lead to an http or https URL")
        #expect(decide(post, 307, location) == (url == nil ? refusal : .follow(next)))
    }

    @Test("Keeps a POST for 307 or 308, and otherwise rejects it or sends a GET", arguments: [301, 302, 303, 307, 308])
    func methods(status: Int) {
        var (empty, next) = (post, post)
        empty.body = nil
        next.url = "https://a.example/z"
        if status <= 303 {
            #expect(
                decide(post, status, "/z")
                    == .refuse(
                        "A redirect (\(status)) to https://a.example would drop the request's body. "
                            + "Use the URL that it leads to"))
            next = HTTPRequest(next.url, headers: ["Authorization": "key", "Accept": "*/*"])
            #expect(decide(empty, status, "/z") == .follow(next))
        } else {
            #expect(decide(post, status, "/z") == .follow(next))
        }
    }

    @Test("Keeps the method and the body of a REPORT request", arguments: [301, 302, 303, 307, 308])
    func report(status: Int) {
        var report = post
        report.method = "REPORT"
        var next = report
        next.url = "https://a.example/z"
        #expect(decide(report, status, "/z") == .follow(next))
    }

    @Test(
        "Sends only harmless headers to another origin",
        arguments: ["https://b.example/z", "https://a.example:8443/z", "https://a.example.b.example/z"])
    func strangers(location: String) {
        let request = HTTPRequest(
            "https://a.example/x",
            headers: [
                "Authorization": "key", "Content-Type": "text/plain", "Accept": "*/*", "X-Api-Key": "key",
                "If-None-Match": "\"1\"", "cookie": "key",
            ])
        #expect(decide(request, 307, location) == .follow(HTTPRequest(location, headers: ["Accept": "*/*"])))
    }

    @Test(
        "Rejects a redirect that would send a body to another origin",
        arguments: ["https://b.example/z", "https://a.example:8443/z"], [("POST", 307), ("POST", 308), ("REPORT", 302)])
    func noBody(location: String, row: (method: String, status: Int)) throws {
        var request = post
        request.method = row.method
        let origin = try #require(WebOrigin(location))
        #expect(
            decide(request, row.status, location)
                == .refuse(
                    "A redirect (\(row.status)) would send the request's body, which might contain personal data, to another "
                        + "origin, \(origin). Use the URL that it leads to"))
        // A POST without a body becomes a GET.
        var empty = post
        empty.body = nil
        #expect(decide(empty, 303, location) == .follow(HTTPRequest(location, headers: ["Accept": "*/*"])))
    }

    @Test("Follows a redirect from http to https without the key")
    func upgrade() {
        let plain = HTTPRequest("http://a.example/x", headers: ["Authorization": "key"])
        #expect(decide(plain, 301, "https://a.example/x") == .follow(HTTPRequest("https://a.example/x")))
    }

    @Test(
        "Rejects a redirect to an unsupported or unsafe URL with a reason",
        arguments: [
            ("http://a.example/z", "A redirect (302) leads from https to http"),
            ("ftp://a.example/z", "A redirect (302) doesn't lead to an http or https URL"),
            ("javascript:alert(1)", "A redirect (302) doesn't lead to an http or https URL"),
            ("https://", "A redirect (302) doesn't lead to an http or https URL"),
            ("https://user:word@a.example/", "A redirect (302) leads to a URL with a user or a password"),
        ])
    func refuse(location: String, reason: String) {
        #expect(decide(post, 302, location) == .refuse(reason))
    }

    @Test("Follows five redirects in a row, and rejects the sixth")
    func limit() {
        var next = post
        next.url = "https://a.example/z"
        #expect(decide(post, 307, "/z", followed: 4) == .follow(next))
        #expect(decide(post, 307, "/z", followed: 5) == .refuse("More than 5 redirects in a row"))
    }
}
