// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HalyardURLSession
import HostileServer
import Testing

@Suite("URLSessionTransport")
struct URLSessionTransportTests {
    @Test("Rejects a stream beyond the limit until another stream ends")
    func maximumStreams() async throws {
        let server = try HostileServer(answering: { _ in [.send(.eventStream + .chunk("up")), .stall] })
        defer { server.stop() }
        let transport = URLSessionTransport(maximumStreams: 2)
        func open() -> HTTPStream.Iterator {
            transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
        }
        var streams = [open(), open()]
        for index in streams.indices { _ = try await streams[index].next() }
        var third = open()
        let error = await #expect(throws: TransportError.self) { try await third.next() }
        #expect(
            error?.message
                == "2 streams to this origin are open, which is the limit of this URLSessionTransport. "
                + "Create it with a higher maximumStreams value")
        #expect(error?.url == "http://127.0.0.1:\(server.port)")
        streams.removeLast()
        var fourth = open()
        _ = try await fourth.next()
        withExtendedLifetime(streams) {}
        await transport.close()
    }
}
