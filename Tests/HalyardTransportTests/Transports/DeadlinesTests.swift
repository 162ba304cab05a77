// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardTransport

extension TransportTests {
    @Suite("Deadlines")
    struct Deadlines {
        private static let drip: Step = .drip(
            Wire("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 60_000))"), every: .milliseconds(5))

        /// A long deadline, because the platform also ends a request, in real time and 30 seconds later.
        private let deadline = Duration.seconds(3600)

        /// Returns the error of a request whose deadline passes after it reaches the server.
        private func sent(_ steps: Step..., over subject: TransportKind) async throws -> TransportError.Kind? {
            let (server, time) = (try HostileServer(connections: { _ in [.readRequest] + steps }), ManualTime())
            defer { server.stop() }
            let transport = subject.make(time: time)
            let outcome = Task {
                await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest(server.url()), within: HTTPLimits(deadline: deadline))
                }
            }
            _ = try await server.nextRequest()
            await time.awaitSleepers()
            time.advance(by: deadline)
            // On Linux, URLSession aborts the process if the server closes the connection within a head.
            if await outcome.value == .timedOut { try await server.untilClosedByClient() }
            return await outcome.value
        }

        @Test("Ends a request if no head arrives", arguments: TransportKind.all)
        func noHead(subject: TransportKind) async throws {
            #expect(try await sent(.stall, over: subject) == .timedOut)
        }

        @Test("Ends a request if the head arrives byte by byte", arguments: TransportKind.all)
        func headDrips(subject: TransportKind) async throws {
            #expect(try await sent(Self.drip, over: subject) == .timedOut)
        }

        /// Returns the error of a call whose deadline passes after its head reaches the client.
        private func endBehindHead(_ steps: Step..., over subject: TransportKind) async throws -> TransportError.Kind? {
            let (server, time) = (try HostileServer(connections: { _ in [.readRequest] + steps }), ManualTime())
            defer { server.stop() }
            let (call, close) = subject.call(
                HTTPRequest(server.url()), within: CallLimits(HTTPLimits(deadline: deadline)), on: time)
            defer { close() }
            call.start()
            await until { call.status != nil }
            // The alarm that ends the call can begin to sleep after the call starts.
            await time.awaitSleepers()
            time.advance(by: deadline)
            do throws(TransportError) {
                while try await call.next() != nil {}
                return nil
            } catch {
                return error.kind
            }
        }

        @Test("Ends a request if the server falls silent within the body", arguments: TransportKind.all)
        func bodyStalls(subject: TransportKind) async throws {
            let end = try await endBehindHead(.send(.response(body: "abc", contentLength: 10)), .stall, over: subject)
            #expect(end == .timedOut)
        }

        @Test("Ends a request if the body arrives byte by byte", arguments: TransportKind.all)
        func bodyDrips(subject: TransportKind) async throws {
            let body = Wire([UInt8](repeating: 0, count: 60_000))
            let end = try await endBehindHead(.drip(.response(body: body), every: .milliseconds(5)), over: subject)
            #expect(end == .timedOut)
        }

        /// A manual clock that records the durations of all sleeps.
        private struct NotingTime: TimeSource {
            let manual = ManualTime()
            let durations = Recorder<Duration>()

            var now: Instant { manual.now }
            var uptime: Duration { manual.uptime }

            func sleep(for duration: Duration) async throws {
                durations.add(duration)
                try await manual.sleep(for: duration)
            }
        }

        @Test("Doesn't round a deadline below one second", arguments: TransportKind.all)
        func subSecond(subject: TransportKind) async throws {
            let server = try HostileServer(.readRequest, .send(.response(body: "in time")))
            defer { server.stop() }
            let time = NotingTime()
            let response = try await subject.make(time: time).send(
                HTTPRequest(server.url()), within: HTTPLimits(deadline: .milliseconds(500)))
            #expect(response.body == Array("in time".utf8))
            await until { time.durations.count > 0 }
            #expect(time.durations.all == [.milliseconds(500)])
        }

        @Test("Applies a deadline with the system clock", arguments: TransportKind.all)
        func systemTime(subject: TransportKind) async throws {
            let server = try HostileServer(.stall)
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await subject.make().send(
                    HTTPRequest(server.url()), within: HTTPLimits(deadline: .milliseconds(50)))
            }
            #expect(outcome == .timedOut)
        }

        @Test("Includes redirects in the deadline", arguments: TransportKind.all)
        func redirects(subject: TransportKind) async throws {
            let server = try HostileServer(answering: { request in
                request.target == "/" ? [.send(.redirect(302, to: "/slow"))] : [.stall]
            })
            defer { server.stop() }
            let time = ManualTime()
            let transport = subject.make(time: time)
            let outcome = Task {
                await kind { () async throws(TransportError) in
                    try await transport.send(HTTPRequest(server.url()), within: HTTPLimits(deadline: deadline))
                }
            }
            #expect(try await server.nextRequest().target == "/")
            await time.awaitSleepers()
            time.advance(by: deadline - .seconds(1))
            #expect(try await server.nextRequest().target == "/slow")
            time.advance(by: .seconds(1))
            #expect(await outcome.value == .timedOut)
        }

        @Test("Ends a stream if the head arrives byte by byte", arguments: TransportKind.all)
        func streamHeadDrips(subject: TransportKind) async throws {
            let (server, time) = (try HostileServer(.readRequest, Self.drip), ManualTime())
            defer { server.stop() }
            let transport = subject.make(time: time)
            let outcome = Task {
                await StreamOutcome.of(
                    transport.stream(
                        HTTPRequest(server.url()), within: HTTPStreamLimits(responseTimeout: deadline)))
            }
            _ = try await server.nextRequest()
            await time.awaitSleepers()
            time.advance(by: deadline)
            #expect(await outcome.value == StreamOutcome(error: .timedOut))
            try await server.untilClosedByClient()
        }

        @Test("Ends a silent stream after delivering the received bytes", arguments: TransportKind.all)
        func streamFallsSilent(subject: TransportKind) async throws {
            let (server, time) = (
                try HostileServer(.readRequest, .send(.eventStream + .chunk("a")), .stall), ManualTime()
            )
            defer { server.stop() }
            let isOver = CurrentValue(false)
            let outcome = await StreamOutcome.of(
                subject.make(time: time).stream(
                    HTTPRequest(server.url()),
                    within: HTTPStreamLimits(responseTimeout: deadline, idleTimeout: .milliseconds(200)))
            ) {
                // The transport can begin to wait at any time, so the clock moves until the stream has ended.
                Task {
                    await until(moving: time, by: .milliseconds(200)) { isOver.value }
                }
            }
            isOver.set(true)
            #expect(outcome == StreamOutcome(statuses: [200], text: "a", error: .timedOut))
            try await server.untilClosedByClient()
        }

        @Test("Keeps a stream open that receives only heartbeats", arguments: TransportKind.all)
        func heartbeats(subject: TransportKind) async throws {
            let gates = (0..<5).map { _ in Gate() }
            let server = try HostileServer(connections: { _ in
                [.readRequest, .send(.eventStream)] + gates.flatMap { [.wait($0), .send(.heartbeat)] } + [.stall]
            })
            defer { server.stop() }
            let time = ManualTime()
            let transport = subject.make(time: time)
            // The response timeout is long, because the alarm can still wait for the head when the clock moves.
            var iterator = transport.stream(
                HTTPRequest(server.url()),
                within: HTTPStreamLimits(responseTimeout: .seconds(10_000), idleTimeout: .seconds(300))
            ).makeAsyncIterator()
            _ = try await iterator.next()
            for gate in gates {
                await time.awaitSleepers()
                time.advance(by: .seconds(299))
                gate.open()
                #expect(try await iterator.next() == .bytes(Array(":\n\n".utf8)))
            }
        }
    }
}
