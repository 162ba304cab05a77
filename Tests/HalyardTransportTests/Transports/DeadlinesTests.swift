// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardTransport

extension TransportTests {
    @Suite("deadlines")
    struct Deadlines {
        private static let drip: Step = .drip(
            Wire("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 60_000))"), every: .milliseconds(5))

        /// Long, because the platform has a limit of its own, 30 seconds later and in real time.
        private let deadline = Duration.seconds(3600)

        /// How a request ends whose deadline passes once it has arrived.
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
            // With URLSession on Linux, a server must not end within a head: that aborts the process.
            if await outcome.value == .timedOut { try await server.untilClosedByClient() }
            return await outcome.value
        }

        @Test("no head at all", arguments: TransportKind.all)
        func noHead(subject: TransportKind) async throws {
            #expect(try await sent(.stall, over: subject) == .timedOut)
        }

        @Test("a head that comes byte by byte, which the platform never notices", arguments: TransportKind.all)
        func headDrips(subject: TransportKind) async throws {
            #expect(try await sent(Self.drip, over: subject) == .timedOut)
        }

        /// What ends a call whose head has reached the client before the deadline comes.
        private func endBehindHead(_ steps: Step..., over subject: TransportKind) async throws -> TransportError.Kind? {
            let (server, time) = (try HostileServer(connections: { _ in [.readRequest] + steps }), ManualTime())
            defer { server.stop() }
            let (call, close) = subject.call(
                HTTPRequest(server.url()), within: CallLimits(HTTPLimits(deadline: deadline)), on: time)
            defer { close() }
            call.start()
            await until { call.status != nil }
            // The alarm that ends the call begins to sleep at some time after the call has started.
            await time.awaitSleepers()
            time.advance(by: deadline)
            do throws(TransportError) {
                while try await call.next() != nil {}
                return nil
            } catch {
                return error.kind
            }
        }

        @Test("a head, then silence", arguments: TransportKind.all)
        func bodyStalls(subject: TransportKind) async throws {
            let end = try await endBehindHead(.send(.response(body: "abc", contentLength: 10)), .stall, over: subject)
            #expect(end == .timedOut)
        }

        @Test("a body that comes byte by byte", arguments: TransportKind.all)
        func bodyDrips(subject: TransportKind) async throws {
            let body = Wire([UInt8](repeating: 0, count: 60_000))
            let end = try await endBehindHead(.drip(.response(body: body), every: .milliseconds(5)), over: subject)
            #expect(end == .timedOut)
        }

        /// A clock that stands still and notes how long anyone wants to sleep.
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

        @Test("below a second, a deadline is neither cut off nor rounded up", arguments: TransportKind.all)
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

        @Test("the system's clock ends a request as well", arguments: TransportKind.all)
        func systemTime(subject: TransportKind) async throws {
            let server = try HostileServer(.stall)
            defer { server.stop() }
            let outcome = await kind { () async throws(TransportError) in
                try await subject.make().send(
                    HTTPRequest(server.url()), within: HTTPLimits(deadline: .milliseconds(50)))
            }
            #expect(outcome == .timedOut)
        }

        @Test("redirects included", arguments: TransportKind.all)
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

        @Test("a stream whose head comes byte by byte", arguments: TransportKind.all)
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

        @Test("a stream that falls silent, behind what came", arguments: TransportKind.all)
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
                // Whenever the transport begins to wait: it is over soon.
                Task {
                    await until(moving: time, by: .milliseconds(200)) { isOver.value }
                }
            }
            isOver.set(true)
            #expect(outcome == StreamOutcome(statuses: [200], text: "a", error: .timedOut))
            try await server.untilClosedByClient()
        }

        @Test("a stream of heartbeats alone stays up, however long", arguments: TransportKind.all)
        func heartbeats(subject: TransportKind) async throws {
            let gates = (0..<5).map { _ in Gate() }
            let server = try HostileServer(connections: { _ in
                [.readRequest, .send(.eventStream)] + gates.flatMap { [.wait($0), .send(.heartbeat)] } + [.stall]
            })
            defer { server.stop() }
            let time = ManualTime()
            let transport = subject.make(time: time)
            // The alarm can still sleep for the head when the clock moves.
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
