// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

@Suite("PollingMachine")
struct PollingMachineTests {
    typealias Event = PollingMachine.Event
    typealias Effect = PollingMachine.Effect

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var source: String
        var policy: PollingPolicy
        /// What happens after the first request.
        var events: [Event]
        /// The effect after each of them.
        var effects: [Effect]

        init(_ rule: String, _ source: String, _ policy: PollingPolicy, _ events: [Event], _ effects: [Effect]) {
            (self.rule, self.source, self.policy, self.events, self.effects) = (rule, source, policy, events, effects)
        }

        var testDescription: String { "\(rule) (\(source))" }
    }

    static let plain = PollingPolicy(firstRetry: .zero, jitter: .none)
    static let once = PollingPolicy(interval: .zero, jitter: .none)
    static let retrying = PollingPolicy(interval: .zero, retriesWithoutInterval: true, jitter: .none)
    static let strict = PollingPolicy(permanentStatuses: [401], jitter: .none)

    private static func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponseHead {
        HTTPResponseHead(status: status, headers: headers)
    }
    private static func answer(_ status: Int, _ headers: HTTPHeaders = [:], to number: Int) -> Event {
        .answered(HTTPResponse(head(status, headers)), request: number)
    }
    private static func modified(_ headers: HTTPHeaders = [:]) -> Effect {
        .deliver(.modified(HTTPResponse(head(200, headers))))
    }
    private static func failed(_ status: Int, _ headers: HTTPHeaders = [:], retry seconds: Int?) -> Effect {
        .deliver(.failed(.status(HTTPResponse(head(status, headers))), retryAfter: seconds.map { .seconds($0) }))
    }
    private static func lost(_ seconds: Int?, _ error: TransportError = reset) -> Effect {
        .deliver(.failed(.transport(error), retryAfter: seconds.map { .seconds($0) }))
    }
    private static let reset = TransportError(.disconnected, "The connection was reset.")
    private static let closed = TransportError(.closed, "The transport was closed.")
    private static let weak: HTTPHeaders = ["etag": "W/\"a\""]
    private static let yes = Event.handled(isAccepted: true)
    private static let no = Event.handled(isAccepted: false)
    private static let pause = Effect.wait(2, .seconds(30))

    static let tags: [Row] = [
        Row(
            "an accepted body's tag is sent byte for byte", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .waited(2)], [modified(weak), pause, .request(3, tag: "W/\"a\"")]),
        Row(
            "a refused body's is not", "unleash.md 1.4", plain, [answer(200, weak, to: 1), no, .waited(2)],
            [modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "a refused body leaves the tag of the one before it in place", "ofrep.md 3", plain,
            [
                answer(200, weak, to: 1), yes, .waited(2), answer(200, ["etag": "\"b\""], to: 3), no, .waited(4),
            ],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), modified(["etag": "\"b\""]),
                .wait(4, .seconds(30)), .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "no tag, none sent", "unleash.md 1.4", plain, [answer(200, to: 1), yes, .waited(2)],
            [modified(), pause, .request(3, tag: nil)]),
        Row(
            "not modified keeps it, whatever the consumer returns", "launchdarkly.md 1", plain,
            [answer(200, weak, to: 1), yes, .waited(2), answer(304, to: 3), no, .waited(4)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), .deliver(.notModified(head(304))),
                .wait(4, .seconds(30)), .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "a failure keeps it: the store has not changed", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .waited(2), answer(500, to: 3), no, .waited(4)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), failed(500, retry: 60), .wait(4, .seconds(60)),
                .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "one that is forgotten is not sent", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .tagForgotten, .waited(2)],
            [modified(weak), pause, pause, .request(3, tag: nil)]),
        Row(
            "one that is forgotten while the consumer takes the body is not kept", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), .tagForgotten, yes, .waited(2)],
            [modified(weak), modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "not modified against one that was forgotten since asks again", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .waited(2), .tagForgotten, answer(304, to: 3)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), .request(3, tag: "W/\"a\""),
                .request(4, tag: nil),
            ]),
        Row(
            "not modified without a tag is a failure", "RFC 9110 15.4.5", plain, [answer(304, to: 1)],
            [failed(304, retry: 60)]),
    ]

    static let failures: [Row] = [
        Row(
            "5xx and lost connections wait longer each time, up to five minutes", "unleash.md 1.5", plain,
            [
                answer(500, to: 1), no, .waited(2), .failed(reset, request: 3), no, .waited(4), answer(429, to: 5), no,
                .waited(6), answer(503, to: 7),
            ],
            [
                failed(500, retry: 60), .wait(2, .seconds(60)), .request(3, tag: nil), lost(120),
                .wait(4, .seconds(120)),
                .request(5, tag: nil), failed(429, retry: 240), .wait(6, .seconds(240)), .request(7, tag: nil),
                failed(503, retry: 300),
            ]),
        Row(
            "a success ends the row", "unleash.md 1.5", plain,
            [answer(500, to: 1), no, .waited(2), answer(200, to: 3), yes, .waited(4), answer(500, to: 5)],
            [
                failed(500, retry: 60), .wait(2, .seconds(60)), .request(3, tag: nil), modified(),
                .wait(4, .seconds(30)),
                .request(5, tag: nil), failed(500, retry: 60),
            ]),
        Row("401 waits long at once", "unleash.md 1.5", plain, [answer(401, to: 1)], [failed(401, retry: 300)]),
        Row("403 waits long at once", "unleash.md 1.5", plain, [answer(403, to: 1)], [failed(403, retry: 300)]),
        Row("404 waits long at once", "unleash.md 1.5", plain, [answer(404, to: 1)], [failed(404, retry: 300)]),
        Row(
            "a body with another status is none", "unleash.md 1.5", plain, [answer(202, to: 1)],
            [failed(202, retry: 60)]),
        Row(
            "no delay is shorter than the interval", "unleash.md 1.5",
            PollingPolicy(interval: .seconds(900), firstRetry: .zero, jitter: .full),
            [answer(500, to: 1)], [failed(500, retry: 900)]),
        Row(
            "the server may ask for a longer pause", "RFC 9110 10.2.3", plain,
            [answer(503, ["Retry-After": "100"], to: 1)],
            [failed(503, ["Retry-After": "100"], retry: 100)]),
        Row(
            "as a date, too", "RFC 9110 10.2.3", plain,
            [answer(503, ["Retry-After": "Thu, 01 Jan 2026 00:01:30 GMT"], to: 1)],
            [failed(503, ["Retry-After": "Thu, 01 Jan 2026 00:01:30 GMT"], retry: 90)]),
        Row(
            "but not for a shorter one", "house", plain, [answer(503, ["Retry-After": "1"], to: 1)],
            [failed(503, ["Retry-After": "1"], retry: 60)]),
        Row(
            "nor for days", "house", plain, [answer(503, ["Retry-After": "999999"], to: 1)],
            [failed(503, ["Retry-After": "999999"], retry: 3600)]),
        Row(
            "a permanent status ends it once the consumer knows", "launchdarkly.md 3", strict,
            [answer(401, to: 1), no],
            [failed(401, retry: nil), .finish]),
        Row(
            "so does a closed transport", "TransportError.Kind", plain, [.failed(closed, request: 1), no],
            [lost(nil, closed), .finish]),
    ]

    static let wishes: [Row] = [
        Row(
            "without an interval it asks once", "house", once, [answer(200, to: 1), yes], [modified(), .wait(2, nil)]),
        Row("even if that fails", "house", once, [answer(500, to: 1), no], [failed(500, retry: nil), .wait(2, nil)]),
        Row(
            "unless it is to try again, ever more rarely, until there is an answer", "ofrep.md 6", retrying,
            [
                answer(500, to: 1), no, .waited(2), .failed(reset, request: 3), no, .waited(4), answer(200, to: 5), yes,
                .refresh, answer(500, to: 7),
            ],
            [
                failed(500, retry: 2), .wait(2, .seconds(2)), .request(3, tag: nil), lost(4), .wait(4, .seconds(4)),
                .request(5, tag: nil), modified(), .wait(6, nil), .request(7, tag: nil), failed(500, retry: 2),
            ]),
        Row(
            "also for a body that the consumer refuses", "ofrep.md 3", retrying,
            [answer(200, to: 1), no, .waited(2), answer(200, to: 3), no, .waited(4), answer(200, to: 5), yes],
            [
                modified(), .wait(2, .seconds(2)), .request(3, tag: nil), modified(), .wait(4, .seconds(4)),
                .request(5, tag: nil), modified(), .wait(6, nil),
            ]),
        Row(
            "also after a refusal, after the longest delay, and not before a pause is over", "ofrep.md 4", retrying,
            [answer(404, to: 1), no, .waited(2), answer(429, ["Retry-After": "90"], to: 3)],
            [
                failed(404, retry: 300), .wait(2, .seconds(300)), .request(3, tag: nil),
                failed(429, ["Retry-After": "90"], retry: 90),
            ]),
        Row(
            "and when told to", "house", once, [answer(500, to: 1), no, .refresh],
            [failed(500, retry: nil), .wait(2, nil), .request(3, tag: nil)]),
        Row(
            "a refresh does not wait for the interval", "house", plain, [answer(200, to: 1), yes, .refresh],
            [modified(), pause, .request(3, tag: nil)]),
        Row(
            "refreshes while a request is under way share one behind it", "launchdarkly.md 12", plain,
            [.refresh, .refresh, answer(200, to: 1), yes, answer(200, to: 2), yes],
            [
                .request(1, tag: nil), .request(1, tag: nil), modified(), .request(2, tag: nil), modified(),
                .wait(3, .seconds(30)),
            ]),
        Row(
            "a refresh while the consumer is busy asks right after", "launchdarkly.md 12", plain,
            [answer(200, weak, to: 1), .refresh, yes], [modified(weak), modified(weak), .request(2, tag: "W/\"a\"")]),
        Row(
            "another request replaces the one under way, whose answer is late", "unleash.md 1.5", plain,
            [.requestChanged(keepingTag: false), answer(200, to: 1), .failed(reset, request: 1), answer(200, to: 2)],
            [.request(2, tag: nil), .request(2, tag: nil), .request(2, tag: nil), modified()]),
        Row(
            "another request does not wait, nor send the tag of the one before", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .requestChanged(keepingTag: false)],
            [modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "unless it may", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), yes, .requestChanged(keepingTag: true)],
            [modified(weak), pause, .request(3, tag: "W/\"a\"")]),
        Row(
            "another request while the consumer is busy comes right after, without the tag", "unleash.md 1.4", plain,
            [answer(200, weak, to: 1), .requestChanged(keepingTag: false), yes],
            [modified(weak), modified(weak), .request(2, tag: nil)]),
        Row(
            "a wait that was cut short is over", "house", plain,
            [answer(200, to: 1), yes, .refresh, .waited(2), answer(200, to: 3), yes, .waited(2), .waited(4)],
            [
                modified(), pause, .request(3, tag: nil), .request(3, tag: nil), modified(), .wait(4, .seconds(30)),
                .wait(4, .seconds(30)), .request(5, tag: nil),
            ]),
        Row(
            "nothing comes after close", "house", plain, [.close, answer(200, to: 1), .refresh, .start],
            [.finish, .finish, .finish, .finish]),
        Row(
            "not even behind a consumer that was busy", "house", plain, [answer(200, to: 1), .close, yes],
            [modified(), .finish, .finish]),
    ]

    @Test("a tag is kept only while the consumer holds exactly its body", arguments: tags)
    func keepsTags(row: Row) { check(row) }

    @Test("failures delay the next request", arguments: failures)
    func delays(row: Row) { check(row) }

    @Test("a caller may ask, change the request, and close", arguments: wishes)
    func obeys(row: Row) { check(row) }

    private func check(_ row: Row) {
        let now = Instant(millisecondsSinceEpoch: 1_767_225_600_000)
        let random = SeededRandom(seed: 1)
        var machine = PollingMachine(policy: row.policy)
        machine.handle(.start, at: now, random: random)
        #expect(machine.effect == .request(1, tag: nil))
        let effects = row.events.map { event in
            machine.handle(event, at: now, random: random)
            return machine.effect
        }
        #expect(effects == row.effects)
    }

    @Test("the first request sends the tag that the consumer brings along, and jitter shortens delays by up to half")
    func start() {
        let now = Instant(millisecondsSinceEpoch: 0)
        let random = SeededRandom(seed: 1)
        var machine = PollingMachine(policy: PollingPolicy(firstRetry: .zero), tag: "\"b\"")
        machine.handle(.start, at: now, random: random)
        #expect(machine.effect == .request(1, tag: "\"b\""))
        machine.handle(.failed(Self.reset, request: 1), at: now, random: random)
        #expect(machine.effect == .deliver(.failed(.transport(Self.reset), retryAfter: .milliseconds(46_996))))
    }

    // MARK: While nothing has come yet

    /// The delays after these answers in a row, in milliseconds.
    private func delays(_ policy: PollingPolicy, _ statuses: [Int?], _ headers: HTTPHeaders = [:]) -> [Int] {
        let now = Instant(millisecondsSinceEpoch: 0)
        var machine = PollingMachine(policy: policy)
        machine.handle(.start, at: now, random: SeededRandom(seed: 1))
        return statuses.compactMap { status in
            guard case .request(let number, _) = machine.effect else { return nil }
            let answer = status.map { Self.answer($0, headers, to: number) } ?? .failed(Self.reset, request: number)
            machine.handle(answer, at: now, random: SeededRandom(seed: 1))
            machine.handle(.handled(isAccepted: true), at: now, random: SeededRandom(seed: 1))
            guard case .wait(let wait, let delay) = machine.effect else { return nil }
            machine.handle(.waited(wait), at: now, random: SeededRandom(seed: 1))
            return delay.map { Int($0 / .milliseconds(1)) }
        }
    }

    @Test("a server that does not answer is asked again soon, then more rarely, until the interval is reached")
    func firstRetries() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, Array(repeating: nil, count: 6)) == [1566, 3133, 6266, 12_532, 26_186, 46_996])
        #expect(delays(policy, [500, 408, 503]) == [1566, 3133, 6266])
    }

    @Test("once something has come, failures keep to the interval")
    func firstRetriesEnd() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, [nil, 200, nil, 500]) == [1566, 15_000, 23_498, 46_996])
    }

    @Test("a refusal, and a server that wants a pause, are not asked again soon")
    func noFirstRetries() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, [429]) == [23_498])
        #expect(delays(policy, [401]) == [234_984])
        #expect(delays(policy, [503], ["Retry-After": "40"]) == [40_000])
    }

    @Test("an interval that is as short needs no shorter ones")
    func shortInterval() {
        #expect(delays(PollingPolicy(interval: .seconds(1)), [nil, nil]) == [1566, 3133])
        #expect(PollingPolicy(firstRetry: .seconds(-1)).firstRetry == .zero)
    }

    @Test("an initial delay puts the first request off; a refresh or a changed request does not wait for it")
    func initialDelay() {
        let now = Instant(millisecondsSinceEpoch: 0)
        let random = SeededRandom(seed: 1)
        let policy = PollingPolicy(initialDelay: .seconds(7))
        for news in [Event.waited(1), .refresh, .requestChanged(keepingTag: true)] {
            var machine = PollingMachine(policy: policy, tag: "\"b\"")
            machine.handle(.start, at: now, random: random)
            #expect(machine.effect == .wait(1, .seconds(7)))
            machine.handle(news, at: now, random: random)
            #expect(machine.effect == .request(2, tag: "\"b\""))
        }
        #expect(PollingPolicy(initialDelay: .seconds(-1)).initialDelay == .zero)
    }

    @Test(
        "what is asked for before the start is not forgotten in the first wait",
        arguments: [
            (.refresh, "\"1\""), (.requestChanged(keepingTag: true), "\"1\""),
            (.requestChanged(keepingTag: false), nil),
        ] as [(Event, String?)])
    func askedBeforeTheStart(event: Event, tag: String?) {
        var machine = PollingMachine(policy: PollingPolicy(initialDelay: .seconds(7)), tag: "\"1\"")
        for event in [event, .start] {
            machine.handle(event, at: Instant(millisecondsSinceEpoch: 0), random: SeededRandom(seed: 1))
        }
        #expect(machine.effect == .request(1, tag: tag))
    }

    @Test("Takes an interval of zero or less for none", arguments: [-1, 0, 1])
    func intervals(seconds: Int) {
        let interval: Duration? = seconds > 0 ? .seconds(seconds) : nil
        #expect(PollingPolicy(interval: .seconds(seconds)).interval == interval)
        var policy = PollingPolicy()
        policy.interval = .seconds(seconds)
        #expect(policy.interval == interval)
    }
}
