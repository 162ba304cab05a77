// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

/// The rules of the [HTML standard](https://html.spec.whatwg.org/multipage/server-sent-events.html) and of Halyard's
/// policies for one event stream.
@Suite("EventSourceMachine")
struct EventSourceMachineTests {
    typealias Event = EventSourceMachine.Event

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var policy: EventSourcePolicy
        /// The events after the start, and their times in seconds.
        var happened: [(Event, at: Int)]
        /// The result of the last event.
        var events: [EventSource.Event]
        var effect: EventSourceMachine.Effect

        init(
            _ rule: String, under policy: EventSourcePolicy = EventSourceMachineTests.plain,
            _ happened: [(Event, at: Int)],
            _ events: [EventSource.Event], _ effect: EventSourceMachine.Effect
        ) {
            (self.rule, self.policy) = (rule, policy)
            (self.happened, self.events, self.effect) = (happened, events, effect)
        }

        var testDescription: String { rule }
    }

    static let plain = EventSourcePolicy(backoff: Backoff(jitter: .none))
    static let refusals = Set(400...499).subtracting([400, 408, 429])
    static let refusing = EventSourcePolicy(permanentStatuses: refusals, backoff: Backoff(jitter: .none))
    static let persistent = EventSourcePolicy(slowStatuses: refusals, backoff: Backoff(jitter: .none))
    static let patient = EventSourcePolicy(slowStatuses: [204], backoff: Backoff(jitter: .none))
    static let eventful: EventSourcePolicy = {
        var policy = plain
        policy.resetsBackoffOnEvent = false
        return policy
    }()
    static let small = EventSourcePolicy(backoff: Backoff(jitter: .none), limits: .init(lineSize: 9, eventSize: 9))

    static let head = HTTPResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])
    static let open = Event.head(head)
    static func status(_ status: Int, _ headers: HTTPHeaders = [:]) -> Event {
        .head(HTTPResponseHead(status: status, headers: headers))
    }
    static func text(_ text: String) -> Event { .bytes(Array(text.utf8)) }
    static func waiting(_ seconds: Int, _ problem: EventSource.Problem) -> [EventSource.Event] {
        [.status(.waiting(.seconds(seconds), after: problem))]
    }
    static let reset = TransportError(.disconnected, "The connection was reset.")
    static let tooMuch = TransportError(.tooLarge, "More than 64 MiB wait.")
    static let late = TransportError(.timedOut, "The server didn't respond in time.")

    static let openingRows: [Row] = [
        Row("opens an event stream", [(open, 1)], [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "accepts the media type with parameters and in any case",
            [(status(200, ["content-type": "Text/Event-Stream ; charset=utf-8"]), 1)],
            [
                .status(
                    .open(
                        HTTPResponseHead(
                            status: 200, headers: ["content-type": "Text/Event-Stream ; charset=utf-8"])))
            ], .read(within: .seconds(300))),
        Row(
            "neither opens nor extends the deadline after an interim response", [(status(103), 4)], [],
            .read(within: .seconds(6))),
        Row(
            "opens after an interim response", [(status(103), 4), (open, 5)],
            [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "opens after a proxy's response", [(status(200), 4), (open, 5)],
            [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "ends after a proxy's response and a rejection", under: refusing,
            [(status(200), 4), (status(401), 5), (.ended, 5)], [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "doesn't open for another media type, once its body begins",
            [(status(200, ["Content-Type": "text/html"]), 1), (text("<html>"), 2)],
            waiting(2, .contentType("text/html")), .wait(.seconds(2))),
        Row(
            "doesn't open for a response without a media type", [(status(200), 1), (.ended, 2)],
            waiting(2, .contentType("")), .wait(.seconds(2))),
        Row(
            "doesn't open for another successful status",
            [(status(202, ["Content-Type": "text/event-stream"]), 1), (.ended, 2)], waiting(2, .status(202)),
            .wait(.seconds(2))),
        Row(
            "treats a missing response as a failure at the deadline", [(.silent, 10)], waiting(2, .transport(late)),
            .wait(.seconds(2))),
        Row(
            "treats a response without a head as a failure", [(.ended, 1)],
            waiting(2, .transport(TransportError(.malformed, "The response has no head."))), .wait(.seconds(2))),
    ]

    static let refusalsRows: [Row] = [
        Row(
            "reconnects after a proxy's rejection that an error follows", under: refusing,
            [(status(403), 1), (.failed(reset), 1)], waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "ends at the deadline after a rejection without an end", under: refusing,
            [(status(401), 1), (.silent, 10)], [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "ends after 204", [(status(204), 1), (.ended, 1)],
            [.status(.closed(.refused(.status(204))))],
            .finish),
        Row(
            "reconnects late after 204 if the policy allows it", under: patient,
            [(status(204), 1), (.ended, 1)], waiting(302, .status(204)), .wait(.seconds(302))),
        Row(
            "ends after 401 if the policy lists it", under: refusing,
            [(status(401), 1), (.ended, 1)],
            [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "also ends after 405 on a reconnect", under: refusing,
            [(open, 1), (.ended, 2), (.waited, 4), (status(405), 5), (.ended, 5)],
            [.status(.closed(.refused(.status(405))))],
            .finish),
        Row(
            "reconnects after 400", under: refusing, [(status(400), 1), (.ended, 1)],
            waiting(2, .status(400)),
            .wait(.seconds(2))),
        Row(
            "reconnects after 408", under: refusing, [(status(408), 1), (.ended, 1)],
            waiting(2, .status(408)),
            .wait(.seconds(2))),
        Row(
            "reconnects after 429", under: refusing, [(status(429), 1), (.ended, 1)],
            waiting(2, .status(429)),
            .wait(.seconds(2))),
        Row(
            "reconnects after 503", under: refusing, [(status(503), 1), (.ended, 1)],
            waiting(2, .status(503)),
            .wait(.seconds(2))),
        Row(
            "reconnects late after 401 if the policy allows it", under: persistent,
            [(status(401), 1), (.ended, 1)], waiting(302, .status(401)), .wait(.seconds(302))),
        Row(
            "ends if the transport is closed", [(.failed(TransportError(.closed, "The transport was closed.")), 1)],
            [.status(.closed(.refused(.transport(TransportError(.closed, "The transport was closed.")))))], .finish),
        Row("ends when the app closes it while it connects", [(.close, 1)], [.status(.closed(.closedHere))], .finish),
        Row(
            "ends when the app closes it while it's open", [(open, 1), (.close, 2)], [.status(.closed(.closedHere))],
            .finish),
        Row(
            "ends when the app closes it while it waits", [(open, 1), (.ended, 2), (.close, 3)],
            [.status(.closed(.closedHere))], .finish),
        Row("does nothing after the end", [(.close, 1), (.close, 2), (open, 3), (.waited, 4)], [], .finish),
    ]

    static let reconnectsRows: [Row] = [
        Row(
            "reconnects after a clean end", [(open, 1), (.ended, 2)], waiting(2, .ended), .wait(.seconds(2))),
        Row(
            "reconnects after a lost connection", [(open, 1), (.failed(reset), 2)],
            waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "reconnects after 300 seconds of silence", [(open, 1), (text(":"), 200), (.silent, 500)],
            waiting(1, .silent(.seconds(300))), .wait(.seconds(1))),
        Row(
            "stays open after a comment", [(open, 1), (text(":\n"), 200)], [],
            .read(within: .seconds(300))),
        Row(
            "connects again after the wait", [(open, 1), (.ended, 2), (.waited, 4)],
            [.status(.connecting(attempt: 2))], .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "waits longer after each failure in a row, even if it connected in between",
            [(open, 1), (.ended, 2), (.waited, 4), (open, 5), (.ended, 6)], waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "waits briefly after a healthy minute", [(.failed(reset), 1), (.waited, 3), (open, 4), (.ended, 64)],
            waiting(1, .ended), .wait(.seconds(1))),
        Row(
            "waits longer after a connection of less than a minute",
            [(.failed(reset), 1), (.waited, 3), (open, 4), (.ended, 63)], waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "waits briefly after a connection that received an event",
            [
                (.failed(reset), 1), (.waited, 3), (.failed(reset), 4), (.waited, 8), (open, 9),
                (text("data: a\n\n"), 9),
                (.ended, 10),
            ],
            waiting(1, .ended), .wait(.seconds(1))),
        Row(
            "waits longer after an event if the policy ignores events", under: eventful,
            [
                (.failed(reset), 1), (.waited, 3), (open, 4), (text("data: a\n\n"), 4), (.ended, 5),
            ],
            waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "counts failures again after an event",
            [(open, 1), (text("data: a\n\n"), 1), (.failed(reset), 2), (.waited, 3), (.failed(reset), 4)],
            waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "waits longer after a connection that received only a comment",
            [(.failed(reset), 1), (.waited, 3), (open, 4), (text(":\n"), 5), (.ended, 6)], waiting(4, .ended),
            .wait(.seconds(4))),
        Row(
            "ignores an event of the previous connection",
            [(open, 1), (text("data: a\n\n"), 1), (.ended, 2), (.waited, 3), (open, 4), (.ended, 5)],
            waiting(2, .ended), .wait(.seconds(2))),
        Row(
            "waits longer when the consumer is too slow for every stream",
            [(open, 1), (text("data: a\n\n"), 2), (.failed(tooMuch), 3)], waiting(2, .transport(tooMuch)),
            .wait(.seconds(2))),
        Row(
            "uses the server's retry time as the base of the backoff",
            [(open, 1), (text("retry: 5000\n"), 2), (.ended, 3)],
            waiting(10, .ended), .wait(.seconds(10))),
        Row(
            "limits a long retry time of the server", [(open, 1), (text("retry: 999999999\n"), 2), (.ended, 3)],
            waiting(30, .ended), .wait(.seconds(30))),
        Row(
            "raises a short retry time of the server", [(open, 1), (text("retry: 0\n"), 2), (.ended, 61)],
            [.status(.waiting(.milliseconds(100), after: .ended))], .wait(.milliseconds(100))),
        Row(
            "sends the last event ID of a complete event with the next request",
            [(open, 1), (text("id: 7\ndata: a\n\nid: 8\n"), 2), (.ended, 3), (.waited, 4)],
            [.status(.connecting(attempt: 2))], .connect(lastEventID: "7", within: .seconds(10))),
        Row(
            "drops an incomplete event at the end of a connection",
            [(open, 1), (text("data: a\n"), 2), (.ended, 3), (.waited, 5), (open, 6), (text("data: b\n\n"), 7)],
            [.event(ServerSentEvent(data: "b"))], .read(within: .seconds(300))),
        Row(
            "reconnects after a line beyond the limit, and delivers the events before it", under: small,
            [(open, 1), (text("data: a\n\ndata: 12345"), 2)],
            [.event(ServerSentEvent(data: "a"))] + waiting(2, .tooLarge(.lineTooLong(limit: 9))), .wait(.seconds(2))),
    ]

    static let again: [EventSource.Event] = [.status(.connecting(attempt: 2))]
    static let restartRows: [Row] = [
        Row(
            "while it connects", [(.restart, 4)], again,
            .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "while it's open, without an incomplete event",
            [(open, 1), (text("id: 7\ndata: 1\n\nid: 8\ndata: 2\n"), 2), (.restart, 3)], again,
            .connect(lastEventID: "7", within: .seconds(10))),
        Row(
            "while it waits", [(.failed(reset), 1), (.restart, 2)], again,
            .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "with the earlier failures counted", [(.failed(reset), 1), (.restart, 2), (.failed(reset), 3)],
            waiting(4, .transport(reset)), .wait(.seconds(4))),
        Row("but not after the end", [(.close, 1), (.restart, 2)], [], .finish),
    ]

    @Test("Opens the stream only after a valid response", arguments: openingRows)
    func opens(row: Row) { check(row) }

    @Test("Ends only after a permanent problem or when closed", arguments: refusalsRows)
    func refuses(row: Row) { check(row) }

    @Test("Reconnects with backoff after any other problem", arguments: reconnectsRows)
    func reconnects(row: Row) { check(row) }

    @Test("Reconnects immediately on a restart unless it has ended", arguments: restartRows)
    func restarts(row: Row) { check(row) }

    private func check(_ row: Row) {
        var machine = EventSourceMachine(policy: row.policy)
        let random = SeededRandom(seed: 1)
        var effects = machine.handle(.start, at: .zero, random: random)
        #expect(effects.events == [.status(.connecting(attempt: 1))])
        #expect(effects.next == .connect(lastEventID: "", within: .seconds(10)))
        for (event, uptime) in row.happened {
            effects = machine.handle(event, at: .seconds(uptime), random: random)
        }
        #expect(effects.events == row.events)
        #expect(effects.next == row.effect)
    }

    @Test("Treats 4xx statuses except 408, 425, and 429 as permanent by default")
    func policies() {
        #expect(EventSourcePolicy.standard.permanentStatuses.isSuperset(of: [400, 401, 403, 404, 405, 410]))
        #expect(EventSourcePolicy.standard.permanentStatuses.isDisjoint(with: [301, 408, 425, 429, 500, 503]))
    }
}
