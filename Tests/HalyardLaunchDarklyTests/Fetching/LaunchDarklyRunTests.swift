// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly runs")
struct LaunchDarklyRunTests {
    private static let texts = [
        "", "{", "null", "7", "[]", "{}", #"{"a":{"value":1,"version":2}}"#, #"{"a":{"value":2,"version":1},"b":true}"#,
        #"{"key":"a","value":3,"version":3}"#, #"{"key":"a","version":4}"#, #"{"key":"b","deleted":true}"#,
        #"{"key":"a","version":"x"}"#, #"{"a":{"deleted":true,"version":9}}"#,
    ]

    private func run() -> LaunchDarklyRun {
        LaunchDarklyRun(
            provider: "ld", services: ("http://poll", "http://stream"), context: .user("a"), fingerprint: "f",
            resuming: nil)
    }

    private func head(_ random: SeededRandom) -> HTTPResponseHead {
        let status = [200, 204, 304, 400, 401, 404, 429, 500][Int(random.next() % 8)]
        return HTTPResponseHead(status: status, headers: random.next() % 2 == 0 ? ["ETag": "\"t\""] : [:])
    }

    private func effects(_ run: inout LaunchDarklyRun, _ random: SeededRandom, at now: Instant)
        -> LaunchDarklyRun.Effects
    {
        let text = Self.texts[Int(random.next() % UInt64(Self.texts.count))]
        let problem = EventSource.Problem.status(head(random).status)
        let uptime = Duration.milliseconds(random.next() % 3000)
        switch random.next() % 11 {
        case 10: return run.showOutage(at: now, uptime: uptime)
        case 0...3:
            let type = ["put", "patch", "delete", "ping", "message"][Int(random.next() % 5)]
            return run.receive(ServerSentEvent(type: type, data: text), at: now)
        case 4: return run.receive(.connecting(attempt: 1), at: now, uptime: uptime)
        case 5: return run.receive(.open(head(random)), at: now, uptime: uptime)
        case 6: return run.receive(.waiting(.seconds(1), after: problem), at: now, uptime: uptime)
        case 7: return run.receive(.closed(.refused(problem)), at: now, uptime: uptime)
        case 8:
            let response = HTTPResponse(head(random), body: Array(text.utf8))
            return run.receive(.modified(response), refusals: [401], at: now)
        default:
            return run.receive(
                random.next() % 2 == 0
                    ? .notModified(head(random))
                    : .failed(.status(HTTPResponse(head(random))), retryAfter: .seconds(1)),
                refusals: [401], at: now)
        }
    }

    @Test("Publishes consistent states for random inputs", arguments: [1, 2, 3, 4] as [UInt64])
    func soundness(seed: UInt64) {
        let random = SeededRandom(seed: seed)
        for _ in 0..<2000 {
            var (run, latest) = (run(), Instant(millisecondsSinceEpoch: 0))
            for _ in 0..<(random.next() % 16) {
                // The wall clock can go back.
                let now = Instant(millisecondsSinceEpoch: Int64(random.next() % 1000))
                let before = run.flagSet
                let effects = effects(&run, random, at: now)
                if let flagSet = effects.state?.flagSet {
                    // Flags that arrive while the stream is lost are served as stale.
                    let isReady = effects.state?.status == .ready
                    #expect(isReady || effects.state?.status == .stale)
                    #expect((effects.state?.error == nil) == isReady)
                    // A full set of flags always answers the request.
                    #expect(effects.state?.isAnswer == true || !(isReady || effects.isAccepted))
                    #expect(flagSet.context == .user("a") && flagSet.providerData["fingerprint"] == "f")
                    #expect(flagSet.confirmedAt >= latest)
                    latest = flagSet.confirmedAt
                    #expect(flagSet.table.allSatisfy { $0.origin == Origin(.network, provider: "ld") })
                } else if let state = effects.state {
                    #expect(state.status == (run.flagSet == nil ? .error : .stale) && state.error != nil)
                }
                if case .failed? = effects.news {
                    #expect(run.flagSet?.confirmedAt == before?.confirmedAt)
                    #expect(!effects.isAccepted)
                }
                #expect(effects.refusal == nil || effects.state == nil)
                #expect(!effects.isAccepted || effects.state?.flagSet != nil)
            }
        }
    }

    @Test("Reports a repeated failure once until a request succeeds")
    func once() {
        var (run, now) = (run(), Instant(millisecondsSinceEpoch: 0))
        let failure = PollingOutcome.failed(
            .status(HTTPResponse(HTTPResponseHead(status: 500))), retryAfter: .seconds(2))
        #expect(
            run.receive(failure, refusals: [], at: now).diagnostics.map(\.description) == [
                "warning: ld: http://poll: The service responded with status 500. Halyard will retry. Next attempt in 2.0 seconds."
            ])
        #expect(run.receive(failure, refusals: [], at: now).diagnostics == [])
        let response = HTTPResponse(HTTPResponseHead(status: 200), body: Array(#"{"a":1}"#.utf8))
        #expect(run.receive(.modified(response), refusals: [], at: now).diagnostics.count == 1)
        now = now + .seconds(1)
        #expect(run.receive(.modified(response), refusals: [], at: now).diagnostics == [])
        #expect(run.receive(failure, refusals: [], at: now).diagnostics.count == 1)
    }

    @Test("Records when flags were last known to be valid")
    func connection() {
        var connection = LaunchDarklyConnection()
        func at(_ second: Int64, _ event: LaunchDarklyConnection.Event) -> String {
            connection.apply(event, at: Instant(millisecondsSinceEpoch: 1_767_225_600_000 + second * 1000))
            return connection.line
        }
        #expect(
            at(1, .began(.establishingStreamingConnection, knownSince: nil))
                == "establishingStreamingConnection known: - failed: - -")
        #expect(at(2, .failed(.httpError(500))) == "establishingStreamingConnection known: - failed: 2s httpError(500)")
        #expect(at(3, .confirmed) == "streaming known: - failed: 2s httpError(500)")
        #expect(at(4, .lost) == "streaming known: 4s failed: 2s httpError(500)")
        #expect(at(5, .lost) == "streaming known: 4s failed: 2s httpError(500)")
        #expect(at(6, .confirmed) == "streaming known: - failed: 2s httpError(500)")
        #expect(at(7, .began(.polling, knownSince: nil)) == "polling known: 7s failed: 2s httpError(500)")
        #expect(at(8, .confirmed) == "polling known: 8s failed: 2s httpError(500)")
        #expect(at(9, .began(.offline, knownSince: nil)) == "offline known: 8s failed: 2s httpError(500)")
        #expect(at(10, .failed(.unauthorized)) == "offline known: 8s failed: 10s unauthorized")
        #expect(at(11, .ended) == "offline known: 8s failed: 10s unauthorized")
    }
}
