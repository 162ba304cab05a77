// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport
import HostileServer
import Testing

@Suite("Document fetching")
struct DocumentFetcherTests {
    private func get(
        _ server: HostileServer, validator: String? = nil, deadline: Duration = .seconds(120), size: Int = 1 << 20
    ) async throws -> DocumentFetcher.Answer {
        try await DocumentFetcher.http().document(
            .init(server.url("/kill.json"), validator: validator, deadline: deadline, maximumBytes: size))
    }

    @Test("Throws an error for any status except 200 and 304", arguments: [204, 301, 401, 404, 500, 503])
    func statuses(status: Int) async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(status, body: "{}"))] })
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) { try await get(server) }
        if status != 301 {
            #expect(
                error
                    == TransportError(
                        .other, "The server responded with status \(status)", url: String(server.url().dropLast())))
        }
    }

    @Test("Rejects a 304 response to a request without a validator")
    func unasked() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(304))] })
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) { try await get(server) }
        #expect(error?.message == "The server responded with status 304")
    }

    @Test("Rejects a response that is too large or too late")
    func limits() async throws {
        let large = try HostileServer(answering: { _ in
            [.send(.response(body: Wire(Array(repeating: 120, count: 5000))))]
        })
        defer { large.stop() }
        let tooLarge = await #expect(throws: TransportError.self) { try await get(large, size: 4999) }
        #expect(tooLarge?.kind == .tooLarge)
        let silent = try HostileServer(answering: { _ in [.stall] })
        defer { silent.stop() }
        let late = await #expect(throws: TransportError.self) { try await get(silent, deadline: .milliseconds(50)) }
        #expect(late?.kind == .timedOut)
    }

    @Test("Doesn't send a validator that isn't a valid header value")
    func hostileValidator() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(body: "{}"))] })
        defer { server.stop() }
        #expect(try await get(server, validator: "W/1\r\nX: y") == .document(Array("{}".utf8), validator: nil))
        #expect(try await server.nextRequest().values(of: "if-none-match") == [])
    }

    @Test("Returns the document and its ETag, or notModified if the ETag matches")
    func etag() async throws {
        let server = try HostileServer(answering: { request in
            request.values(of: "if-none-match") == ["W/\"1\""]
                ? [.send(.response(304))] : [.send(.response(200, ["ETag: W/\"1\""], body: "{}"))]
        })
        defer { server.stop() }
        #expect(try await get(server) == .document(Array("{}".utf8), validator: "W/\"1\""))
        #expect(try await get(server, validator: "W/\"1\"") == .notModified)
        let request = try await server.nextRequest()
        #expect(request.method == "GET")
        #expect(request.target == "/kill.json")
        #expect(request.values(of: "accept") == ["application/json"])
    }
}
