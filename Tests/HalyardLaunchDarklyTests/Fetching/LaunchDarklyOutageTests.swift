// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import Testing

@testable import HalyardLaunchDarkly

/// The states of a run that loses its stream, with exact times.
@Suite("Lost LaunchDarkly streams")
struct LaunchDarklyOutageTests {
    enum Input: Sendable {
        case connecting, open, ping, tick
        case put(Int), patch(Int), garbage
        case lost(EventSource.Problem), refused(Int)
        case poll(Int), unmodified, failedPoll(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        /// Inputs with their times in milliseconds.
        var inputs: [(at: Int, Input)]
        /// Published states, each with its time and the current value of the flag.
        var published: [String]

        init(_ rule: String, _ inputs: [(at: Int, Input)], _ published: [String]) {
            (self.rule, self.inputs, self.published) = (rule, inputs, published)
        }

        var testDescription: String { rule }
    }

    private static let serving: [(at: Int, Input)] = [(0, .connecting), (0, .open), (0, .put(1))]
    private static let reset = EventSource.Problem.transport(TransportError(.disconnected, "The connection was reset"))

    static let breaks = [
        Row(
            "a stream that is open again within a second shows nothing",
            serving + [
                (10_000, .lost(.ended)), (10_700, .connecting), (10_999, .open), (11_000, .tick), (11_300, .put(1)),
            ], ["0 READY 1", "11300 READY 1"]),
        Row(
            "a second without a stream shows, with the reason",
            serving + [(10_000, .lost(.ended)), (10_700, .connecting), (11_000, .tick)],
            ["0 READY 1", "11000 STALE 1 The stream ended."]),
        Row(
            "less than a second does not", serving + [(10_000, .lost(.ended)), (10_999, .tick)], ["0 READY 1"]),
        Row(
            "it shows once", serving + [(10_000, .lost(reset)), (11_000, .tick), (11_001, .tick), (12_000, .tick)],
            ["0 READY 1", "11000 STALE 1 The connection was reset."]),
        Row(
            "tries that fail within the second show at its end, with the last reason",
            serving + [(10_000, .lost(.ended)), (10_500, .connecting), (10_600, .lost(.status(503))), (11_000, .tick)],
            ["0 READY 1", "11000 STALE 1 The service responded with status 503. Halyard will retry."]),
        Row(
            "a try that fails at its end shows it, though the clock's reminder is late",
            serving + [(10_000, .lost(.ended)), (10_600, .connecting), (11_000, .lost(.status(503))), (11_001, .tick)],
            ["0 READY 1", "11000 STALE 1 The service responded with status 503. Halyard will retry."]),
        Row(
            "later tries that fail keep it stale and change the reason",
            serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (11_500, .connecting), (11_600, .lost(.status(503))),
                (13_000, .connecting), (23_000, .lost(reset)),
            ],
            [
                "0 READY 1", "11000 STALE 1 The stream ended.",
                "11600 STALE 1 The service responded with status 503. Halyard will retry.",
                "23000 STALE 1 The connection was reset.",
            ]),
        Row(
            "a refusal ends it at once",
            serving + [(10_000, .lost(.ended)), (10_500, .connecting), (10_600, .refused(401))],
            ["0 READY 1", "10600 refused"]),
        Row(
            "without flags a try that fails is an error at once",
            [(0, .connecting), (100, .lost(.status(503))), (1100, .tick)],
            ["100 ERROR - The service responded with status 503. Halyard will retry."]),
        Row(
            "what cannot be read shows at once", serving + [(5000, .garbage), (6000, .put(2))],
            ["0 READY 1", "5000 STALE 1 sent a \"put\" event that isn't JSON.", "6000 READY 2"]),
    ]

    static let returns = [
        Row(
            "an open stream is not fresh yet: all flags are",
            serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (12_000, .connecting), (12_100, .open), (14_000, .put(2)),
            ], ["0 READY 1", "11000 STALE 1 The stream ended.", "14000 READY 2"]),
        Row(
            "one flag says nothing about the others",
            serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (12_000, .connecting), (12_100, .open), (12_200, .patch(2)),
                (12_300, .put(3)), (12_400, .patch(4)),
            ],
            [
                "0 READY 1", "11000 STALE 1 The stream ended.", "12200 STALE 2 The stream ended.", "12300 READY 3",
                "12400 READY 4",
            ]),
        Row(
            "streams that open and bring nothing do not hide that flags are old",
            serving + [
                (10_000, .lost(.ended)), (10_500, .connecting), (10_600, .open), (10_900, .lost(.ended)),
                (11_000, .tick),
            ], ["0 READY 1", "11000 STALE 1 The stream ended."]),
        Row(
            "the second begins anew once flags are fresh",
            serving + [
                (10_000, .lost(.ended)), (10_500, .connecting), (10_600, .open), (10_700, .put(2)),
                (10_800, .lost(.ended)), (11_000, .tick), (11_799, .tick), (11_800, .tick),
            ], ["0 READY 1", "10700 READY 2", "11800 STALE 2 The stream ended."]),
        Row(
            "a ping is no flag, the poll that answers it brings all",
            serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (12_000, .connecting), (12_100, .open), (12_200, .ping),
                (12_300, .failedPoll(503)), (13_000, .poll(2)),
            ],
            [
                "0 READY 1", "11000 STALE 1 The stream ended.",
                "12300 STALE 1 The service responded with status 503. Halyard will retry.",
                "13000 READY 2",
            ]),
        Row(
            "so does one that says that nothing has changed",
            serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (12_000, .connecting), (12_100, .open), (12_200, .unmodified),
            ], ["0 READY 1", "11000 STALE 1 The stream ended.", "12200 READY 1"]),
        Row(
            "a poll that is answered while there is no stream brings flags that nothing keeps fresh",
            serving + [
                (10_000, .ping), (10_001, .lost(.ended)), (10_500, .poll(2)), (11_001, .tick), (12_000, .poll(3)),
                (13_000, .connecting), (13_100, .open), (13_200, .put(3)),
            ],
            [
                "0 READY 1", "10500 READY 2", "11001 STALE 2 The stream ended.", "12000 STALE 3 The stream ended.",
                "13200 READY 3",
            ]),
        Row(
            "a stream that only sent a ping waits for its poll as long",
            [(0, .connecting), (0, .open), (0, .ping), (100, .lost(.ended)), (900, .poll(1)), (1100, .tick)],
            ["900 READY 1", "1100 STALE 1 The stream ended."]),
    ]

    @Test("Reports a lost stream after 1 second, and other errors immediately", arguments: breaks)
    func loses(row: Row) { check(row) }

    @Test("Reports READY only with fresh flags", arguments: returns)
    func recovers(row: Row) { check(row) }

    @Test("Marks resumed flags as stale when the first attempt fails")
    func resumed() {
        var run = Self.run(resuming: FlagSet(["a": 1], from: "cache", for: .user("a")))
        #expect(Self.play([(0, .connecting), (100, .lost(.ended))], &run) == ["100 STALE 1 The stream ended."])
    }

    @Test("Reports each reason for an outage once, and doesn't report its end")
    func diagnostics() {
        var run = Self.run()
        var found: [String] = []
        let inputs =
            Self.serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (11_100, .lost(.ended)), (12_000, .lost(.status(503))),
                (14_000, .lost(.status(503))), (20_000, .open), (20_000, .put(2)), (30_000, .lost(.ended)),
                (31_000, .tick),
            ]
        for (moment, input) in inputs {
            found += Self.take(input, at: moment, &run).diagnostics.map { "\(moment) \($0.description)" }
        }
        #expect(
            found == [
                "11000 warning: ld: http://stream: The stream ended.",
                "12000 warning: ld: http://stream: The service responded with status 503. Halyard will retry. Next attempt in 1.0 seconds.",
                "31000 warning: ld: http://stream: The stream ended.",
            ])
    }

    @Test("Confirms flags after a lost stream only with a full set of flags")
    func confirmation() {
        var run = Self.run()
        var confirmed: [Int64] = []
        let inputs =
            Self.serving + [
                (10_000, .lost(.ended)), (11_000, .tick), (12_000, .open), (12_100, .patch(2)), (12_200, .lost(.ended)),
                (12_300, .poll(3)), (13_000, .open), (14_000, .put(3)),
            ]
        for (moment, input) in inputs {
            guard let flagSet = Self.take(input, at: moment, &run).state?.flagSet else { continue }
            confirmed.append(flagSet.confirmedAt.millisecondsSinceEpoch)
        }
        #expect(confirmed == [0, 0, 12_300, 14_000])
    }

    // MARK: Helpers

    private static func run(resuming flagSet: FlagSet? = nil) -> LaunchDarklyRun {
        LaunchDarklyRun(
            provider: "ld", services: ("http://poll", "http://stream"), context: .user("a"), fingerprint: "f",
            resuming: flagSet)
    }

    private func check(_ row: Row) {
        var run = Self.run()
        #expect(Self.play(row.inputs, &run) == row.published)
    }

    private static func play(_ inputs: [(at: Int, Input)], _ run: inout LaunchDarklyRun) -> [String] {
        inputs.compactMap { moment, input in
            let step = take(input, at: moment, &run)
            if step.refusal != nil { return "\(moment) refused" }
            guard let state = step.state else { return nil }
            let value = run.flagSet?.table["a"].map { "\($0.value)" } ?? "-"
            let why = state.error.map { " " + $0.message.split(separator: ": ", maxSplits: 1)[1] } ?? ""
            return "\(moment) \(state.status.rawValue) \(value)\(why)"
        }
    }

    private static func take(_ input: Input, at moment: Int, _ run: inout LaunchDarklyRun) -> LaunchDarklyRun.Effects {
        let (now, uptime) = (Instant(millisecondsSinceEpoch: Int64(moment)), Duration.milliseconds(moment))
        func flag(_ value: Int) -> String { #"{"value":\#(value),"version":\#(moment)}"# }
        func event(_ type: String, _ data: String) -> LaunchDarklyRun.Effects {
            run.receive(ServerSentEvent(type: type, data: data), at: now)
        }
        func status(_ status: EventSource.Status) -> LaunchDarklyRun.Effects {
            run.receive(status, at: now, uptime: uptime)
        }
        func poll(_ outcome: PollingOutcome) -> LaunchDarklyRun.Effects {
            run.receive(outcome, refusals: [401], at: now)
        }
        switch input {
        case .connecting: return status(.connecting(attempt: 1))
        case .open: return status(.open(HTTPResponseHead(status: 200)))
        case .lost(let problem): return status(.waiting(.seconds(1), after: problem))
        case .refused(let code): return status(.closed(.refused(.status(code))))
        case .tick: return run.showOutage(at: now, uptime: uptime)
        case .ping: return event("ping", " ")
        case .garbage: return event("put", "{")
        case .put(let value): return event("put", #"{"a":\#(flag(value))}"#)
        case .patch(let value): return event("patch", #"{"key":"a","value":\#(value),"version":\#(moment)}"#)
        case .poll(let value):
            let body = Array(#"{"a":\#(flag(value))}"#.utf8)
            return poll(.modified(HTTPResponse(HTTPResponseHead(status: 200), body: body)))
        case .unmodified: return poll(.notModified(HTTPResponseHead(status: 304)))
        case .failedPoll(let code):
            return poll(.failed(.status(HTTPResponse(HTTPResponseHead(status: code))), retryAfter: .seconds(1)))
        }
    }
}
