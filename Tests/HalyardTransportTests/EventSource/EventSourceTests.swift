// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("EventSource")
struct EventSourceTests {
    private let time = ManualTime()

    private static let head = HTTPResponseHead(
        status: 200, headers: ["Content-Type": "text/event-stream"], url: "http://a/stream")

    private func makeSource(
        _ transport: ScriptedTransport, _ policy: EventSourcePolicy = EventSourcePolicy(backoff: Backoff(jitter: .none))
    ) -> EventSource {
        EventSource(
            HTTPRequest("http://a/stream"), transport: transport, policy: policy, time: time,
            random: SeededRandom(seed: 1))
    }

    /// Iterates a source in a new task, and returns an iterator over its events and the task.
    private func follow(_ source: EventSource) -> (AsyncStream<EventSource.Event>.Iterator, Task<Void, Never>) {
        let (stream, continuation) = AsyncStream.makeStream(of: EventSource.Event.self)
        let task = Task {
            for await event in source { continuation.yield(event) }
            continuation.finish()
        }
        return (stream.makeAsyncIterator(), task)
    }

    private func next(
        _ count: Int, _ events: inout AsyncStream<EventSource.Event>.Iterator
    ) async -> [EventSource.Event] {
        var taken: [EventSource.Event] = []
        while taken.count < count, let event = await events.next(isolation: #isolation) { taken.append(event) }
        return taken
    }

    @Test("Reconnects with the last event ID until the server responds with 204")
    func reconnects() async {
        let transport = ScriptedTransport(streams: [
            [.eventStream, .text("id: 7\nda"), .text("ta: a\n\n"), .end], [.head(204, [:]), .end],
        ])
        var (events, task) = follow(makeSource(transport))
        #expect(
            await next(4, &events) == [
                .status(.connecting(attempt: 1)), .status(.open(Self.head)),
                .event(ServerSentEvent(data: "a", lastEventID: "7")),
                .status(.waiting(.seconds(1), after: .ended)),
            ])
        await time.awaitSleepers()
        #expect(transport.requests.count == 1, "it waits")
        time.advance(by: .seconds(1))
        #expect(
            await next(9, &events) == [
                .status(.connecting(attempt: 2)), .status(.closed(.refused(.status(204)))),
            ])
        await task.value
        let headers: HTTPHeaders = ["Accept": "text/event-stream", "Cache-Control": "no-cache"]
        var later = headers
        later["Last-Event-ID"] = "7"
        #expect(transport.requests.map(\.headers) == [headers, later])
        #expect(time.sleeperCount == 0)
    }

    @Test("Reconnects after silence, but not after a comment")
    func silence() async {
        let transport = ScriptedTransport(streams: [[.eventStream, .text(":\n"), .silence], [.silence]])
        var (events, task) = follow(makeSource(transport))
        await transport.untilSilent(1)
        await time.awaitSleepers()
        time.advance(by: .seconds(300))
        #expect(
            await next(3, &events) == [
                .status(.connecting(attempt: 1)), .status(.open(Self.head)),
                .status(.waiting(.seconds(1), after: .silent(.seconds(300)))),
            ])
        await time.awaitSleepers()
        time.advance(by: .seconds(1))
        await transport.untilSilent(2)
        await time.awaitSleepers()
        time.advance(by: .seconds(10))
        #expect(
            await next(2, &events) == [
                .status(.connecting(attempt: 2)),
                .status(
                    .waiting(
                        .seconds(2), after: .transport(TransportError(.timedOut, "The server didn't respond in time.")))
                ),
            ])
        task.cancel()
        await task.value
        #expect(transport.givenUpCount == 2)
        #expect(transport.streamLimits.first?.responseTimeout == .seconds(15), "the transport's timeouts are longer")
        #expect(transport.streamLimits.first?.idleTimeout == .seconds(305))
    }

    @Test("Reads only while a consumer awaits the next element")
    func backpressure() async {
        let transport = ScriptedTransport(streams: [
            [.eventStream, .text("data: a\n\ndata: b\n\n"), .text("data: c\n\n"), .silence]
        ])
        var events = makeSource(transport).makeAsyncIterator()
        #expect(transport.requests.isEmpty, "the source sends nothing before the first element is awaited")
        #expect(await events.next(isolation: nil) == .status(.connecting(attempt: 1)))
        #expect(await events.next(isolation: nil) == .status(.open(Self.head)))
        #expect(transport.readCount == 1)
        #expect(await events.next(isolation: nil) == .event(ServerSentEvent(data: "a")))
        #expect(await events.next(isolation: nil) == .event(ServerSentEvent(data: "b")))
        #expect(transport.readCount == 2)
        #expect(await events.next(isolation: nil) == .event(ServerSentEvent(data: "c")))
    }

    enum Moment: CaseIterable, Sendable { case connecting, open, waiting }

    @Test("Closes immediately while connecting, open, or waiting", arguments: Moment.allCases, [false, true])
    func close(moment: Moment, isDeaf: Bool) async {
        let silence: ScriptedTransport.Move = isDeaf ? .deafSilence : .silence
        let transport = ScriptedTransport(
            streams: [
                moment == .connecting ? [silence] : moment == .open ? [.eventStream, silence] : [.eventStream, .end]
            ])
        let source = makeSource(transport)
        var (events, task) = follow(source)
        if moment == .waiting {
            _ = await next(3, &events)
            await time.awaitSleepers()
        } else {
            _ = await next(moment == .open ? 2 : 1, &events)
            await transport.untilSilent()
        }
        source.close()
        #expect(await next(9, &events) == [.status(.closed(.closedHere))])
        await task.value
        #expect(time.sleeperCount == 0)
        var again = source.makeAsyncIterator()
        #expect(await again.next(isolation: nil) == .status(.closed(.closedHere)))
        #expect(await again.next(isolation: nil) == nil)
        #expect(transport.requests.count == 1, "a closed source doesn't connect")
    }

    @Test("Drops undelivered events when closed")
    func closeDropsEvents() async {
        let transport = ScriptedTransport(streams: [[.eventStream, .text("data: a\n\ndata: b\n\n"), .silence]])
        let source = makeSource(transport)
        var events = source.makeAsyncIterator()
        for _ in 1...2 { _ = await events.next(isolation: nil) }
        #expect(await events.next(isolation: nil) == .event(ServerSentEvent(data: "a")))
        source.close()
        #expect(await events.next(isolation: nil) == .status(.closed(.closedHere)))
        #expect(await events.next(isolation: nil) == nil)
    }

    @Test("Closes the connection when the iterating task is canceled")
    func cancel() async {
        let transport = ScriptedTransport(streams: [[.eventStream, .silence]])
        var (events, task) = follow(makeSource(transport))
        await transport.untilSilent()
        task.cancel()
        #expect(
            await next(9, &events) == [
                .status(.connecting(attempt: 1)), .status(.open(Self.head)), .status(.closed(.closedHere)),
            ])
        await task.value
    }

    @Test("Creates a request for each attempt, and retries if creation fails")
    func requests() async {
        let transport = ScriptedTransport(streams: [[.eventStream, .silence]])
        let count = Lock(0)
        let noToken = TransportError(.other, "There is no token yet.")
        let source = EventSource(
            transport: transport, policy: EventSourcePolicy(backoff: Backoff(jitter: .none)), lastEventID: "3",
            time: time,
            random: SeededRandom(seed: 1)
        ) { () async throws(TransportError) -> HTTPRequest in
            let attempt = count.withLock { count in
                count += 1
                return count
            }
            if attempt == 1 { throw noToken }
            return HTTPRequest("http://a/\(attempt)", headers: ["accept": "text/event-stream, */*"])
        }
        var (events, task) = follow(source)
        #expect(
            await next(2, &events) == [
                .status(.connecting(attempt: 1)), .status(.waiting(.seconds(2), after: .transport(noToken))),
            ])
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        await transport.untilSilent()
        #expect(
            transport.requests == [
                HTTPRequest(
                    "http://a/2",
                    headers: ["accept": "text/event-stream, */*", "Cache-Control": "no-cache", "Last-Event-ID": "3"])
            ])
        source.close()
        await task.value
    }
}
