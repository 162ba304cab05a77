// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

extension TransportTests {
    @Suite("Sending")
    struct Sending {
        @Test("Sends the method, the target, the headers, and the body unchanged", arguments: TransportKind.all)
        func sendsAsIs(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response(202, body: "done"))] })
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(
                    server.url("/a/b%20c?d=%2F"), method: "REPORT",
                    headers: ["Authorization": "key-1", "Content-Type": "application/json", "X-Empty": ""],
                    body: Array(#"{"ä":1}"#.utf8)),
                within: patient)
            #expect(response.head.status == 202)
            #expect(response.head.url == server.url("/a/b%20c?d=%2F"))
            #expect(response.body == Array("done".utf8))
            let request = try await server.nextRequest()
            #expect(request.method == "REPORT")
            #expect(request.target == "/a/b%20c?d=%2F")
            #expect(request.text == #"{"ä":1}"#)
            #expect(request.values(of: "authorization") == ["key-1"])
            #expect(request.values(of: "content-type") == ["application/json"])
            #expect(request.values(of: "x-empty") == [""])
            #expect(request.values(of: "user-agent") == ["Halyard"])
            #expect(request.values(of: "cookie") == [])
        }

        @Test("Sends a body without a content type as application/octet-stream", arguments: TransportKind.all)
        func bodyWithoutType(subject: TransportKind) async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(204))] })
            defer { server.stop() }
            _ = try await subject.make(userAgent: "App/1").send(
                HTTPRequest(server.url(), method: "POST", body: [0, 255]), within: patient)
            let request = try await server.nextRequest()
            #expect(request.body == [0, 255])
            #expect(request.values(of: "content-type") == ["application/octet-stream"])
            #expect(request.values(of: "user-agent") == ["App/1"])
        }

        @Test(
            "Returns every status with its body", arguments: TransportKind.all,
            [200, 201, 400, 403, 404, 429, 500, 503])
        func statuses(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response(status, ["Retry-After: 7"], body: "b"))] }
            )
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == status)
            #expect(response.head.headers["retry-after"] == "7")
            #expect(response.body == Array("b".utf8))
        }

        @Test("Returns each 304 response from the server instead of a cache", arguments: TransportKind.all)
        func surfacesNotModified(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { request in
                request.value(of: "if-none-match") == "\"v1\""
                    ? [.send(.response(304, ["ETag: \"v1\""]))]
                    : [.send(.response(200, ["ETag: \"v1\"", "Cache-Control: max-age=600"], body: "flags"))]
            })
            defer { server.stop() }
            let plain = HTTPRequest(server.url())
            let conditional = HTTPRequest(server.url(), headers: ["If-None-Match": "\"v1\""])
            #expect(try await transport.send(plain, within: patient).body == Array("flags".utf8))
            for _ in 0..<4 {
                let response = try await transport.send(conditional, within: patient)
                #expect(response.head.status == 304)
                #expect(response.head.headers["etag"] == "\"v1\"")
                #expect(response.body == [])
            }
            #expect(server.requests.count == 5)
            // Not exactly one, because libcurl replaces a connection that a busy machine leaves idle for 118 seconds.
            #expect(server.connectionCount < 5)
        }

        @Test(
            "Returns a 401 response with any challenge, or without one", arguments: TransportKind.all,
            [
                "Basic realm=\"flags\"", "Digest realm=\"flags\", nonce=\"1\", qop=\"auth\"", "NTLM", "Negotiate",
                "Bearer realm=\"flags\"", "",
            ])
        func challenge(subject: TransportKind, challenge: String) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in
                [.send(challenge.isEmpty ? .response(401, body: "no") : .unauthorized(challenge: challenge))]
            })
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(server.url(), headers: ["Authorization": "wrong"]), within: patient)
            #expect(response.head.status == 401)
            #expect(response.body == Array("no".utf8))
            #expect(server.requests.count == 1)
        }

        @Test("Returns the last of two heads with its body", arguments: TransportKind.all)
        func earlyHints(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in
                [.send(.earlyHints), .send(.response(200, ["X-Head: second"], body: "body"))]
            })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == 200)
            #expect(response.head.headers["x-head"] == "second")
            #expect(response.body == Array("body".utf8))
        }

        @Test("Decodes a gzip body with a length or in chunks", arguments: TransportKind.all, [true, false])
        func gzip(subject: TransportKind, isChunked: Bool) async throws {
            let transport = subject.make()
            let answer: Wire =
                isChunked
                ? .chunked(200, ["Content-Encoding: gzip"], chunks: [.gzipped])
                : .response(200, ["Content-Encoding: gzip"], body: .gzipped)
            let server = try HostileServer(answering: { _ in [.pieces(answer, sizes: [7], every: .milliseconds(1))] })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.body == Wire.plain.bytes)
        }

        @Test(
            "Applies the body limit to decoded bytes", arguments: TransportKind.all,
            [(limit: 500, expected: nil), (limit: 499, expected: TransportError.Kind.tooLarge)])
        func countsDecodedBytes(
            subject: TransportKind, row: (limit: Int, expected: TransportError.Kind?)
        ) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in
                [.send(.response(200, ["Content-Encoding: gzip"], body: .gzipped))]
            })
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(
                    HTTPRequest(server.url()), within: HTTPLimits(deadline: .seconds(3600), maximumBodySize: row.limit))
            }
            #expect(outcome == row.expected)
        }

        @Test("Closes the connection when an endless body exceeds the limit", arguments: TransportKind.all)
        func endlessBody(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(.head(200)), .flood(bytes: 64 << 20), .stall)
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(
                    HTTPRequest(server.url()), within: HTTPLimits(deadline: .seconds(3600), maximumBodySize: 1 << 20))
            }
            #expect(outcome == .tooLarge)
            try await server.untilClosedByClient()
        }

        @Test("Returns a body of exactly the limit without a content length", arguments: TransportKind.all)
        func bodyUntilClose(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(.head(200)), .flood(bytes: 1 << 20))
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(server.url()), within: HTTPLimits(deadline: .seconds(3600), maximumBodySize: 1 << 20))
            #expect(response.body.count == 1 << 20)
        }

        @Test("Finds headers in any case, and joins repeated values", arguments: TransportKind.all)
        func headerNames(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in
                [.send(.response(200, ["eTaG: \"a\"", "X-Dup: 1", "x-dup: 2", "SET-COOKIE: a=b"]))]
            })
            defer { server.stop() }
            let request = HTTPRequest(server.url())
            let headers = try await transport.send(request, within: patient).head.headers
            #expect(headers["ETag"] == "\"a\"")
            #expect(headers["X-DUP"] == "1, 2")
            _ = try await transport.send(request, within: patient)
            #expect(server.requests.map { $0.values(of: "cookie") } == [[], []])
        }

        @Test(
            "Reports a lost connection as disconnected", arguments: TransportKind.all,
            [
                ("closed before a response", [.close]),
                ("reset before a response", [.reset]),
                ("closed within a body", [.send(.response(body: "abc", contentLength: 10))]),
                ("reset within a body", [.send(.response(body: "abc", contentLength: 10)), .reset]),
                ("closed within a chunk", [.send(.chunkedHead() + "a\r\nabc")]),
                ("closed after a chunk", [.send(.chunked(chunks: ["abc"], isComplete: false))]),
                (
                    "closed within gzip",
                    [.send(.response(200, ["Content-Encoding: gzip"], body: .gzipped, contentLength: 999))]
                ),
            ] as [(name: String, steps: [Step])])
        func lost(subject: TransportKind, row: (name: String, steps: [Step])) async throws {
            let transport = subject.make()
            let server = try HostileServer(connections: { _ in [.readRequest] + row.steps })
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(server.url()), within: patient)
            }
            #expect(outcome == .disconnected)
        }

        @Test("Reports a port without a listener as unreachable", arguments: TransportKind.all)
        func unreachable(subject: TransportKind) async throws {
            let transport = subject.make()
            let closedPort = try ClosedPort()
            defer { withExtendedLifetime(closedPort) {} }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(closedPort.url()), within: patient)
            }
            #expect(outcome == .unreachable)
        }

        @Test("Includes only the origin of the URL in an error", arguments: TransportKind.all)
        func errorsAreDiscreet(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest)
            defer { server.stop() }
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(HTTPRequest(server.url("/secret?key=1")), within: patient)
            }
            // A path might contain personal data.
            #expect(error?.url == "http://127.0.0.1:\(server.port)")
            #expect(error?.description.contains("secret") == false)
        }

        @Test(
            "Rejects a response that isn't HTTP or has too large a header", arguments: TransportKind.all,
            [
                "SSH-2.0-OpenSSH_9.9\r\n", Wire.oversizedHeader(bytes: 1 << 20),
            ])
        func notHTTP(subject: TransportKind, answer: Wire) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(answer))
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(server.url()), within: patient)
            }
            #expect([.malformed, .other].contains(outcome))
        }

        @Test(
            "Rejects an invalid request as malformed", arguments: TransportKind.all,
            [
                HTTPRequest("flags.example.com"), HTTPRequest("ftp://flags.example.com/"), HTTPRequest("http://"),
                HTTPRequest("http://flags.example.com/a b"), HTTPRequest("http://a.example", method: ""),
                HTTPRequest("http://a.example", method: "GET /"), HTTPRequest("http://a.example", body: [1]),
                HTTPRequest("http://a.example", headers: ["A": "b\r\nC: d"]),
                HTTPRequest("http://a.example", headers: ["A b": "c"]),
                HTTPRequest("http://a.example", headers: ["": "c"]), HTTPRequest("http://user:word@a.example"),
                HTTPRequest("http://a.example/ü"), HTTPRequest("http://a.example:70000"),
                HTTPRequest("http://a.example\\@b.example"),
            ])
        func malformed(subject: TransportKind, request: HTTPRequest) async {
            let transport = subject.make()
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(request, within: patient)
            }
            #expect(outcome == .malformed)
        }

        @Test("Ignores a trailer after the last chunk, and reuses the connection", arguments: TransportKind.robust)
        func trailers(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in
                [
                    .send(
                        .chunkedHead(200, ["Trailer: X-Sum"]) + .chunk("body") + "0\r\nX-Sum: 1\r\nX-Head: late\r\n\r\n"
                    )
                ]
            })
            defer { server.stop() }
            for _ in 0..<5 {
                let response = try await transport.send(HTTPRequest(server.url()), within: patient)
                #expect(response.head.status == 200)
                #expect(response.head.headers["x-head"] == nil)
                #expect(response.body == Array("body".utf8))
            }
            // Not exactly one, because libcurl replaces a connection that a busy machine leaves idle for 118 seconds.
            #expect(server.connectionCount < 5)
        }

        private static let head = "HTTP/1.1 200 OK\r\nX-Head: abc\r\nContent-Length: 0\r\n\r\n"

        @Test(
            "Reports a connection that ends anywhere in the head as disconnected",
            arguments: TransportKind.robust, 0..<head.utf8.count)
        func cutHead(subject: TransportKind, length: Int) async throws {
            let server = try HostileServer(.readRequest, .send(Wire(Array(Self.head.utf8.prefix(length)))), .close)
            defer { server.stop() }
            let error = await #expect(throws: TransportError.self) {
                try await subject.make().send(HTTPRequest(server.url(), method: "POST", body: [1]), within: patient)
            }
            #expect(error?.kind == .disconnected)
        }

        @Test("Joins a folded line to the previous header", arguments: TransportKind.robust)
        func foldedLine(subject: TransportKind) async throws {
            let server = try HostileServer(
                .readRequest, .send("HTTP/1.1 200 OK\r\nX-Fold: a\r\n  b\r\nContent-Length: 0\r\n\r\n"))
            defer { server.stop() }
            let response = try await subject.make().send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.headers["x-fold"] == "a b")
        }

        @Test("Sends a large body without an Expect header", arguments: TransportKind.all)
        func largeBody(subject: TransportKind) async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(202))] })
            defer { server.stop() }
            let body = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let response = try await subject.make().send(
                HTTPRequest(server.url(), method: "POST", body: body), within: patient)
            #expect(response.head.status == 202)
            let request = try await server.nextRequest()
            #expect(request.body == body)
            #expect(request.values(of: "expect") == [])
        }

        @Test("Doesn't resend a POST if the server closes a reused connection", arguments: TransportKind.all)
        func staleConnection(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(connections: { _ in
                [.readRequest, .send(.response(body: "first")), .readRequest, .reset]
            })
            defer { server.stop() }
            let post = HTTPRequest(server.url(), method: "POST", body: [1])
            _ = try await transport.send(post, within: patient)
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(post, within: patient)
            }
            #expect(outcome == .disconnected)
            #expect(server.requests.count == 2)
        }
    }
}
