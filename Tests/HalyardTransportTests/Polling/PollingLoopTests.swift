// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("PollingLoop")
struct PollingLoopTests {
    private let time = ManualTime()

    private static func answer(_ status: Int, _ headers: HTTPHeaders = [:]) -> Result<HTTPResponse, TransportError> {
        .success(HTTPResponse(HTTPResponseHead(status: status, headers: headers)))
    }
    private static func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponseHead {
        HTTPResponseHead(status: status, headers: headers)
    }

    private func makeLoop(
        _ transport: ScriptedTransport, _ policy: PollingPolicy = PollingPolicy(firstRetry: .zero, jitter: .none),
        request: @escaping PollingLoop.MakeRequest = { HTTPRequest("http://a") }
    ) -> PollingLoop {
        PollingLoop(
            transport: transport, policy: policy, time: time, random: SeededRandom(seed: 1), request: request)
    }

    /// Runs a loop in its own task, accepts every body, and returns the outcomes as a stream.
    private func follow(_ loop: PollingLoop) -> (AsyncStream<PollingOutcome>.Iterator, Task<Void, Never>) {
        let (stream, continuation) = AsyncStream.makeStream(of: PollingOutcome.self)
        let task = Task {
            await loop.run { outcome in
                continuation.yield(outcome)
                return true
            }
            continuation.finish()
        }
        return (stream.makeAsyncIterator(), task)
    }

    @Test("Polls immediately and at intervals with the last accepted ETag")
    func interval() async {
        let tagged: HTTPHeaders = ["ETag": "\"a\""]
        let transport = ScriptedTransport(answers: [
            Self.answer(200, tagged), Self.answer(304), Self.answer(503), Self.answer(200, tagged),
        ])
        let loop = makeLoop(transport)
        var (outcomes, task) = follow(loop)
        #expect(await outcomes.next(isolation: #isolation) == .modified(HTTPResponse(Self.head(200, tagged))))
        await time.awaitSleepers()
        time.advance(by: .seconds(29))
        #expect(transport.requests.count == 1)
        time.advance(by: .seconds(1))
        #expect(await outcomes.next(isolation: #isolation) == .notModified(Self.head(304)))
        await time.awaitSleepers()
        time.advance(by: .seconds(30))
        #expect(
            await outcomes.next(isolation: #isolation)
                == .failed(.status(HTTPResponse(Self.head(503))), retryAfter: .seconds(60)))
        await time.awaitSleepers()
        loop.refresh()
        #expect(await outcomes.next(isolation: #isolation) == .modified(HTTPResponse(Self.head(200, tagged))))
        #expect(transport.requests.map(\.headers) == [[:]] + Array(repeating: ["If-None-Match": "\"a\""], count: 3))
        await time.awaitSleepers()
        loop.close()
        await task.value
        #expect(time.sleeperCount == 0)
    }

    @Test("Replaces the current request when the request changes")
    func change() async {
        // The transport doesn't respond to any request.
        let transport = ScriptedTransport()
        let user = Lock("ann")
        let loop = makeLoop(transport) { HTTPRequest("http://a/" + user.withLock { $0 }) }
        let (_, task) = follow(loop)
        await transport.untilSilent(1)
        user.withLock { $0 = "bob" }
        loop.requestChanged()
        await transport.untilSilent(2)
        #expect(transport.requests.map(\.url) == ["http://a/ann", "http://a/bob"])
        loop.close()
        await task.value
    }

    @Test("Treats an error in creating the request as a failed attempt")
    func noRequest() async {
        let noToken = TransportError(.other, "There is no token yet.")
        let transport = ScriptedTransport()
        let loop = makeLoop(transport) { () async throws(TransportError) -> HTTPRequest in throw noToken }
        var (outcomes, task) = follow(loop)
        #expect(
            await outcomes.next(isolation: #isolation) == .failed(.transport(noToken), retryAfter: .seconds(60)))
        #expect(transport.requests.isEmpty)
        loop.close()
        await task.value
    }

    @Test("Stops when closed or canceled, during a wait or a request", arguments: [true, false], [true, false])
    func end(byClosing: Bool, whileWaiting: Bool) async {
        let transport = ScriptedTransport(answers: whileWaiting ? [Self.answer(200)] : [])
        let loop = makeLoop(transport, PollingPolicy(interval: .seconds(5)))
        let (_, task) = follow(loop)
        if whileWaiting { await time.awaitSleepers() } else { await transport.untilSilent() }
        if byClosing { loop.close() } else { task.cancel() }
        await task.value
        #expect(time.sleeperCount == 0)
        loop.refresh()
        await loop.run { _ in
            Issue.record("A loop runs only once.")
            return false
        }
        #expect(transport.requests.count == 1)
    }

    @Test("Stops after a permanent failure in a refresh by the consumer")
    func consumer() async {
        let transport = ScriptedTransport(answers: [Self.answer(200), Self.answer(401)])
        let loop = makeLoop(transport, PollingPolicy(permanentStatuses: [401]))
        var outcomes: [PollingOutcome] = []
        await loop.run { outcome in
            outcomes.append(outcome)
            loop.refresh()
            return true
        }
        #expect(
            outcomes == [
                .modified(HTTPResponse(Self.head(200))),
                .failed(.status(HTTPResponse(Self.head(401))), retryAfter: nil),
            ])
    }
}
