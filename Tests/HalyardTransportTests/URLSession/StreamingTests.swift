// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import Testing

extension URLSessionTransportTests {
    @Suite("streaming")
    struct Streaming {
        private let transport = URLSessionTransport()

        private func outcome(of steps: Step...) async throws -> StreamOutcome {
            let server = try HostileServer(connections: { _ in [.readRequest] + steps })
            defer { server.stop() }
            return await StreamOutcome.of(transport.open(HTTPRequest(server.url()), within: patientStream))
        }

        @Test("gives the head before any byte of the body, and each event when it comes")
        func asItComes() async throws {
            let (first, second) = (Gate(), Gate())
            let server = try HostileServer(
                .readRequest, .send(.eventStream), .wait(first), .send(.chunk("one")), .wait(second),
                .send(.chunk("two") + .lastChunk))
            defer { server.stop() }
            var iterator = transport.open(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
            guard case .head(let head)? = try await iterator.next() else {
                Issue.record("no head")
                return
            }
            #expect(head.status == 200)
            #expect(head.headers["content-type"] == "text/event-stream")
            first.open()
            #expect(try await iterator.next() == .bytes(Array("one".utf8)))
            second.open()
            #expect(try await iterator.next() == .bytes(Array("two".utf8)))
            #expect(try await iterator.next() == nil)
            #expect(try await iterator.next() == nil)
        }

        @Test("sends nothing until it is iterated")
        func isLazy() async throws {
            let server = try HostileServer(answering: { _ in [.send(.response(body: "a"))] })
            defer { server.stop() }
            let stream = transport.open(HTTPRequest(server.url("/stream")), within: patientStream)
            _ = try await transport.send(HTTPRequest(server.url("/poll")), within: patient)
            #expect(server.requests.map(\.target) == ["/poll"])
            #expect(await StreamOutcome.of(stream).text == "a")
            #expect(server.requests.map(\.target) == ["/poll", "/stream"])
        }

        @Test("a 401 with a challenge completes")
        func challenge() async throws {
            let outcome = try await outcome(of: .send(.unauthorized()))
            #expect(outcome == StreamOutcome(statuses: [401], text: "no"))
        }

        @Test("an end behind the last chunk is an end")
        func endWithLastChunk() async throws {
            let outcome = try await outcome(of: .send(.eventStream + .event("put", "{}") + .lastChunk))
            #expect(outcome == StreamOutcome(statuses: [200], text: "event: put\ndata: {}\n\n"))
        }

        @Test("an end at the boundary of a chunk is a lost connection, behind all that came")
        func endWithoutLastChunk() async throws {
            let outcome = try await outcome(of: .send(.eventStream + .event("put", "{}")))
            #expect(
                outcome == StreamOutcome(statuses: [200], text: "event: put\ndata: {}\n\n", error: .disconnected))
        }

        @Test("a reset is a lost connection")
        func reset() async throws {
            let gate = Gate()
            let server = try HostileServer(.readRequest, .send(.eventStream + .chunk("a")), .wait(gate), .reset)
            defer { server.stop() }
            var iterator = transport.open(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
            _ = try await iterator.next()
            #expect(try await iterator.next() == .bytes(Array("a".utf8)))
            gate.open()
            let error = await nextError(&iterator)
            #expect(error == .disconnected)
            #expect(try await iterator.next() == nil)
        }

        @Test("half a connection that is closed is a lost one")
        func halfClose() async throws {
            let outcome = try await outcome(of: .send(.eventStream + .chunk("a")), .halfClose)
            #expect(outcome == StreamOutcome(statuses: [200], text: "a", error: .disconnected))
        }

        @Test("informational heads are left out")
        func earlyHints() async throws {
            let outcome = try await outcome(of: .send(.earlyHints + .eventStream + .chunk("a") + .lastChunk))
            #expect(outcome == StreamOutcome(statuses: [200], text: "a"))
        }

        @Test(
            "puts together what is cut within an event, a character or the chunk's own lines", arguments: [1, 2, 3, 7])
        func cutAnywhere(size: Int) async throws {
            let text = "event: put\ndata: {\"größe\":\"🏴‍☠️\"}\n\n"
            let outcome = try await outcome(
                of: .pieces(
                    .eventStream + .chunk(Wire(Array(text.utf8))) + .chunk(":\n") + .lastChunk, sizes: [size],
                    every: .milliseconds(1)))
            #expect(outcome == StreamOutcome(statuses: [200], text: text + ":\n"))
        }

        @Test("decodes gzip as it comes")
        func gzip() async throws {
            let outcome = try await outcome(
                of: .send(.chunkedHead(200, ["Content-Encoding: gzip"])),
                .pieces(.chunk(.gzipped) + .lastChunk, sizes: [9], every: .milliseconds(1)))
            #expect(outcome == StreamOutcome(statuses: [200], text: String(repeating: "flag ", count: 100)))
        }

        @Test("a slow reader is cut off at its limit, and the connection ends")
        func slowReader() async throws {
            let hasHead = Gate()
            let server = try HostileServer(
                .readRequest, .send(.head(200)), .wait(hasHead), .flood(bytes: 64 << 20), .stall)
            defer { server.stop() }
            let stream = transport.open(
                HTTPRequest(server.url()),
                within: HTTPStreamLimits(headDeadline: .seconds(100), silence: .seconds(100), pendingSize: 1 << 20))
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
            hasHead.open()
            // The reader is away until everything is over.
            try await server.untilClosedByClient()
            let error = await nextError(&iterator)
            #expect(error == .tooLarge)
        }

        @Test("a fast reader takes more than the limit, piece by piece")
        func fastReader() async throws {
            let server = try HostileServer(.readRequest, .send(.head(200)), .flood(bytes: 4 << 20))
            defer { server.stop() }
            let outcome = await StreamOutcome.of(transport.open(HTTPRequest(server.url()), within: patientStream))
            #expect(outcome.text.utf8.count == 4 << 20)
            #expect(outcome.error == nil)
        }

        @Test("eight streams and a poll share one transport and one host")
        func manyStreamsAndPoll() async throws {
            let server = try HostileServer(answering: { request in
                request.target == "/poll"
                    ? [.send(.response(body: "polled"))] : [.send(.eventStream + .chunk("up")), .stall]
            })
            defer { server.stop() }
            var iterators: [HTTPStream.Iterator] = []
            for _ in 0..<8 {
                iterators.append(
                    transport.open(HTTPRequest(server.url("/stream")), within: patientStream).makeAsyncIterator())
            }
            for index in iterators.indices {
                _ = try await iterators[index].next()
                #expect(try await iterators[index].next() == .bytes(Array("up".utf8)))
            }
            let response = try await transport.send(HTTPRequest(server.url("/poll")), within: patient)
            #expect(response.body == Array("polled".utf8))
            #expect(server.openConnectionCount == 9)
        }
    }
}
