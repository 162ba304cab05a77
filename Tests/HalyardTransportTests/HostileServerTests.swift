// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HostileServer
import Testing

@Suite("HostileServer")
struct HostileServerTests {
    /// Returns the bytes that a client receives after it sends one request.
    private func answer(of server: HostileServer, to request: Wire = "GET / HTTP/1.1\r\n\r\n") async throws -> String {
        let client = try PlainClient(server)
        defer { client.close() }
        await client.send(request)
        return await client.receiveAll()
    }

    @Test("Records a request byte for byte")
    func records() async throws {
        let server = try HostileServer(.readRequest)
        defer { server.stop() }
        let request: Wire = "REPORT /a?b=c HTTP/1.1\r\nhost: x\r\nX-Two: 1\r\nx-two:2\r\nContent-Length: 4\r\n\r\nä\r\n"
        #expect(try await answer(of: server, to: request) == "")
        let recorded = try await server.nextRequest()
        #expect(
            recorded
                == RecordedRequest(
                    connection: 0, method: "REPORT", target: "/a?b=c",
                    headerLines: ["host: x", "X-Two: 1", "x-two:2", "Content-Length: 4"], body: [0xC3, 0xA4, 13, 10]))
        #expect(recorded.values(of: "x-TWO") == ["1", "2"])
        #expect(server.requests == [recorded])
    }

    @Test("Responds to pipelined requests on one connection")
    func keepsAlive() async throws {
        let server = try HostileServer(answering: { request in
            request.target == "/2" ? [.send(.response(204)), .close] : [.send(.response(body: "1"))]
        })
        defer { server.stop() }
        let all = try await answer(of: server, to: "GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n")
        #expect(all == "HTTP/1.1 200 Status\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 204 Status\r\n\r\n")
        #expect(server.requests.map(\.target) == ["/1", "/2"])
        #expect(server.connectionCount == 1)
    }

    @Test("Sends data in pieces or byte by byte")
    func pieces() async throws {
        let server = try HostileServer(
            .pieces("abcdefg", sizes: [2, 3], every: .milliseconds(1)), .drip("hij", every: .milliseconds(1)))
        defer { server.stop() }
        let client = try PlainClient(server)
        defer { client.close() }
        #expect(await client.receive(atMost: 2) == Array("ab".utf8))
        #expect(await client.receiveAll() == "cdefghij")
    }

    @Test("Waits at a gate until it is open")
    func gates() async throws {
        let (first, second) = (Gate(), Gate())
        first.open()
        let server = try HostileServer(.wait(first), .send("1"), .wait(second), .send("2"))
        defer { server.stop() }
        let client = try PlainClient(server)
        defer { client.close() }
        #expect(await client.receive() == Array("1".utf8))
        second.open()
        #expect(await client.receiveAll() == "2")
    }

    @Test("Runs a script for each connection, and counts connections")
    func connections() async throws {
        let server = try HostileServer(connections: { number in [.send("\(number)"), .stall] })
        defer { server.stop() }
        let (first, second) = (try PlainClient(server), try PlainClient(server))
        #expect(await first.receive() == Array("0".utf8))
        #expect(await second.receive() == Array("1".utf8))
        #expect(server.connectionCount == 2)
        #expect(server.openConnectionCount == 2)
        second.close()
        try await server.untilClosedByClient(1)
        #expect(server.openConnectionCount == 1)
        first.close()
        try await server.untilClosedByClient(0)
    }

    @Test("Half-closes a connection so that the client can still send")
    func halfCloses() async throws {
        let server = try HostileServer(.send("bye"), .halfClose)
        defer { server.stop() }
        let client = try PlainClient(server)
        #expect(await client.receiveAll() == "bye")
        await client.send("still here")
        #expect(server.openConnectionCount == 1)
        client.close()
        try await server.untilClosedByClient()
    }

    @Test("Detects a closed client during a flood, a drip, or a read", arguments: ["flood", "drip", "read"])
    func noticesClosing(step: String) async throws {
        let steps: [String: Step] = [
            "flood": .flood(bytes: 1 << 30),
            "drip": .drip(Wire([UInt8](repeating: 0, count: 60_000)), every: .milliseconds(1)), "read": .readRequest,
        ]
        let server = try HostileServer(try #require(steps[step]))
        defer { server.stop() }
        let client = try PlainClient(server)
        client.close()
        try await server.untilClosedByClient()
    }

    @Test("Ends every thread when stopped, regardless of the current step")
    func stops() async throws {
        let server = try HostileServer(connections: { number in
            switch number {
            case 0: [.stall]
            case 1: [.wait(Gate())]
            case 2: [.flood(bytes: 1 << 40)]
            case 3: [.drip("abc", every: .seconds(600))]
            case 4: [.readRequest]
            default: [.halfClose]
            }
        })
        let clients = try (0..<6).map { _ in try PlainClient(server) }
        defer { clients.forEach { $0.close() } }
        try await server.untilConnected(6)
        server.stop()
        server.stop()
        try await server.untilEnded()
        #expect(server.openConnectionCount == 0)
        #expect(throws: SocketError.self) { try PlainClient(server) }
    }

    @Test("Stops waiting for a request when the task is canceled")
    func waitingIsCancellable() async throws {
        let server = try HostileServer(.stall)
        defer { server.stop() }
        let waiting = Task { try await server.nextRequest() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("Formats responses as valid HTTP")
    func spelling() {
        #expect(Wire.response(304, ["ETag: \"a\""]) == "HTTP/1.1 304 Status\r\nETag: \"a\"\r\n\r\n")
        #expect(Wire.response(body: "abc", contentLength: 9) == "HTTP/1.1 200 Status\r\nContent-Length: 9\r\n\r\nabc")
        #expect(
            Wire.chunked(chunks: ["0123456789abcdef", "x"])
                == "HTTP/1.1 200 Status\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n1\r\nx\r\n0\r\n\r\n"
        )
        #expect(
            Wire.chunked(500, ["A: b"], chunks: [], isComplete: false)
                == "HTTP/1.1 500 Status\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(Wire.event("put", "{}") == "15\r\nevent: put\ndata: {}\n\n\r\n")
        #expect(Wire.heartbeat == "3\r\n:\n\n\r\n")
        #expect(
            Wire.redirect(307, to: "/b") == "HTTP/1.1 307 Status\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
    }
}
