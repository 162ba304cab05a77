// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

@Suite("EventSourceMachine")
struct EventSourceMachineTests {
    typealias Event = EventSourceMachine.Event

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        /// Where the rule comes from.
        var source: String
        var policy: EventSourcePolicy
        /// What happens after the start, and when, in seconds.
        var happened: [(Event, at: Int)]
        /// What the last event leads to.
        var events: [EventSource.Event]
        var effect: EventSourceMachine.Effect

        init(
            _ rule: String, _ source: String, under policy: EventSourcePolicy = EventSourceMachineTests.plain,
            _ happened: [(Event, at: Int)],
            _ events: [EventSource.Event], _ effect: EventSourceMachine.Effect
        ) {
            (self.rule, self.source, self.policy) = (rule, source, policy)
            (self.happened, self.events, self.effect) = (happened, events, effect)
        }

        var testDescription: String { "\(rule) (\(source))" }
    }

    static let plain = EventSourcePolicy(backoff: Backoff(jitter: .none))
    static let refusals = Set(400...499).subtracting([400, 408, 429])
    static let refusing = EventSourcePolicy(permanentStatuses: refusals, backoff: Backoff(jitter: .none))
    static let persistent = EventSourcePolicy(slowStatuses: refusals, backoff: Backoff(jitter: .none))
    static let eventful: EventSourcePolicy = {
        var policy = plain
        policy.eventsAreHealth = false
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
    static let late = TransportError(.timedOut, "No answer came in time.")

    static let openingRows: [Row] = [
        Row("an event stream opens", "WHATWG 9.2.3", [(open, 1)], [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "its type may have parameters and any case", "WHATWG 9.2.3",
            [(status(200, ["content-type": "Text/Event-Stream ; charset=utf-8"]), 1)],
            [
                .status(
                    .open(
                        HTTPResponseHead(
                            status: 200, headers: ["content-type": "Text/Event-Stream ; charset=utf-8"])))
            ], .read(within: .seconds(300))),
        Row(
            "an intermediate head opens nothing and does not lengthen the deadline", "platform.md 0, row 10",
            [(status(103), 4)], [], .read(within: .seconds(6))),
        Row(
            "after an intermediate head the real one opens", "platform.md 0, row 10", [(status(103), 4), (open, 5)],
            [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "after the head of a proxy the real one opens", "platform.md 0, row 10", [(status(200), 4), (open, 5)],
            [.status(.open(head))], .read(within: .seconds(300))),
        Row(
            "after the head of a proxy the real one may refuse", "platform.md 0, row 10", under: refusing,
            [(status(200), 4), (status(401), 5), (.ended, 5)], [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "another type does not open: its first bytes tell that no other head follows", "WHATWG 9.2.3",
            [(status(200, ["Content-Type": "text/html"]), 1), (text("<html>"), 2)],
            waiting(2, .contentType("text/html")), .wait(.seconds(2))),
        Row(
            "an answer that ends without a type did not open", "WHATWG 9.2.3", [(status(200), 1), (.ended, 2)],
            waiting(2, .contentType("")), .wait(.seconds(2))),
        Row(
            "another good status does not open", "WHATWG 9.2.3",
            [(status(202, ["Content-Type": "text/event-stream"]), 1), (.ended, 2)], waiting(2, .status(202)),
            .wait(.seconds(2))),
        Row(
            "no answer in time is a failure", "platform.md 11", [(.silent, 10)], waiting(2, .transport(late)),
            .wait(.seconds(2))),
        Row(
            "bytes or an end without a head are a failure", "HTTPStream", [(.ended, 1)],
            waiting(2, .transport(TransportError(.malformed, "The answer has no head."))), .wait(.seconds(2))),
    ]

    static let refusalsRows: [Row] = [
        Row(
            "a refusal that an error follows is a proxy's, not the service's", "platform.md 7", under: refusing,
            [(status(403), 1), (.failed(reset), 1)], waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "a refusal whose end does not come counts at the deadline", "platform.md 0, row 2", under: refusing,
            [(status(401), 1), (.silent, 10)], [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "204 ends it for good", "WHATWG 9.2.3", [(status(204), 1), (.ended, 1)],
            [.status(.closed(.refused(.status(204))))],
            .finish),
        Row(
            "401 ends it where the policy says so", "launchdarkly.md 3", under: refusing,
            [(status(401), 1), (.ended, 1)],
            [.status(.closed(.refused(.status(401))))], .finish),
        Row(
            "405 ends it on a reconnect, too", "launchdarkly.md 3", under: refusing,
            [(open, 1), (.ended, 2), (.waited, 4), (status(405), 5), (.ended, 5)],
            [.status(.closed(.refused(.status(405))))],
            .finish),
        Row(
            "400 does not", "launchdarkly.md 3", under: refusing, [(status(400), 1), (.ended, 1)],
            waiting(2, .status(400)),
            .wait(.seconds(2))),
        Row(
            "408 does not", "launchdarkly.md 3", under: refusing, [(status(408), 1), (.ended, 1)],
            waiting(2, .status(408)),
            .wait(.seconds(2))),
        Row(
            "429 does not", "launchdarkly.md 3", under: refusing, [(status(429), 1), (.ended, 1)],
            waiting(2, .status(429)),
            .wait(.seconds(2))),
        Row(
            "503 does not", "launchdarkly.md 3", under: refusing, [(status(503), 1), (.ended, 1)],
            waiting(2, .status(503)),
            .wait(.seconds(2))),
        Row(
            "401 is tried again late where the policy says that", "launchdarkly.md 3, retry-conformance",
            under: persistent,
            [(status(401), 1), (.ended, 1)], waiting(302, .status(401)), .wait(.seconds(302))),
        Row(
            "a closed transport ends it", "TransportError.Kind",
            [(.failed(TransportError(.closed, "The transport was closed.")), 1)],
            [.status(.closed(.refused(.transport(TransportError(.closed, "The transport was closed.")))))], .finish),
        Row("close ends it while it connects", "house", [(.close, 1)], [.status(.closed(.closedHere))], .finish),
        Row("close ends it while open", "house", [(open, 1), (.close, 2)], [.status(.closed(.closedHere))], .finish),
        Row(
            "close ends it while it waits", "house", [(open, 1), (.ended, 2), (.close, 3)],
            [.status(.closed(.closedHere))], .finish),
        Row("nothing comes after the end", "house", [(.close, 1), (.close, 2), (open, 3), (.waited, 4)], [], .finish),
    ]

    static let reconnectsRows: [Row] = [
        Row(
            "a clean end reconnects", "WHATWG 9.2.3", [(open, 1), (.ended, 2)], waiting(2, .ended), .wait(.seconds(2))),
        Row(
            "a lost connection reconnects", "WHATWG 9.2.3", [(open, 1), (.failed(reset), 2)],
            waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "silence reconnects", "launchdarkly.md 3: 300 s", [(open, 1), (text(":"), 200), (.silent, 500)],
            waiting(1, .silent(.seconds(300))), .wait(.seconds(1))),
        Row(
            "a comment is heard and keeps it open", "launchdarkly.md 3", [(open, 1), (text(":\n"), 200)], [],
            .read(within: .seconds(300))),
        Row(
            "after the wait it connects again", "WHATWG 9.2.3", [(open, 1), (.ended, 2), (.waited, 4)],
            [.status(.connecting(attempt: 2))], .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "failures in a row wait longer; to connect is no health", "launchdarkly.md 3",
            [(open, 1), (.ended, 2), (.waited, 4), (open, 5), (.ended, 6)], waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "after a healthy minute the wait is short", "launchdarkly.md 3",
            [(.failed(reset), 1), (.waited, 3), (open, 4), (.ended, 64)], waiting(1, .ended), .wait(.seconds(1))),
        Row(
            "a minute less a second is none", "launchdarkly.md 3",
            [(.failed(reset), 1), (.waited, 3), (open, 4), (.ended, 63)], waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "a connection that brought an event was healthy, however short it lived", "js-sdk-common 5",
            [
                (.failed(reset), 1), (.waited, 3), (.failed(reset), 4), (.waited, 8), (open, 9),
                (text("data: a\n\n"), 9),
                (.ended, 10),
            ],
            waiting(1, .ended), .wait(.seconds(1))),
        Row(
            "unless the policy says that events prove nothing", "house", under: eventful,
            [
                (.failed(reset), 1), (.waited, 3), (open, 4), (text("data: a\n\n"), 4), (.ended, 5),
            ],
            waiting(4, .ended), .wait(.seconds(4))),
        Row(
            "the failures behind it count anew", "js-sdk-common 5",
            [(open, 1), (text("data: a\n\n"), 1), (.failed(reset), 2), (.waited, 3), (.failed(reset), 4)],
            waiting(2, .transport(reset)), .wait(.seconds(2))),
        Row(
            "a comment proves no health", "house",
            [(.failed(reset), 1), (.waited, 3), (open, 4), (text(":\n"), 5), (.ended, 6)], waiting(4, .ended),
            .wait(.seconds(4))),
        Row(
            "an event of the connection before it proves nothing", "house",
            [(open, 1), (text("data: a\n\n"), 1), (.ended, 2), (.waited, 3), (open, 4), (.ended, 5)],
            waiting(2, .ended), .wait(.seconds(2))),
        Row(
            "a consumer that is too slow for every stream does not make it come back ever so fast", "house",
            [(open, 1), (text("data: a\n\n"), 2), (.failed(tooMuch), 3)], waiting(2, .transport(tooMuch)),
            .wait(.seconds(2))),
        Row(
            "the server's pause becomes the base", "WHATWG 9.2.6",
            [(open, 1), (text("retry: 5000\n"), 2), (.ended, 3)],
            waiting(10, .ended), .wait(.seconds(10))),
        Row(
            "the server's pause is bounded above", "house", [(open, 1), (text("retry: 999999999\n"), 2), (.ended, 3)],
            waiting(30, .ended), .wait(.seconds(30))),
        Row(
            "the server's pause is bounded below", "house", [(open, 1), (text("retry: 0\n"), 2), (.ended, 61)],
            [.status(.waiting(.milliseconds(100), after: .ended))], .wait(.milliseconds(100))),
        Row(
            "the last identifier goes with the next request, that of an unfinished event does not", "WHATWG 9.2.3",
            [(open, 1), (text("id: 7\ndata: a\n\nid: 8\n"), 2), (.ended, 3), (.waited, 4)],
            [.status(.connecting(attempt: 2))], .connect(lastEventID: "7", within: .seconds(10))),
        Row(
            "an unfinished event does not reach into the next connection", "WHATWG 9.2.6",
            [(open, 1), (text("data: a\n"), 2), (.ended, 3), (.waited, 5), (open, 6), (text("data: b\n\n"), 7)],
            [.event(ServerSentEvent(data: "b"))], .read(within: .seconds(300))),
        Row(
            "a line beyond the limit reconnects, after the events before it", "house", under: small,
            [(open, 1), (text("data: a\n\ndata: 12345"), 2)],
            [.event(ServerSentEvent(data: "a"))] + waiting(2, .tooLarge(.lineTooLong(limit: 9))), .wait(.seconds(2))),
    ]

    static let again: [EventSource.Event] = [.status(.connecting(attempt: 2))]
    static let restartRows: [Row] = [
        Row(
            "while it connects", "LaunchDarkly's restart", [(.restart, 4)], again,
            .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "while it is open, without what was not complete", "LaunchDarkly's restart",
            [(open, 1), (text("id: 7\ndata: 1\n\nid: 8\ndata: 2\n"), 2), (.restart, 3)], again,
            .connect(lastEventID: "7", within: .seconds(10))),
        Row(
            "while it waits", "LaunchDarkly's restart", [(.failed(reset), 1), (.restart, 2)], again,
            .connect(lastEventID: "", within: .seconds(10))),
        Row(
            "a failure afterwards counts those before", "section 3",
            [(.failed(reset), 1), (.restart, 2), (.failed(reset), 3)],
            waiting(4, .transport(reset)), .wait(.seconds(4))),
        Row("not behind the end", "LaunchDarkly's restart", [(.close, 1), (.restart, 2)], [], .finish),
    ]

    @Test("opens only once the answer fits", arguments: openingRows)
    func opens(row: Row) { check(row) }

    @Test("ends for good only where a rule says so", arguments: refusalsRows)
    func refuses(row: Row) { check(row) }

    @Test("reconnects after everything else", arguments: reconnectsRows)
    func reconnects(row: Row) { check(row) }

    @Test("a restart connects at once from every state but the end", arguments: restartRows)
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

    @Test("the statuses that end an event source are those of the policy")
    func policies() {
        #expect(EventSourcePolicy.standard.permanentStatuses.isSuperset(of: [400, 401, 403, 404, 405, 410]))
        #expect(EventSourcePolicy.standard.permanentStatuses.isDisjoint(with: [301, 408, 425, 429, 500, 503]))
    }
}
