// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardSupport
    import HostileServer
    import Testing

    @testable import HalyardTransport

    /// Failing proxies.
    ///
    /// Tests/Checks/TLSServer covers working proxies.
    @Suite("Proxies over libcurl")
    struct ProxyTests {
        private func transport(_ proxy: HostileServer) throws -> CurlTransport {
            var options = NetworkOptions()
            options.proxy = .server(try ProxyServer(proxy.url(""), user: "app", password: "secret-1"))
            return try CurlTransport(options)
        }

        @Test("Reports a rejected tunnel as unreachable", arguments: [403, 407, 404, 502])
        func refusedTunnel(status: Int) async throws {
            let proxy = try HostileServer(answering: { _ in
                [
                    .send(
                        .response(status, ["Proxy-Authenticate: Basic realm=\"p\"", "Connection: close"], body: "no")),
                    .close,
                ]
            })
            defer { proxy.stop() }
            let transport = try transport(proxy)
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(HTTPRequest("https://flags.example.com/secret-2"), within: patient)
            }
            #expect(error?.kind == .unreachable)
            #expect(
                error?.description
                    == "https://flags.example.com: The proxy rejected the tunnel with status \(status)")
            let request = try await proxy.nextRequest()
            #expect(request.method == "CONNECT")
            #expect(request.target == "flags.example.com:443")
            #expect(request.values(of: "proxy-authorization") == ["Basic YXBwOnNlY3JldC0x"])
            #expect(request.values(of: "user-agent").count <= 1)
            #expect(
                await StreamOutcome.of(
                    transport.stream(HTTPRequest("https://flags.example.com"), within: patientStream))
                    == StreamOutcome(error: .unreachable))
        }

        @Test("Sends a request without TLS to the proxy, including its keys")
        func plain() async throws {
            let proxy = try HostileServer(answering: { _ in [.send(.response(body: "flags"))] })
            defer { proxy.stop() }
            let response = try await transport(proxy).send(
                HTTPRequest("http://flags.example.com/a", headers: ["Authorization": "key"]), within: patient)
            #expect(response.body == Array("flags".utf8))
            let request = try await proxy.nextRequest()
            #expect(request.target == "http://flags.example.com/a")
            #expect(request.values(of: "authorization") == ["key"])
        }

        @Test("Omits the request's keys from a tunnel request")
        func noKeysForProxy() async throws {
            let proxy = try HostileServer(answering: { _ in [.send(.response(403, ["Connection: close"])), .close] })
            defer { proxy.stop() }
            _ = await kind { () async throws(TransportError) in
                try await CurlTransport(
                    library: CurlLibrary.shared, options: Self.options(proxy), time: SystemTime()
                ).send(
                    HTTPRequest(
                        "https://flags.example.com/a",
                        headers: ["Authorization": "key", "X-Key": "key", "Cookie": "key"]),
                    within: patient)
            }
            let request = try await proxy.nextRequest()
            #expect(
                request.headerLines.filter { $0.contains("key") || $0.lowercased().hasPrefix("authorization") } == [])
        }

        private static func options(_ proxy: HostileServer) -> NetworkOptions {
            var options = NetworkOptions()
            options.proxy = (try? ProxyServer(proxy.url(""))).map { .server($0) } ?? .direct
            return options
        }

        @Test("Reports a missing or unknown proxy as unreachable")
        func noProxy() async throws {
            let closedPort = try ClosedPort()
            for proxy in [closedPort.url(""), "http://nowhere.invalid:1"] {
                var options = NetworkOptions()
                options.proxy = .server(try ProxyServer(proxy))
                let transport = try CurlTransport(options)
                let outcome = await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest("https://flags.example.com"), within: patient)
                }
                #expect(outcome == .unreachable)
            }
            withExtendedLifetime(closedPort) {}
        }

        @Test("Connects to an overridden address, and rejects an invalid override")
        func override() async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(body: "a"))] })
            defer { server.stop() }
            var options = NetworkOptions()
            options.proxy = .direct
            let transport = try CurlTransport(
                options,
                addresses: [
                    AddressOverride(
                        host: "flags.example.com", port: 80, destination: "127.0.0.1", destinationPort: Int(server.port)
                    )
                ])
            _ = try await transport.send(HTTPRequest("http://flags.example.com/a"), within: patient)
            #expect(try await server.nextRequest().values(of: "host") == ["flags.example.com"])
            for (host, port) in [("a b", 80), ("", 80), ("a", 0), ("a", 65_536), ("a:1", 80)] {
                #expect(throws: NetworkOptionsError.self) {
                    try AddressOverride(host: host, port: port, destination: "127.0.0.1", destinationPort: 1)
                }
            }
        }
    }
#endif
