// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

extension TransportTests {
    @Suite("Redirects")
    struct Redirects {
        /// Returns a server that redirects `/` and responds to every other path.
        private func server(_ status: Int, to location: String) throws -> HostileServer {
            try HostileServer(answering: { request in
                request.target == "/"
                    ? [.send(.redirect(status, to: location))] : [.send(.response(body: "\(request.method)"))]
            })
        }

        @Test(
            "Keeps the method, body, and key on 307 and 308 within an origin", arguments: TransportKind.all,
            [307, 308])
        func keepsBody(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
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

        @Test(
            "Changes POST to GET on 301, 302, and 303, but not with a body",
            arguments: TransportKind.all, [301, 302, 303])
        func postBecomesGet(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
            let server = try server(status, to: "new")
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url(), method: "POST"), within: patient)
            #expect(response.body == Array("GET".utf8))
            #expect(server.requests.map(\.method) == ["POST", "GET"])
            let error = TransportError(
                .redirected,
                "A redirect (\(status)) to http://127.0.0.1:\(server.port) would drop the request's body. "
                    + "Use the URL that it leads to", url: "http://127.0.0.1:\(server.port)")
            await #expect(throws: error) {
                try await transport.send(HTTPRequest(server.url(), method: "POST", body: [1, 2]), within: patient)
            }
            #expect(server.requests.map(\.method) == ["POST", "GET", "POST"])
        }

        @Test(
            "Removes keys on a redirect to another origin", arguments: TransportKind.all, [301, 302, 303, 307, 308])
        func hidesKeys(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
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

        @Test("Redirects streams, and removes keys", arguments: TransportKind.all)
        func streams(subject: TransportKind) async throws {
            let stranger = try HostileServer(.readRequest, .send(.eventStream + .chunk("data") + .lastChunk))
            defer { stranger.stop() }
            let server = try server(307, to: stranger.url())
            defer { server.stop() }
            let outcome = await StreamOutcome.of(
                subject.make().stream(
                    HTTPRequest(server.url(), headers: ["Authorization": "key-1"]), within: patientStream))
            #expect(outcome == StreamOutcome(statuses: [200], text: "data"))
            let request = try await stranger.nextRequest()
            #expect(request.method == "GET")
            #expect(request.value(of: "authorization") == nil)
        }

        @Test(
            "Rejects a redirect that would send the body to another origin",
            arguments: TransportKind.all,
            [
                (307, "POST"), (308, "POST"), (301, "REPORT"), (302, "REPORT"), (303, "REPORT"), (307, "REPORT"),
                (308, "REPORT"),
            ])
        func refusesBody(subject: TransportKind, row: (status: Int, method: String)) async throws {
            let stranger = try HostileServer(answering: { _ in [.send(.response(body: "hello"))] })
            defer { stranger.stop() }
            let server = try server(row.status, to: stranger.url("/secret"))
            defer { server.stop() }
            let transport = subject.make()
            let request = HTTPRequest(server.url(), method: row.method, body: Array("{}".utf8))
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(request, within: patient)
            }
            #expect(error?.kind == .redirected)
            #expect(
                error?.message
                    == "A redirect (\(row.status)) would send the request's body, which might contain personal data, to another "
                    + "origin, http://127.0.0.1:\(stranger.port). Use the URL that it leads to")
            let outcome = await StreamOutcome.of(transport.stream(request, within: patientStream))
            #expect(outcome == StreamOutcome(error: .redirected))
            #expect(stranger.connectionCount == 0)
        }

        @Test("Stops after five redirects", arguments: TransportKind.all)
        func circle(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.redirect(302, to: "/again"))] })
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(server.url()), within: patient)
            }
            #expect(outcome == .redirected)
            #expect(server.requests.map(\.target) == ["/"] + Array(repeating: "/again", count: 5))
        }

        @Test("Returns a redirect without a Location header", arguments: TransportKind.all, [301, 302, 303, 307, 308])
        func noLocation(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response(status, ["X-Head: a"], body: "b"))] })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == status)
            #expect(response.head.headers["x-head"] == "a")
        }

        @Test("Handles cancellation during a redirect", arguments: TransportKind.all)
        func cancelledMeanwhile(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.redirect(302, to: "/again"))] })
            defer { server.stop() }
            for round in 0..<100 {
                let sending = Task {
                    await kind { () async throws(TransportError) in
                        try await transport.send(HTTPRequest(server.url()), within: patient)
                    }
                }
                // Each round cancels at a different time, from before the first redirect to after the last one.
                let seen = server.requests.count
                for _ in 0..<(round * 20) where server.requests.count < seen + 6 { await Task.yield() }
                sending.cancel()
                let outcome = await sending.value
                #expect(outcome == .cancelled || outcome == .redirected)
            }
        }

        @Test(
            "Returns 300, 304, and 305 with a Location header as responses", arguments: TransportKind.all,
            [300, 304, 305])
        func noPlace(subject: TransportKind, status: Int) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response(status, ["Location: /other"]))] })
            defer { server.stop() }
            let response = try await transport.send(HTTPRequest(server.url()), within: patient)
            #expect(response.head.status == status)
            #expect(server.requests.count == 1)
        }
    }
}
