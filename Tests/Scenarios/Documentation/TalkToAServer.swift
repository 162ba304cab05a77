// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

/// Adds a header to every request, whoever sends it.
struct Signing: HTTPTransport {
    let inner: any HTTPTransport
    let signature: @Sendable () -> String

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        try await inner.send(signed(request), within: limits)
    }

    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        inner.stream(signed(request), within: limits)
    }

    func close() async { await inner.close() }

    private func signed(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers["X-Signature"] = signature()
        return request
    }
}

@Suite("Guide samples: HTTP transport")
struct TalkToAServerTests {
    @Test("Sends every request through a custom transport")
    func signing() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(200, body: "flags"))] })
        defer { server.stop() }
        let transport = Signing(inner: PlatformTransport.make()) { "s" }
        let response = try await transport.send(HTTPRequest(server.url("/flags")), within: HTTPLimits())
        #expect(response.body == Array("flags".utf8))
        #expect(server.requests.map { $0.value(of: "x-signature") } == ["s"])
        await transport.close()
    }

    @Test("Rejects an unreadable certificate file when it creates a transport")
    func options() throws {
        let password = "secret"
        func make() throws -> any HTTPTransport {
            var options = NetworkOptions()
            options.proxy = .server(try ProxyServer("http://proxy.example.com:3128", user: "app", password: password))
            options.noProxy = ["localhost", "internal.example.com"]
            options.certificateAuthorities = .file("authority.pem")
            let transport = try PlatformTransport.make(options)
            return transport
        }
        let problem = #expect(throws: NetworkOptionsError.self) { try make() }
        #expect(problem?.description.hasPrefix("certificateAuthorities: The file can't be read: ") == true)
    }

    @Test("Prints the events of a stream until a 204 response")
    func streaming() async throws {
        let answers = Lock(0)
        let server = try HostileServer(answering: { _ in
            let number = answers.withLock { count in
                count += 1
                return count
            }
            return number == 1
                ? [.send(.response(200, ["Content-Type: text/event-stream"], body: "retry: 1\n\ndata: hello\n\n"))]
                : [.send(.response(204))]
        })
        defer { server.stop() }
        let (url, transport) = (server.url("/stream"), PlatformTransport.make())
        let printed = Lock<[String]>([])
        func print(_ line: String) { printed.withLock { $0.append(line) } }

        let source = EventSource(HTTPRequest(url), transport: transport, policy: .standard)
        for await event in source {
            switch event {
            case .status(.open): print("the stream is open")
            case .status(let status): print("\(status)")
            case .event(let event): print(event.data)
            case .comment: break
            }
        }
        let lines = printed.withLock { $0 }
        #expect(lines.contains("the stream is open"))
        #expect(lines.contains("hello"))
        #expect(lines.last?.hasPrefix("closed") == true)
        await transport.close()
    }
}
