// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardTransport

    extension Report {
        /// Checks many streams on few connections.
        mutating func manyStreams(_ servers: Servers) async throws {
            for (name, streams, connections) in [
                ("http2", 100, 1), ("http2", 101, 2), ("https", 20, 20), ("no-alpn", 20, 20),
            ] {
                let transport = try CurlTransport(servers.trusting)
                let before = try await servers.count(name)
                var iterators = (0..<streams).map { _ in
                    transport.stream(HTTPRequest(servers.url(name, "/stream")), within: HTTPStreamLimits())
                        .makeAsyncIterator()
                }
                var open = 0
                for index in iterators.indices {
                    guard case .head = try await iterators[index].next() else { continue }
                    if try await iterators[index].next() == .bytes(Array(":\n\n".utf8)) { open += 1 }
                }
                expect("\(name): \(streams) streams are open", open, streams)
                expect("\(name): their connections", try await servers.count(name) - before, connections)
                await transport.close()
            }
        }

        /// Checks that a reset stream and a closed connection end only their own streams.
        mutating func endings(_ servers: Servers) async throws {
            let transport = try CurlTransport(servers.trusting)
            let before = try await servers.count("http2")
            var stream = transport.stream(
                HTTPRequest(servers.url("http2", "/stream")), within: HTTPStreamLimits(idleTimeout: .seconds(10))
            ).makeAsyncIterator()
            _ = try await stream.next()
            _ = try await stream.next()
            let reset = await Outcome.of(servers.url("http2", "/reset"), over: transport)
            expect("RST_STREAM", reset.0, .failure(.disconnected), reset.text)
            expect("the connection goes on", await Outcome.of(servers.url("http2"), over: transport).0, .flags)
            expect("one connection", try await servers.count("http2") - before, 1)
            let last = await Outcome.of(servers.url("http2", "/goaway"), over: transport)
            expect("the answer before GOAWAY", last.0, .flags, last.text)
            do throws(TransportError) {
                let event = try await stream.next(isolation: nil)
                expect("a stream ends with its connection", event == nil ? "an end" : "an event", "an error")
            } catch {
                expect("a stream ends with its connection", error.kind, .disconnected, error.description)
            }
            expect("the next request connects again", await Outcome.of(servers.url("http2"), over: transport).0, .flags)
            await transport.close()
        }
    }
#endif
