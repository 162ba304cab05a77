// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

extension URLSessionTransportTests {
    @Suite("redirects")
    struct Redirects {
        private let transport = URLSessionTransport()

        /// A server that sends `/` to a place and answers everything else.
        private func server(_ status: Int, to location: String) throws -> HostileServer {
            try HostileServer(answering: { request in
                request.target == "/"
                    ? [.send(.redirect(status, to: location))] : [.send(.response(body: "\(request.method)"))]
            })
        }

        @Test("307 and 308 keep the method, the body and, at the same origin, the key", arguments: [307, 308])
        func keepsBody(status: Int) async throws {
            let server = try server(status, to: "/new?x=1")
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(
                    server.url(), method: "REPORT",
                    headers: ["Authorization": "key-1", "Content-Type": "application/json"], body: Array("{}".utf8)),
                within: patient)
            #expect(response.body == Array("REPORT".utf8))
            #expect(response.head.url == server.url("/new?x=1"))
            let requests = server.requests
            #expect(requests.map(\.target) == ["/", "/new?x=1"])
            #expect(requests.map(\.method) == ["REPORT", "REPORT"])
            #expect(requests.map(\.text) == ["{}", "{}"])
            #expect(requests.map { $0.value(of: "authorization") } == ["key-1", "key-1"])
            #expect(requests.map { $0.value(of: "content-type") } == ["application/json", "application/json"])
        }

        @Test("301, 302 and 303 make a POST a GET without a body", arguments: [301, 302, 303])
        func postBecomesGet(status: Int) async throws {
            let server = try server(status, to: "new")
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(server.url(), method: "POST", body: [1, 2]), within: patient)
            #expect(response.body == Array("GET".utf8))
            let requests = server.requests
            #expect(requests.map(\.body) == [[1, 2], []])
            #expect(requests.map { $0.value(of: "content-type") } == ["application/octet-stream", nil])
        }

        @Test("another origin sees no key, whatever its name is", arguments: [301, 302, 303, 307, 308])
        func hidesKeys(status: Int) async throws {
            let stranger = try HostileServer(answering: { _ in [.send(.response(body: "hello"))] })
            defer { stranger.stop() }
            let server = try server(status, to: stranger.url("/there"))
            defer { server.stop() }
            let response = try await transport.send(
                HTTPRequest(
                    server.url(),
                    headers: [
                        "Authorization": "key-1", "X-Api-Key": "key-2", "Cookie": "key-3", "Accept": "text/plain",
                    ]),
                within: patient)
            #expect(response.body == Array("hello".utf8))
            let request = try await stranger.nextRequest()
            #expect(request.target == "/there")
            #expect(request.value(of: "accept") == "text/plain")
            #expect(request.headerLines.filter { $0.contains("key-") } == [])
        }

        @Test("streams are redirected as well, and show no key")
        func streams() async throws {
            let stranger = try HostileServer(.readRequest, .send(.eventStream + .chunk("data") + .lastChunk))
            defer { stranger.stop() }
            let server = try server(307, to: stranger.url())
            defer { server.stop() }
            let outcome = await StreamOutcome.of(
                transport.open(
                    HTTPRequest(
                        server.url(), method: "REPORT", headers: ["Authorization": "key-1"], body: [0x7B, 0x7D]),
                    within: patientStream))
            #expect(outcome == StreamOutcome(statuses: [200], text: "data"))
            let request = try await stranger.nextRequest()
            #expect(request.method == "REPORT")
            #expect(request.text == "{}")
            #expect(request.value(of: "authorization") == nil)
        }

        @Test("a circle is left after five redirects")
        func circle() async throws {
            let server = try HostileServer(answering: { _ in [.send(.redirect(302, to: "/again"))] })
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(server.url()), within: patient)
            }
            #expect(outcome == .redirected)
            #expect(server.requests.map(\.target) == ["/"] + Array(repeating: "/again", count: 5))
        }

        @Test("a redirect without a place is an answer", arguments: [301, 302, 303, 307, 308])
        func noLocation(status: Int) async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(status, ["X-Head: a"], body: "b"))] })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == status)
            #expect(response.head.headers["x-head"] == "a")
        }

        @Test("a redirect may come at the moment when the request is cancelled")
        func cancelledMeanwhile() async throws {
            let server = try HostileServer(answering: { _ in [.send(.redirect(302, to: "/again"))] })
            defer { server.stop() }
            for round in 0..<100 {
                let sending = Task {
                    await kind { () async throws(TransportError) in
                        try await transport.send(HTTPRequest(server.url()), within: patient)
                    }
                }
                // Another moment in each round, from before the first redirect to behind the last.
                let seen = server.requests.count
                for _ in 0..<(round * 20) where server.requests.count < seen + 6 { await Task.yield() }
                sending.cancel()
                let outcome = await sending.value
                #expect(outcome == .cancelled || outcome == .redirected)
            }
        }

        @Test("what looks like a redirect and names no place is an answer", arguments: [300, 304, 305])
        func noPlace(status: Int) async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(status, ["Location: /other"]))] })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == status)
            #expect(server.requests.count == 1)
        }
    }
}
