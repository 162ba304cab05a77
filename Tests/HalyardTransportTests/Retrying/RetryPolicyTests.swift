// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("Retry policy")
struct RetryPolicyTests {
    typealias Answer = Result<HTTPResponse, TransportError>

    private static func answer(_ status: Int) -> Answer { .success(HTTPResponse(HTTPResponseHead(status: status))) }
    private static func head(_ status: Int) -> HTTPResponseHead { HTTPResponseHead(status: status) }
    private static let lenient = SendResult.Policy(permanentStatuses: Set(400...499).subtracting([400, 408, 429]))
    private static let reset = TransportError(.disconnected, "The connection was reset.")
    private static let closed = TransportError(.closed, "The transport was closed.")

    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var policy: SendResult.Policy
        var answers: [Answer]
        var delivery: SendResult
        var requestCount: Int

        init(_ rule: String, _ policy: SendResult.Policy, _ answers: [Answer], _ delivery: SendResult, requests: Int) {
            (self.rule, self.policy, self.answers) = (rule, policy, answers)
            (self.delivery, requestCount) = (delivery, requests)
        }

        var testDescription: String { rule }
    }

    static let rows = [
        Row("202 is delivered", lenient, [answer(202)], .delivered(HTTPResponse(head(202))), requests: 1),
        Row("401 is dropped", lenient, [answer(401)], .dropped(head(401)), requests: 1),
        Row("413 is dropped", .standard, [answer(413)], .dropped(head(413)), requests: 1),
        Row(
            "400 is sent again where the policy says so", lenient, [answer(400), answer(200)],
            .delivered(HTTPResponse(head(200))), requests: 2),
        Row("400 is dropped as a rule", .standard, [answer(400)], .dropped(head(400)), requests: 1),
        Row(
            "503 is sent again, once", lenient, [answer(503), answer(503)], .failed(.status(HTTPResponse(head(503)))),
            requests: 2),
        Row(
            "no answer is sent again", lenient, [.failure(reset), answer(202)],
            .delivered(HTTPResponse(head(202))), requests: 2),
        Row(
            "no answer twice has failed", lenient, [.failure(reset), .failure(reset)],
            .failed(.transport(reset)), requests: 2),
        Row(
            "what is refused the second time is dropped", lenient, [answer(429), answer(401)],
            .dropped(head(401)), requests: 2),
        Row(
            "nothing is sent again over a closed transport", lenient, [.failure(closed)],
            .failed(.transport(closed)), requests: 1),
        Row(
            "without further attempts the first one counts",
            SendResult.Policy(permanentStatuses: [], delay: .seconds(1), retryCount: 0), [answer(503)],
            .failed(.status(HTTPResponse(head(503)))), requests: 1),
    ]

    @Test("Retries the same request once, after a second, if the policy allows it", arguments: rows)
    func rules(row: Row) async {
        let time = ManualTime()
        let transport = ScriptedTransport(answers: row.answers)
        let request = HTTPRequest("http://a", method: "POST", headers: ["X-Payload-ID": "1"], body: [1, 2])
        let task = Task { await transport.send(request, retrying: row.policy, on: time) }
        if row.requestCount == 2 {
            await time.awaitSleepers()
            time.advance(by: .milliseconds(999))
            #expect(transport.requests.count == 1)
            time.advance(by: .milliseconds(1))
        }
        #expect(await task.value == row.delivery)
        #expect(transport.requests == Array(repeating: request, count: row.requestCount))
    }

    @Test("Stops waiting for the next attempt when the task is canceled")
    func cancel() async {
        let time = ManualTime()
        let transport = ScriptedTransport(answers: [.failure(Self.reset)])
        let task = Task { await transport.send(HTTPRequest("http://a"), retrying: .standard, on: time) }
        await time.awaitSleepers()
        task.cancel()
        #expect(await task.value == .failed(.transport(Self.reset)))
        #expect(transport.requests.count == 1)
    }
}
