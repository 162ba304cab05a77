// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import HostileServer
import TestSupport
import Testing

extension TransportTests {
    @Suite("Cancellation and closing")
    struct Ending {
        private static let flood: [Step] = [.readRequest, .send(.head(200)), .flood(bytes: 100 << 20), .stall]

        @Test("Closes the connection when a sending task is canceled", arguments: TransportKind.all)
        func cancelSend(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .stall)
            defer { server.stop() }
            let outcome = Task {
                await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest(server.url()), within: patient)
                }
            }
            _ = try await server.nextRequest()
            outcome.cancel()
            #expect(await outcome.value == .cancelled)
            try await server.untilClosedByClient()
        }

        @Test("Sends nothing from a task that is already canceled", arguments: TransportKind.all)
        func cancelledBefore(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(answering: { _ in [.send(.response())] })
            defer { server.stop() }
            let outcome = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest(server.url("/cancelled")), within: patient)
                }
            }.value
            #expect(outcome == .cancelled)
            let stream = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await StreamOutcome.of(
                    transport.stream(HTTPRequest(server.url("/cancelled")), within: patientStream))
            }.value
            #expect(stream == StreamOutcome(error: .cancelled))
            _ = try await transport.send(HTTPRequest(server.url("/next")), within: patient)
            #expect(server.requests.map(\.target) == ["/next"])
        }

        @Test("Closes the connection when a stream's reader is canceled", arguments: TransportKind.all)
        func cancelStream(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(.eventStream), .stall)
            defer { server.stop() }
            let outcome = Task {
                await StreamOutcome.of(transport.stream(HTTPRequest(server.url()), within: patientStream))
            }
            _ = try await server.nextRequest()
            outcome.cancel()
            #expect(await outcome.value.error == .cancelled)
            try await server.untilClosedByClient()
        }

        @Test("Closes the connection when the iterator is released", arguments: TransportKind.all)
        func breakOff(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .send(.eventStream + .chunk("a")), .stall)
            defer { server.stop() }
            for try await event in transport.stream(HTTPRequest(server.url()), within: patientStream)
            where event == .bytes(Array("a".utf8)) {
                break
            }
            try await server.untilClosedByClient()
        }

        @Test("Returns nothing after the cancellation error during a flood", arguments: TransportKind.all)
        func nothingAfterCancel(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(connections: { _ in Self.flood })
            defer { server.stop() }
            let after = try await Task { () -> [HTTPStream.Event?] in
                var iterator = transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
                _ = try await iterator.next()
                _ = try await iterator.next()
                withUnsafeCurrentTask { $0?.cancel() }
                let error = await nextError(&iterator)
                #expect(error == .cancelled)
                return [try await iterator.next(), try await iterator.next()]
            }.value
            #expect(after == [nil, nil])
        }

        @Test("Stops reading when canceled during a flood of 100 MB", arguments: TransportKind.all)
        func cancelInFlood(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(connections: { _ in Self.flood })
            defer { server.stop() }
            let started = Gate()
            let reading = Task {
                var iterator = transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
                while (try? await iterator.next()) != nil { started.open() }
            }
            _ = try await server.nextRequest()
            await until { started.isOpen }
            reading.cancel()
            await reading.value
        }

        @Test(
            "Ends the stream and connection when closed during a flood of 100 MB",
            arguments: TransportKind.all)
        func closeInFlood(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(connections: { _ in Self.flood })
            defer { server.stop() }
            var iterator = transport.stream(HTTPRequest(server.url()), within: patientStream).makeAsyncIterator()
            _ = try await iterator.next()
            _ = try await iterator.next()
            await transport.close()
            let error = await nextError(&iterator)
            #expect(error == .closed)
            #expect(try await iterator.next() == nil)
            try await server.untilClosedByClient()
        }

        @Test("Cancels current requests and rejects new ones when closed", arguments: TransportKind.all)
        func close(subject: TransportKind) async throws {
            let transport = subject.make()
            let server = try HostileServer(.readRequest, .stall)
            defer { server.stop() }
            let sending = Task {
                await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest(server.url()), within: patient)
                }
            }
            _ = try await server.nextRequest()
            await transport.close()
            await transport.close()
            #expect(await sending.value == .closed)
            try await server.untilClosedByClient()
            let later = await kind { () async throws(TransportError) in
                try await transport.send(HTTPRequest(server.url()), within: patient)
            }
            #expect(later == .closed)
            let stream = await StreamOutcome.of(transport.stream(HTTPRequest(server.url()), within: patientStream))
            #expect(stream == StreamOutcome(error: .closed))
            #expect(server.requests.count == 1)
        }

        @Test("Keeps a stream open after the last reference to its transport", arguments: TransportKind.all)
        func outlives(subject: TransportKind) async throws {
            let gate = Gate()
            let server = try HostileServer(
                .readRequest, .send(.eventStream), .wait(gate), .send(.chunk("a") + .lastChunk))
            defer { server.stop() }
            var iterator = subject.make().stream(HTTPRequest(server.url()), within: patientStream)
                .makeAsyncIterator()
            _ = try await iterator.next()
            gate.open()
            #expect(try await iterator.next() == .bytes(Array("a".utf8)))
            #expect(try await iterator.next() == nil)
        }

        @Test("Closes an idle connection when the transport is released", arguments: TransportKind.all)
        func givesBack(subject: TransportKind) async throws {
            let server = try HostileServer(answering: { _ in [.send(.response())] })
            defer { server.stop() }
            _ = try await subject.make().send(HTTPRequest(server.url()), within: patient)
            try await server.untilClosedByClient()
        }
    }
}
