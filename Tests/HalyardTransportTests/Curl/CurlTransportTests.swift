// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardSupport
    import HostileServer
    import Testing

    @testable import HalyardTransport

    @Suite("CurlTransport")
    struct CurlTransportTests {
        private func failure(_ fileName: String) -> Result<CurlLibrary, CurlProblem> {
            Result { () throws(CurlProblem) in try CurlLibrary(fileName: fileName) }
        }

        @Test("Reports how to install libcurl if the library is missing")
        func noLibrary() async throws {
            let transport = CurlTransport(library: failure("libnowhere.so.4"), time: ManualTime())
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(HTTPRequest("https://a.example/secret"), within: patient)
            }
            #expect(error?.kind == .other)
            #expect(error?.url == "https://a.example")
            #expect(
                error?.message
                    == "libnowhere.so.4 can't be used: libnowhere.so.4: cannot open shared object file: No such file or "
                    + "directory. Install libcurl 7.68 or later (on Debian and Ubuntu: apt-get install libcurl4), or pass a "
                    + "URLSessionTransport (product HalyardURLSession) as the transport")
            let stream = await StreamOutcome.of(
                transport.stream(HTTPRequest("https://a.example"), within: patientStream))
            #expect(stream == StreamOutcome(error: .other))
            await transport.close()
        }

        @Test("Names the missing function of a library that isn't libcurl")
        func wrongLibrary() async throws {
            guard case .failure(let problem) = failure("libm.so.6") else {
                Issue.record("libm isn't libcurl.")
                return
            }
            #expect(
                problem.message.hasPrefix(
                    "libm.so.6 can't be used: version unknown has no function curl_global_init. Install libcurl 7.68"))
        }

        @Test("Supports the system's libcurl, and reports its limitations")
        func library() throws {
            let library = try CurlLibrary.shared.get()
            #expect(library.isAtLeast(7, 68))
            #expect(CurlTransport.limitations == library.limitations)
            #expect(library.limitations.allSatisfy { $0.hasPrefix("libcurl \(library.version) has no ") })
        }

        @Test("Reports the name and version of an unsupported option")
        func unknownOption() throws {
            let library = try CurlLibrary.shared.get()
            let handle = try CurlHandle(library)
            #expect(
                throws: CurlProblem(
                    "libcurl \(library.version) doesn't support CURLOPT_FUTURE. Use 99.0.0 or later, built with the option"
                )
            ) {
                try handle.set(CurlOption(39_999, "FUTURE", since: "99.0.0"), true)
            }
        }

        @Test("Releases the handles of 1,000 canceled requests")
        func noLeak() async throws {
            let server = try HostileServer(answering: { request in
                request.target == "/fast" ? [.send(.response(body: "a"))] : [.stall]
            })
            defer { server.stop() }
            let transport = CurlTransport()
            for _ in 0..<20 {
                let tasks = (0..<50).map { number in
                    Task {
                        let url = server.url(number % 5 == 0 ? "/fast" : "/slow")
                        return try await transport.send(HTTPRequest(url), within: patient).head.status
                    }
                }
                // Each task is canceled at a different time: before it begins, while it connects, or while it waits.
                for (number, task) in tasks.enumerated() {
                    for _ in 0..<number { await Task.yield() }
                    task.cancel()
                }
                for task in tasks { _ = await task.result }
            }
            // The thread has processed every cancellation before the second of these requests.
            for _ in 0..<2 { _ = try await transport.send(HTTPRequest(server.url("/fast")), within: patient) }
            #expect(transport.handles.busy <= 1)
            #expect(transport.handles.idle <= 16)
            await transport.close()
        }

        @Test("Reuses handles and connections")
        func reuse() async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(body: "a"))] })
            defer { server.stop() }
            let transport = CurlTransport()
            for _ in 0..<20 { _ = try await transport.send(HTTPRequest(server.url()), within: patient) }
            // Fewer than requests: on a busy machine, a connection can wait so long (118 s) that libcurl opens a new one.
            #expect(server.connectionCount < 20)
            #expect(transport.handles.busy + transport.handles.idle == 1)
        }

        @Test("Opens 300 streams at the same time")
        func noCeiling() async throws {
            let server = try HostileServer(answering: { _ in [.send(.eventStream + .chunk("up")), .stall] })
            defer { server.stop() }
            let transport = CurlTransport()
            var iterators: [HTTPStream.Iterator] = []
            for number in 0..<300 {
                iterators.append(
                    transport.stream(HTTPRequest(server.url("/\(number)")), within: patientStream).makeAsyncIterator())
            }
            for index in iterators.indices {
                _ = try await iterators[index].next()
                #expect(try await iterators[index].next() == .bytes(Array("up".utf8)))
            }
            #expect(server.openConnectionCount == 300)
            await transport.close()
        }
    }

    @Suite("libcurl result codes")
    struct CurlResultTests {
        @Test(
            "Classifies a result code with and without a response head",
            arguments: [
                (1, .malformed, .malformed), (3, .malformed, .malformed), (6, .unreachable, .unreachable),
                (7, .unreachable, .unreachable), (8, .malformed, .malformed), (16, .disconnected, .disconnected),
                (18, .disconnected, .disconnected), (23, .other, .disconnected), (28, .timedOut, .timedOut),
                (35, .unreachable, .unreachable), (52, .disconnected, .disconnected),
                (56, .disconnected, .disconnected),
                (60, .unreachable, .unreachable), (61, .malformed, .malformed), (65, .disconnected, .disconnected),
                (92, .disconnected, .disconnected), (97, .unreachable, .unreachable), (100, .malformed, .malformed),
            ] as [(Int32, TransportError.Kind, TransportError.Kind)])
        func kinds(result: Int32, before: TransportError.Kind, behind: TransportError.Kind) {
            #expect(TransportError.Kind(curl: result, hasHead: false) == before)
            #expect(TransportError.Kind(curl: result, hasHead: true) == behind)
        }
    }
#endif
