// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

@Suite("Transports that observe Retry-After")
struct PausingTransportTests {
    private static let request = HTTPRequest("http://127.0.0.1/flags")

    private static func answer(_ status: Int, _ retryAfter: String?) -> HTTPResponse {
        let headers: HTTPHeaders = retryAfter.map { ["Retry-After": $0] } ?? [:]
        return HTTPResponse(HTTPResponseHead(status: status, headers: headers))
    }

    @Test(
        "Begins a pause for a valid Retry-After value of a 429 or 503 response",
        arguments: [
            (429, "100", 100), (503, "100", 100), (429, "Thu, 01 Jan 1970 00:01:30 GMT", 90),
            (429, "1970-01-01T00:00:50Z", 50), (429, "999999", 3600), (429, nil, 0), (429, "soon", 0), (500, "100", 0),
            (200, "100", 0),
        ] as [(Int, String?, Int)])
    func observing(status: Int, retryAfter: String?, seconds: Int) async throws {
        let pause = RetryAfterGate(on: ManualTime(now: Instant(millisecondsSinceEpoch: 0)))
        let transport = pause.observing(ScriptedTransport(answers: [.success(Self.answer(status, retryAfter))]))
        #expect(try await transport.send(Self.request, within: HTTPLimits()) == Self.answer(status, retryAfter))
        #expect(pause.rest == .seconds(seconds))
    }

    @Test("Begins the pause even if the caller is canceled")
    func cancelled() async {
        let pause = RetryAfterGate(on: ManualTime(now: Instant(millisecondsSinceEpoch: 0)))
        let transport = pause.observing(ScriptedTransport(answers: [.success(Self.answer(429, "100"))]))
        let task = Task {
            await untilCancelled()
            _ = try? await transport.send(Self.request, within: HTTPLimits())
        }
        task.cancel()
        await task.value
        #expect(pause.rest == .seconds(100))
    }

    @Test("Prevents event source requests during a pause")
    func streams() async {
        let pause = RetryAfterGate(on: ManualTime(now: Instant(millisecondsSinceEpoch: 0)))
        let transport = ScriptedTransport(streams: [[.head(429, ["Retry-After": "100"])]])
        let source = EventSource(transport: transport, pause: pause, time: ManualTime()) {
            () async throws(TransportError) in Self.request
        }
        var statuses = source.makeAsyncIterator()
        #expect(await statuses.next() == .status(.connecting(attempt: 1)))
        guard case .status(.waiting(_, let problem))? = await statuses.next() else {
            Issue.record("The event source doesn't wait.")
            return
        }
        #expect(problem == .status(429))
        #expect(pause.rest == .seconds(100))
        source.restart()
        #expect(await statuses.next() == .status(.connecting(attempt: 2)))
        guard case .status(.waiting(_, let second))? = await statuses.next() else {
            Issue.record("The event source doesn't wait.")
            return
        }
        #expect(second.description == "The server requested a pause, which ends in 100.0 seconds.")
        #expect(transport.requests.count == 1)
    }

    @Test("Keeps a longer pause after a shorter one or a failure")
    func longest() async throws {
        let pause = RetryAfterGate(on: ManualTime(now: Instant(millisecondsSinceEpoch: 0)))
        let failure = TransportError(.disconnected, "The connection was reset.")
        let transport = pause.observing(
            ScriptedTransport(answers: [
                .success(Self.answer(429, "100")), .success(Self.answer(429, "10")), .failure(failure),
            ]))
        for _ in 1...3 { _ = try? await transport.send(Self.request, within: HTTPLimits()) }
        #expect(pause.rest == .seconds(100))
    }
}
