// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import HostileServer
import Testing
import TestSupport

extension TransportTests {
    @Suite("Streaming")
    struct Streaming {
        private func outcome(over subject: TransportKind, of steps: Step...) async throws -> StreamOutcome {
            let server = try HostileServer(connections: { _ in [.readRequest] + steps })
            defer { server.stop() }
            return await StreamOutcome.of(subject.make().stream(HTTPRequest(server.url()), within: patientStream))
        }

        @Test("Returns the head before the body, and each chunk when it arrives", arguments: TransportKind.all)
        func asItComes(subject: TransportKind) async throws {
            let transport = subject.make()
            let (first, second) = (Gate(), Gate())
            let server = try HostileServer(
                .readRequest, .send(.eventStream), .wait(first), .send(.chunk("one")), .wait(second),
                .send(.chunk("two") + .lastChunk))
            defer { server.stop() }
            var iterator = transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
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

        @Test("Sends nothing until the stream is iterated", arguments: TransportKind.all)
        func isLazy(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response(body: "a"))] })
            defer { server.stop() }
            let stream = transport.stream(HTTPRequest(server.url("/stream")), within: patientStream)
            _ = try await transport.send(HTTPRequest(server.url("/poll")), within: patient)
            #expect(server.requests.map(\.target) == ["/poll"])
            #expect(await StreamOutcome.of(stream).text == "a")
            #expect(server.requests.map(\.target) == ["/poll", "/stream"])
        }

        @Test("Completes after a 401 response with a challenge", arguments: TransportKind.all)
        func challenge(subject: TransportKind) async throws {
            let outcome = try await outcome(over: subject, of: .send(.unauthorized()))
            #expect(outcome == StreamOutcome(statuses: [401], text: "no"))
        }

        @Test("Ends without an error after the last chunk", arguments: TransportKind.all)
        func endWithLastChunk(subject: TransportKind) async throws {
            let outcome = try await outcome(over: subject, of: .send(.eventStream + .event("put", "{}") + .lastChunk))
            #expect(outcome == StreamOutcome(statuses: [200], text: "event: put\ndata: {}\n\n"))
        }

        @Test("Reports a lost connection if the last chunk is missing", arguments: TransportKind.all)
        func endWithoutLastChunk(subject: TransportKind) async throws {
            let outcome = try await outcome(over: subject, of: .send(.eventStream + .event("put", "{}")))
            #expect(
                outcome == StreamOutcome(statuses: [200], text: "event: put\ndata: {}\n\n", error: .disconnected))
        }

        @Test("Reports a reset as a lost connection", arguments: TransportKind.all)
        func reset(subject: TransportKind) async throws {
            let transport = subject.make()
            let gate = Gate()
            let server = try HostileServer(.readRequest, .send(.eventStream + .chunk("a")), .wait(gate), .reset)
            defer { server.stop() }
            var iterator = transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
            _ = try await iterator.next()
            #expect(try await iterator.next() == .bytes(Array("a".utf8)))
            gate.open()
            let error = await nextError(&iterator)
            #expect(error == .disconnected)
            #expect(try await iterator.next() == nil)
        }

        @Test("Reports a half-close as a lost connection", arguments: TransportKind.all)
        func halfClose(subject: TransportKind) async throws {
            let outcome = try await outcome(over: subject, of: .send(.eventStream + .chunk("a")), .halfClose)
            #expect(outcome == StreamOutcome(statuses: [200], text: "a", error: .disconnected))
        }

        @Test("Ignores informational heads", arguments: TransportKind.all)
        func earlyHints(subject: TransportKind) async throws {
            let outcome = try await outcome(
                over: subject, of: .send(.earlyHints + .eventStream + .chunk("a") + .lastChunk))
            #expect(outcome == StreamOutcome(statuses: [200], text: "a"))
        }

        @Test("Joins data that is split at any byte", arguments: TransportKind.all, [1, 2, 3, 7])
        func cutAnywhere(subject: TransportKind, size: Int) async throws {
            let text = "event: put\ndata: {\"größe\":\"🏴‍☠️\"}\n\n"
            let outcome = try await outcome(
                over: subject,
                of: .pieces(
                    .eventStream + .chunk(Wire(Array(text.utf8))) + .chunk(":\n") + .lastChunk, sizes: [size],
                    every: .milliseconds(1)))
            #expect(outcome == StreamOutcome(statuses: [200], text: text + ":\n"))
        }

        @Test("Decodes gzip incrementally", arguments: TransportKind.all)
        func gzip(subject: TransportKind) async throws {
            let outcome = try await outcome(
                over: subject, of: .send(.chunkedHead(200, ["Content-Encoding: gzip"])),
                .pieces(.chunk(.gzipped) + .lastChunk, sizes: [9], every: .milliseconds(1)))
            #expect(outcome == StreamOutcome(statuses: [200], text: String(repeating: "flag ", count: 100)))
        }

        @Test(
            "Closes the connection of a slow reader at the buffer limit",
            arguments: TransportKind.all.filter { !$0.makesServersWait })
        func slowReader(subject: TransportKind) async throws {
            let transport = subject.make()
            let hasHead = Gate()
            let server = try HostileServer(
                .readRequest, .send(.head(200)), .wait(hasHead), .flood(bytes: 64 << 20), .stall)
            defer { server.stop() }
            let stream = transport.stream(
                HTTPRequest(server.url()),
                within: HTTPStreamLimits(
                    responseTimeout: .seconds(3600), idleTimeout: .seconds(3600), maximumBufferSize: 1 << 20))
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
            hasHead.open()
            // The reader doesn't read until the connection is closed.
            try await server.untilClosedByClient()
            let error = await nextError(&iterator)
            #expect(error == .tooLarge)
        }

        @Test(
            "Delivers all data to a slow reader while the server waits",
            arguments: TransportKind.all.filter(\.makesServersWait), [1, 1 << 20])
        func waitingServer(subject: TransportKind, limit: Int) async throws {
            let size = limit == 1 ? 100_000 : 64 << 20
            let (hasHead, isSent) = (Gate(), Gate())
            let server = try HostileServer(connections: { _ in
                [.readRequest, .send(.head(200)), .wait(hasHead), .flood(bytes: size), .open(isSent)]
            })
            defer { server.stop() }
            let time = ManualTime()
            let stream = subject.make(time: time).stream(
                HTTPRequest(server.url()),
                within: HTTPStreamLimits(
                    responseTimeout: .seconds(100), idleTimeout: .seconds(100), maximumBufferSize: limit))
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
            hasHead.open()
            guard case .bytes(let first) = try await iterator.next() else {
                Issue.record("no bytes")
                return
            }
            var count = first.count
            // A slow reader doesn't count as a silent server.
            await time.awaitSleepers()
            time.advance(by: .seconds(99))
            if limit > 1 { #expect(!isSent.isOpen, "64 MB don't fit into a socket's buffers") }
            while case .bytes(let bytes) = try await iterator.next() {
                #expect(bytes.count <= limit)
                count += bytes.count
            }
            #expect(count == size)
        }

        @Test("Delivers more data than the buffer limit to a fast reader", arguments: TransportKind.all)
        func fastReader(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(.head(200)), .flood(bytes: 4 << 20))
            defer { server.stop() }
            let outcome = await StreamOutcome.of(transport.stream(HTTPRequest(server.url()), within: patientStream))
            #expect(outcome.text.utf8.count == 4 << 20)
            #expect(outcome.error == nil)
        }

        @Test("Opens eight streams and sends a request to the same host", arguments: TransportKind.all)
        func manyStreamsAndPoll(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { request in
                request.target == "/poll"
                    ? [.send(.response(body: "polled"))] : [.send(.eventStream + .chunk("up")), .stall]
            })
            defer { server.stop() }
            var iterators: [HTTPStream.Iterator] = []
            for _ in 0..<8 {
                iterators.append(
                    transport.stream(HTTPRequest(server.url("/stream")), within: patientStream).makeAsyncIterator())
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
