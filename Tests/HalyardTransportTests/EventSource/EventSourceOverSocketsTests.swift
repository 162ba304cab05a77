// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// Tests of event sources with the platform's transport, against a server that misbehaves.
@Suite("EventSource over sockets")
struct EventSourceOverSocketsTests {
    /// Returns a policy that reconnects immediately, so that no test waits, and has long limits for slow machines.
    private func policy(idleTimeout: Duration = .seconds(3600)) -> EventSourcePolicy {
        EventSourcePolicy(
            permanentStatuses: [401],
            backoff: Backoff(base: .milliseconds(1), maximum: .milliseconds(5), jitter: .none),
            retryRange: .milliseconds(1) ... .milliseconds(5), responseTimeout: .seconds(3600),
            idleTimeout: idleTimeout,
            maximumBufferSize: 1 << 30)
    }

    /// The head of a stream whose connection closes, so that the next request uses another one.
    private static let stream = Wire.chunkedHead(200, ["Content-Type: text/event-stream", "Connection: close"])

    /// Returns descriptions of a source's events until one contains `done`, without durations and details.
    ///
    /// - Parameters:
    ///   - policy: The source's policy.
    ///   - time: The clock of the source and the transport.
    ///   - notice: Called with each description.
    ///   - steps: The server's steps for the connection with an index.
    private func happenings(
        _ policy: EventSourcePolicy, time: any TimeSource = SystemTime(), notice: (String) -> Void = { _ in },
        _ steps: @escaping @Sendable (Int) -> [Step]
    ) async throws -> [String] {
        let server = try HostileServer(connections: { steps($0) })
        defer { server.stop() }
        let transport = PlatformTransport.make(time: time)
        let source = EventSource(
            HTTPRequest(server.url("/stream")), transport: transport, policy: policy, time: time)
        var happenings: [String] = []
        loop: for await event in source {
            switch event {
            case .status(.connecting(let attempt)): happenings.append("connecting \(attempt)")
            case .status(.open): happenings.append("open")
            case .status(.waiting(_, let problem)): happenings.append("waiting: \(name(problem))")
            case .status(.closed): happenings.append("closed")
            case .comment(let text): happenings.append("comment: \(text)")
            case .event(let event):
                happenings.append("\(event.type): \(event.data)")
                if event.data == "done" { break loop }
            }
            notice(happenings.last ?? "")
        }
        source.close()
        await transport.close()
        return happenings
    }

    private func name(_ problem: EventSource.Problem) -> String {
        switch problem {
        case .ended: "ended"
        case .silent: "silent"
        case .status(let status): "status \(status)"
        case .contentType(let type): "content type \(type)"
        case .transport(let error): "\(error.kind)"
        case .tooLarge: "too large"
        }
    }

    /// Returns descriptions of a source's events if its first connection fails after an event, but not its second.
    private func afterMisfortune(
        _ misfortune: Step..., time: any TimeSource = SystemTime(), notice: (String) -> Void = { _ in }
    ) async throws -> [String] {
        try await happenings(policy(), time: time, notice: notice) { connection in
            connection == 0
                ? [.readRequest, .send(Self.stream + .event("put", "1"))] + misfortune
                : [.readRequest, .send(.eventStream + .event("put", "done")), .stall]
        }
    }

    @Test("Reconnects after a clean end")
    func cleanEnd() async throws {
        #expect(
            try await afterMisfortune(.send(.lastChunk), .close) == [
                "connecting 1", "open", "put: 1", "waiting: ended", "connecting 2", "open", "put: done",
            ])
    }

    @Test("Reconnects after a lost connection", arguments: [Step.close, .reset, .halfClose])
    func lostConnections(step: Step) async throws {
        #expect(
            try await afterMisfortune(step) == [
                "connecting 1", "open", "put: 1", "waiting: disconnected", "connecting 2", "open", "put: done",
            ])
    }

    @Test("Reconnects after silence beyond the limit")
    func silence() async throws {
        let time = ManualTime()
        let isOver = CurrentValue(false)
        let happenings = try await afterMisfortune(.stall, time: time) { happening in
            if happening == "connecting 2" { isOver.set(true) }
            guard happening == "put: 1" else { return }
            // The source and the transport can begin to wait at any time, so the clock moves until the next connection.
            Task { await until(moving: time, by: .seconds(10)) { isOver.value } }
        }
        // The clock passes the source's limit and the transport's limit in one step, so either can report the silence.
        let first = happenings.prefix(5).map { $0.replacing("timedOut", with: "silent") }
        #expect(first == ["connecting 1", "open", "put: 1", "waiting: silent", "connecting 2"])
        #expect(happenings.last == "put: done")
    }

    @Test("Keeps a stream open that receives only heartbeats")
    func heartbeats() async throws {
        let gates = (0..<5).map { _ in Gate() }
        let time = ManualTime()
        var policy = policy(idleTimeout: .seconds(300))
        policy.deliversComments = true
        var beats = gates.makeIterator()
        // The next heartbeat arrives just before the limit.
        let notice = { (happening: String) in
            guard happening == "open" || happening == "comment: ", let gate = beats.next() else { return }
            Task {
                await time.awaitSleepers()
                time.advance(by: .seconds(299))
                gate.open()
            }
        }
        let happenings = try await happenings(policy, time: time, notice: notice) { _ in
            [.readRequest, .send(.eventStream)] + gates.flatMap { [.wait($0), .send(.heartbeat)] }
                + [.send(.event("put", "done")), .stall]
        }
        #expect(
            happenings == ["connecting 1", "open"] + Array(repeating: "comment: ", count: 5) + ["put: done"])
    }

    @Test("Retries after 503, and closes after 401 if the policy requires it")
    func statuses() async throws {
        let happenings = try await happenings(policy()) { connection in
            [.readRequest, .send(connection == 0 ? .response(503, ["Connection: close"]) : .unauthorized()), .close]
        }
        #expect(happenings == ["connecting 1", "waiting: status 503", "connecting 2", "closed"])
    }

    @Test("Ignores an informational response before the stream")
    func earlyHints() async throws {
        let happenings = try await happenings(policy()) { _ in
            [.readRequest, .send(.earlyHints + .eventStream + .event("put", "done")), .stall]
        }
        #expect(happenings == ["connecting 1", "open", "put: done"])
    }

    @Test("Reconnects with the last event ID after the server's delay")
    func lastEventID() async throws {
        let server = try HostileServer(connections: { connection in
            connection == 0
                ? [.readRequest, .send(Self.stream + .chunk("id: 7\nretry: 2\ndata: 1\n\n") + .lastChunk)]
                : [.readRequest, .send(.eventStream + .event("put", "done")), .stall]
        })
        defer { server.stop() }
        let transport = PlatformTransport.make()
        let source = EventSource(HTTPRequest(server.url()), transport: transport, policy: policy())
        var delays: [Duration] = []
        for await event in source {
            if case .status(.waiting(let delay, _)) = event { delays.append(delay) }
            if case .event(let event) = event, event.data == "done" { break }
        }
        let (first, second) = (try await server.nextRequest(), try await server.nextRequest())
        #expect(first.values(of: "last-event-id") == [])
        #expect(second.values(of: "last-event-id") == ["7"])
        #expect(delays == [.milliseconds(2)], "the server's 2 milliseconds, after a stream that delivered an event")
        await transport.close()
    }

    @Test("Ends the iteration when closed during a flood of 100 MB")
    func flood() async throws {
        let server = try HostileServer(connections: { _ in
            [.readRequest, .send(.head(200, ["Content-Type: text/event-stream"])), .flood(bytes: 100 << 20)]
        })
        defer { server.stop() }
        let transport = PlatformTransport.make()
        let source = EventSource(HTTPRequest(server.url()), transport: transport, policy: policy())
        var last: EventSource.Event?
        for await event in source {
            last = event
            if case .status(.open) = event { source.close() }
        }
        await transport.close()
        #expect(last == .status(.closed(.closedHere)))
    }
}
