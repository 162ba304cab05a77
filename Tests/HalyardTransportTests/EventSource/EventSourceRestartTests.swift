// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

/// Restarts and comments, which LaunchDarkly's server-sent event tests require.
@Suite("EventSource restarts and comments")
struct EventSourceRestartTests {
    /// A policy with delays that are longer than any test.
    private let patient = EventSourcePolicy(
        backoff: Backoff(base: .seconds(3600), maximum: .seconds(7200), jitter: .none))

    /// Returns the reported events until "done", and the last event IDs of each request.
    private func tale(
        _ policy: EventSourcePolicy, _ steps: @escaping @Sendable (Int) -> [Step],
        on event: (EventSource.Event, EventSource) -> Void = { _, _ in }
    ) async throws -> (events: [EventSource.Event], lastEventIDs: [[String]]) {
        let server = try HostileServer(connections: steps)
        defer { server.stop() }
        let transport = PlatformTransport.make(time: ManualTime())
        let source = EventSource(
            HTTPRequest(server.url("/stream")), transport: transport, policy: policy, time: ManualTime())
        var events: [EventSource.Event] = []
        var ids: [[String]] = []
        for await next in source {
            switch next {
            case .status(.connecting): ids.append([])
            case .status(.open): ids[ids.count - 1] = try await server.nextRequest().values(of: "last-event-id")
            case .status(.waiting(let delay, let problem)): events.append(.status(.waiting(delay, after: problem)))
            case .status(.closed): events.append(next)
            case .event, .comment: events.append(next)
            }
            event(next, source)
            if case .event(let event) = next, event.data == "done" { break }
        }
        source.close()
        await transport.close()
        return (events, ids)
    }

    @Test("Replaces an open connection, and sends the last event ID")
    func open() async throws {
        let (events, ids) = try await tale(patient) { connection in
            connection == 0
                ? [.readRequest, .send(.eventStream + .chunk("id: 7\ndata: 1\n\n")), .stall]
                : [.readRequest, .send(.eventStream + .chunk("data: done\n\n")), .stall]
        } on: { event, source in
            if case .event(let event) = event, event.data == "1" { source.restart() }
        }
        #expect(
            events == [
                .event(ServerSentEvent(data: "1", lastEventID: "7")),
                .event(ServerSentEvent(data: "done", lastEventID: "7")),
            ])
        #expect(ids == [[], ["7"]])
    }

    @Test("Ends a delay, and still counts the failure before it")
    func waiting() async throws {
        let (events, ids) = try await tale(patient) { connection in
            connection < 2
                ? [.readRequest, .send(.response(503, ["Connection: close"])), .close]
                : [.readRequest, .send(.eventStream + .chunk("data: done\n\n")), .stall]
        } on: { event, source in
            if case .status(.waiting) = event { source.restart() }
        }
        #expect(
            events == [
                .status(.waiting(.seconds(7200), after: .status(503))),
                .status(.waiting(.seconds(7200), after: .status(503))),
                .event(ServerSentEvent(data: "done")),
            ])
        #expect(ids.count == 3)
    }

    @Test("Wakes a waiting consumer when another task restarts the source")
    func fromElsewhere() async throws {
        let server = try HostileServer(connections: { connection in
            connection == 0
                ? [.readRequest, .send(.eventStream), .stall]
                : [.readRequest, .send(.eventStream + .chunk("data: done\n\n")), .stall]
        })
        defer { server.stop() }
        let transport = PlatformTransport.make(time: ManualTime())
        let source = EventSource(
            HTTPRequest(server.url()), transport: transport, policy: patient, time: ManualTime())
        let first = Task {
            for await event in source {
                if case .event(let event) = event { return event.data }
            }
            return "nothing"
        }
        _ = try await server.nextRequest()
        source.restart()
        #expect(await first.value == "done")
        source.close()
        await transport.close()
    }

    @Test("Doesn't reopen a closed source")
    func outside() async throws {
        let (events, ids) = try await tale(patient) { _ in
            [.readRequest, .send(.eventStream + .chunk("data: 1\n\n")), .stall]
        } on: { event, source in
            if case .status(.connecting(attempt: 1)) = event { return }
            if case .event = event {
                source.close()
                source.restart()
            }
        }
        #expect(events == [.event(ServerSentEvent(data: "1")), .status(.closed(.closedHere))])
        #expect(ids.count == 1)
    }

    @Test("Delivers comments in order if the policy enables them", arguments: [true, false])
    func comments(areTold: Bool) async throws {
        var policy = patient
        policy.deliversComments = areTold
        let (events, _) = try await tale(policy) { _ in
            [.readRequest, .send(.eventStream + .chunk(":one\ndata: 1\n: two\n\n:\ndata: done\n\n")), .stall]
        }
        let (one, two, three) = (
            EventSource.Event.comment("one"), EventSource.Event.comment(" two"), EventSource.Event.comment("")
        )
        let (first, last) = (
            EventSource.Event.event(ServerSentEvent(data: "1")), EventSource.Event.event(ServerSentEvent(data: "done"))
        )
        #expect(events == (areTold ? [one, two, first, three, last] : [first, last]))
    }
}
