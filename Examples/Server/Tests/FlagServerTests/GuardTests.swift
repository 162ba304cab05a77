// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HTTPTypes
import Halyard
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlagServer

@Suite struct GuardTests {
    @Test(
        "Rejects a request with another host or port",
        arguments: [
            "evil.example", "127.0.0.1:1", "localhost.evil.example", "127.0.0.1.evil.example:PORT", "[::2]:PORT", "",
        ])
    func otherNames(host: String) async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let host = host.replacing("PORT", with: "\(server.port)")
            let line = try await statusLine(
                at: server.port, "GET /api/frontend HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(line == "HTTP/1.1 421 Misdirected Request")
        }
    }

    @Test(
        "Accepts requests with the names of this machine",
        arguments: ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT", "localhost"])
    func ownNames(host: String) async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let host = host.replacing("PORT", with: "\(server.port)")
            let line = try await statusLine(
                at: server.port, "GET /api/frontend HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(line == "HTTP/1.1 200 OK")
        }
    }

    @Test("Rejects a request without a host")
    func noName() async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let line = try await statusLine(at: server.port, "GET /api/frontend HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(line == "HTTP/1.1 421 Misdirected Request")
        }
    }

    @Test(
        "Rejects every request of another web page",
        arguments: ["http://evil.example", "null", "http://localhost:1"])
    func otherPages(origin: String) async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let headers: HTTPFields = [.origin: origin]
            let report = #"{"bucket": {"toggles": {"a": {"yes": 1, "no": 0}}}}"#
            let write = try await server.send(.post, "/api/frontend/client/metrics", report, headers: headers)
            #expect(write.status == .forbidden)
            #expect(server.service.reads.all.isEmpty)
            let read = try await server.send(.get, "/api/frontend", headers: headers)
            #expect(read.status == .forbidden)
            let preflight = try await server.send(.options, "/api/frontend", headers: headers)
            #expect(preflight.status == .forbidden)
            for response in [write, read, preflight] {
                #expect(!response.headers.contains { $0.name.canonicalName.hasPrefix("access-control") })
            }
        }
    }

    @Test("Accepts requests of the server's page")
    func ownPage() async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            #expect(try await server.send(.get, "/api/frontend", headers: [.origin: "http://localhost"]).status == .ok)
        }
    }

    @Test("Adds security header fields to every response", arguments: ["/api/frontend", "/nowhere"])
    func safeAnswers(path: String) async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let headers = try await server.send(.get, path).headers
            #expect(headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[.cacheControl] == "no-store")
        }
    }

    @Test("Requires the page's token for changes but not for reads")
    func changeToken() async throws {
        let router = Router(context: ServerContext.self)
        let group = router.group("").add(middleware: ChangeTokenMiddleware(token: "right"))
        group.put("change") { _, _ in HTTPResponse.Status.ok }
        group.get("read") { _, _ in HTTPResponse.Status.ok }
        let field = try #require(ChangeTokenMiddleware.field)
        try await Application(router: router).test(.router) { client in
            #expect(try await client.execute(uri: "/change", method: .put).status == .forbidden)
            let wrong = try await client.execute(uri: "/change", method: .put, headers: [field: "wrong"])
            #expect(wrong.status == .forbidden)
            let right = try await client.execute(uri: "/change", method: .put, headers: [field: "right"])
            #expect(right.status == .ok)
            #expect(try await client.execute(uri: "/read", method: .get).status == .ok)
        }
    }

    @Test("Creates a different, long token for each service")
    func tokens() {
        let tokens = Set((0..<100).map { _ in FlagService.of([:]).changeToken })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count >= 20 })
    }

    @Test("Rejects large or ambiguous requests, and accepts the next request")
    func limits() async throws {
        try await FlagService.of(["a": true]).serve { server async throws in
            let head = "POST /mobile/events/bulk HTTP/1.1\r\nHost: localhost\r\n"
            let long = String(repeating: "a", count: 17 << 10)
            #expect(try await statusLine(at: server.port, head + "X-Long: \(long)\r\n\r\n").hasPrefix("HTTP/1.1 400"))
            let twice = head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]"
            #expect(try await statusLine(at: server.port, twice).hasPrefix("HTTP/1.1 400"))
            let both = head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n"
            #expect(try await statusLine(at: server.port, both).hasPrefix("HTTP/1.1 400"))
            let other = "GET http://evil.example/api/frontend HTTP/1.1\r\nHost: evil.example\r\n\r\n"
            #expect(try await statusLine(at: server.port, other).hasPrefix("HTTP/1.1 421"))
            let large = String(repeating: "[", count: (1 << 20) + 1)
            for (method, path) in [
                (HTTPRequest.Method.post, "/mobile/events/bulk"), (.report, "/meval"), (.report, "/msdk/evalx/user"),
                (.post, "/api/frontend"), (.post, "/ofrep/v1/evaluate/flags"),
            ] {
                let refused = try await server.send(method, path, large)
                #expect(refused.status == .contentTooLarge)
                let said = try JSONReader().read(String(buffer: refused.body))
                let isOFREP = said["errorCode"] == "GENERAL"
                #expect(isOFREP == path.hasPrefix("/ofrep"))
                let reason = isOFREP ? said["errorDetails"] : said["error"]?["message"]
                #expect(reason == "The body is larger than 1 MiB. Use a smaller body.")
            }
            let packed = try await server.send(.post, "/mobile/events/bulk", "[]", headers: [.contentEncoding: "gzip"])
            #expect(packed.status == .unsupportedMediaType)
            for path in ["/meval", "/msdk/evalx/context"] {
                let packed = try await server.send(.report, path, "{}", headers: [.contentEncoding: "gzip"])
                #expect(packed.status == .unsupportedMediaType)
            }
            let deep = String(repeating: "[", count: 100_000)
            #expect(try await server.send(.post, "/mobile/events/bulk", deep).status == .badRequest)
            #expect(try await server.send(.post, "/mobile/events/bulk", "[]").status == .accepted)
        }
    }
}
