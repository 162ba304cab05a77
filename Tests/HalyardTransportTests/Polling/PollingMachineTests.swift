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
        var policy: PollingPolicy
        /// What happens after the first request.
        var events: [Event]
        /// The effect after each of them.
        var effects: [Effect]

        init(_ rule: String, _ policy: PollingPolicy, _ events: [Event], _ effects: [Effect]) {
            (self.rule, self.policy, self.events, self.effects) = (rule, policy, events, effects)
        }

        var testDescription: String { rule }
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
            "sends the ETag of an accepted body byte for byte", plain,
            [answer(200, weak, to: 1), yes, .waited(2)], [modified(weak), pause, .request(3, tag: "W/\"a\"")]),
        Row(
            "doesn't send the ETag of a rejected body", plain, [answer(200, weak, to: 1), no, .waited(2)],
            [modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "keeps the previous body's ETag after a rejected body", plain,
            [
                answer(200, weak, to: 1), yes, .waited(2), answer(200, ["etag": "\"b\""], to: 3), no, .waited(4),
            ],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), modified(["etag": "\"b\""]),
                .wait(4, .seconds(30)), .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "sends no ETag after a response without one", plain, [answer(200, to: 1), yes, .waited(2)],
            [modified(), pause, .request(3, tag: nil)]),
        Row(
            "keeps the ETag after a 304, whatever the consumer returns", plain,
            [answer(200, weak, to: 1), yes, .waited(2), answer(304, to: 3), no, .waited(4)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), .deliver(.notModified(head(304))),
                .wait(4, .seconds(30)), .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "keeps the ETag after a failure", plain,
            [answer(200, weak, to: 1), yes, .waited(2), answer(500, to: 3), no, .waited(4)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), failed(500, retry: 60), .wait(4, .seconds(60)),
                .request(5, tag: "W/\"a\""),
            ]),
        Row(
            "doesn't send an ETag that the consumer dropped", plain,
            [answer(200, weak, to: 1), yes, .tagForgotten, .waited(2)],
            [modified(weak), pause, pause, .request(3, tag: nil)]),
        Row(
            "doesn't keep an ETag that the consumer drops while it reads the body", plain,
            [answer(200, weak, to: 1), .tagForgotten, yes, .waited(2)],
            [modified(weak), modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "requests again after a 304 to an ETag that was dropped in the meantime", plain,
            [answer(200, weak, to: 1), yes, .waited(2), .tagForgotten, answer(304, to: 3)],
            [
                modified(weak), pause, .request(3, tag: "W/\"a\""), .request(3, tag: "W/\"a\""),
                .request(4, tag: nil),
            ]),
        Row(
            "treats a 304 to a request without an ETag as a failure (RFC 9110, section 15.4.5)", plain,
            [answer(304, to: 1)],
            [failed(304, retry: 60)]),
    ]

    static let failures: [Row] = [
        Row(
            "waits longer after each 5xx and lost connection, up to 5 minutes", plain,
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
            "starts with the shortest delay again after a success", plain,
            [answer(500, to: 1), no, .waited(2), answer(200, to: 3), yes, .waited(4), answer(500, to: 5)],
            [
                failed(500, retry: 60), .wait(2, .seconds(60)), .request(3, tag: nil), modified(),
                .wait(4, .seconds(30)),
                .request(5, tag: nil), failed(500, retry: 60),
            ]),
        Row("waits 5 minutes after 401", plain, [answer(401, to: 1)], [failed(401, retry: 300)]),
        Row("waits 5 minutes after 403", plain, [answer(403, to: 1)], [failed(403, retry: 300)]),
        Row("waits 5 minutes after 404", plain, [answer(404, to: 1)], [failed(404, retry: 300)]),
        Row(
            "treats another successful status as a failure", plain, [answer(202, to: 1)],
            [failed(202, retry: 60)]),
        Row(
            "never waits less than the interval",
            PollingPolicy(interval: .seconds(900), firstRetry: .zero, jitter: .full),
            [answer(500, to: 1)], [failed(500, retry: 900)]),
        Row(
            "waits for a longer Retry-After in seconds (RFC 9110, section 10.2.3)", plain,
            [answer(503, ["Retry-After": "100"], to: 1)],
            [failed(503, ["Retry-After": "100"], retry: 100)]),
        Row(
            "waits for a longer Retry-After with a date (RFC 9110, section 10.2.3)", plain,
            [answer(503, ["Retry-After": "Thu, 01 Jan 2026 00:01:30 GMT"], to: 1)],
            [failed(503, ["Retry-After": "Thu, 01 Jan 2026 00:01:30 GMT"], retry: 90)]),
        Row(
            "ignores a shorter Retry-After", plain, [answer(503, ["Retry-After": "1"], to: 1)],
            [failed(503, ["Retry-After": "1"], retry: 60)]),
        Row(
            "limits Retry-After to an hour", plain, [answer(503, ["Retry-After": "999999"], to: 1)],
            [failed(503, ["Retry-After": "999999"], retry: 3600)]),
        Row(
            "ends after a permanent status, once the consumer has received it", strict,
            [answer(401, to: 1), no],
            [failed(401, retry: nil), .finish]),
        Row(
            "ends if the transport is closed", plain, [.failed(closed, request: 1), no],
            [lost(nil, closed), .finish]),
    ]

    static let wishes: [Row] = [
        Row(
            "sends one request without an interval", once, [answer(200, to: 1), yes], [modified(), .wait(2, nil)]),
        Row(
            "sends one request without an interval, even if it fails", once, [answer(500, to: 1), no],
            [failed(500, retry: nil), .wait(2, nil)]),
        Row(
            "retries with growing delays until the first response, if the policy allows it", retrying,
            [
                answer(500, to: 1), no, .waited(2), .failed(reset, request: 3), no, .waited(4), answer(200, to: 5), yes,
                .refresh, answer(500, to: 7),
            ],
            [
                failed(500, retry: 2), .wait(2, .seconds(2)), .request(3, tag: nil), lost(4), .wait(4, .seconds(4)),
                .request(5, tag: nil), modified(), .wait(6, nil), .request(7, tag: nil), failed(500, retry: 2),
            ]),
        Row(
            "retries after a rejected body, if the policy allows it", retrying,
            [answer(200, to: 1), no, .waited(2), answer(200, to: 3), no, .waited(4), answer(200, to: 5), yes],
            [
                modified(), .wait(2, .seconds(2)), .request(3, tag: nil), modified(), .wait(4, .seconds(4)),
                .request(5, tag: nil), modified(), .wait(6, nil),
            ]),
        Row(
            "retries after the longest delay or Retry-After when the server refuses, if the policy allows it", retrying,
            [answer(404, to: 1), no, .waited(2), answer(429, ["Retry-After": "90"], to: 3)],
            [
                failed(404, retry: 300), .wait(2, .seconds(300)), .request(3, tag: nil),
                failed(429, ["Retry-After": "90"], retry: 90),
            ]),
        Row(
            "sends another request without an interval on a refresh", once, [answer(500, to: 1), no, .refresh],
            [failed(500, retry: nil), .wait(2, nil), .request(3, tag: nil)]),
        Row(
            "refreshes without waiting for the interval", plain, [answer(200, to: 1), yes, .refresh],
            [modified(), pause, .request(3, tag: nil)]),
        Row(
            "shares one later request between the refreshes during a request", plain,
            [.refresh, .refresh, answer(200, to: 1), yes, answer(200, to: 2), yes],
            [
                .request(1, tag: nil), .request(1, tag: nil), modified(), .request(2, tag: nil), modified(),
                .wait(3, .seconds(30)),
            ]),
        Row(
            "refreshes immediately after a busy consumer", plain,
            [answer(200, weak, to: 1), .refresh, yes], [modified(weak), modified(weak), .request(2, tag: "W/\"a\"")]),
        Row(
            "replaces the request under way by a changed one, and ignores its late response", plain,
            [.requestChanged(keepingTag: false), answer(200, to: 1), .failed(reset, request: 1), answer(200, to: 2)],
            [.request(2, tag: nil), .request(2, tag: nil), .request(2, tag: nil), modified()]),
        Row(
            "sends a changed request immediately, without the previous ETag", plain,
            [answer(200, weak, to: 1), yes, .requestChanged(keepingTag: false)],
            [modified(weak), pause, .request(3, tag: nil)]),
        Row(
            "sends a changed request with the previous ETag if the caller keeps it", plain,
            [answer(200, weak, to: 1), yes, .requestChanged(keepingTag: true)],
            [modified(weak), pause, .request(3, tag: "W/\"a\"")]),
        Row(
            "sends a changed request after a busy consumer, without the ETag", plain,
            [answer(200, weak, to: 1), .requestChanged(keepingTag: false), yes],
            [modified(weak), modified(weak), .request(2, tag: nil)]),
        Row(
            "ignores the end of a wait that a refresh ended early", plain,
            [answer(200, to: 1), yes, .refresh, .waited(2), answer(200, to: 3), yes, .waited(2), .waited(4)],
            [
                modified(), pause, .request(3, tag: nil), .request(3, tag: nil), modified(), .wait(4, .seconds(30)),
                .wait(4, .seconds(30)), .request(5, tag: nil),
            ]),
        Row(
            "does nothing after close", plain, [.close, answer(200, to: 1), .refresh, .start],
            [.finish, .finish, .finish, .finish]),
        Row(
            "does nothing after close during a busy consumer", plain, [answer(200, to: 1), .close, yes],
            [modified(), .finish, .finish]),
    ]

    @Test("Keeps an ETag only if the consumer accepted its body", arguments: tags)
    func keepsTags(row: Row) { check(row) }

    @Test("Delays the next request after a failure", arguments: failures)
    func delays(row: Row) { check(row) }

    @Test("Handles refreshes, request changes, and closing", arguments: wishes)
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

    @Test("Sends the initial ETag with the first request, and applies jitter")
    func start() {
        let now = Instant(millisecondsSinceEpoch: 0)
        let random = SeededRandom(seed: 1)
        var machine = PollingMachine(policy: PollingPolicy(firstRetry: .zero), tag: "\"b\"")
        machine.handle(.start, at: now, random: random)
        #expect(machine.effect == .request(1, tag: "\"b\""))
        machine.handle(.failed(Self.reset, request: 1), at: now, random: random)
        #expect(machine.effect == .deliver(.failed(.transport(Self.reset), retryAfter: .milliseconds(46_996))))
    }

    // MARK: Before the first response

    /// Returns the delays after consecutive responses, in milliseconds.
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

    @Test("Retries with increasing delays until the first response")
    func firstRetries() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, Array(repeating: nil, count: 6)) == [1566, 3133, 6266, 12_532, 26_186, 46_996])
        #expect(delays(policy, [500, 408, 503]) == [1566, 3133, 6266])
    }

    @Test("Waits at least the interval after a failure that follows a success")
    func firstRetriesEnd() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, [nil, 200, nil, 500]) == [1566, 15_000, 23_498, 46_996])
    }

    @Test("Doesn't retry early after a rejection or a requested pause")
    func noFirstRetries() {
        let policy = PollingPolicy(interval: .seconds(15))
        #expect(delays(policy, [429]) == [23_498])
        #expect(delays(policy, [401]) == [234_984])
        #expect(delays(policy, [503], ["Retry-After": "40"]) == [40_000])
    }

    @Test("Retries no faster than the first retry delay at a short interval")
    func shortInterval() {
        #expect(delays(PollingPolicy(interval: .seconds(1)), [nil, nil]) == [1566, 3133])
        #expect(PollingPolicy(firstRetry: .seconds(-1)).firstRetry == .zero)
    }

    @Test("Delays the first request until a refresh or a request change")
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
        "Skips the initial delay after a refresh or change before the start",
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

    @Test("Treats an interval of zero or less as no interval", arguments: [-1, 0, 1])
    func intervals(seconds: Int) {
        let interval: Duration? = seconds > 0 ? .seconds(seconds) : nil
        #expect(PollingPolicy(interval: .seconds(seconds)).interval == interval)
        var policy = PollingPolicy()
        policy.interval = .seconds(seconds)
        #expect(policy.interval == interval)
    }
}
