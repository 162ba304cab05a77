// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardSupport
import HostileServer
import Testing

@testable import HalyardTransport

/// Values that a server chooses and requests send back, and secrets that descriptions must omit.
@Suite("Hostile and secret values")
struct HostileValuesTests {
    @Test(
        "Doesn't send back an invalid last event ID or ETag",
        arguments: ["", "a\u{1}b", "a\nb", "\u{7F}", String(repeating: "x", count: 4097)])
    func echo(value: String) async throws {
        #expect(!HTTPHeaders.canSend(value))
        let transport = ScriptedTransport(streams: [[.silence]])
        let source = EventSource(transport: transport, lastEventID: value) { HTTPRequest("http://a") }
        let task = Task { for await _ in source {} }
        await transport.untilSilent()
        #expect(transport.requests.map(\.headers.names) == [["Accept", "Cache-Control"]])
        source.close()
        await task.value

        var machine = PollingMachine(policy: PollingPolicy(jitter: .none), tag: value)
        let random = SeededRandom(seed: 1)
        machine.handle(.start, at: Instant(millisecondsSinceEpoch: 0), random: random)
        #expect(machine.effect == .request(1, tag: nil))
        machine.handle(
            .answered(HTTPResponse(HTTPResponseHead(status: 200, headers: ["ETag": value])), request: 1),
            at: Instant(millisecondsSinceEpoch: 0), random: random)
        machine.handle(.handled(isAccepted: true), at: Instant(millisecondsSinceEpoch: 0), random: random)
        machine.handle(.refresh, at: Instant(millisecondsSinceEpoch: 0), random: random)
        #expect(machine.effect == .request(3, tag: nil))
    }

    @Test(
        "Allows sending an ETag of up to 4096 bytes",
        arguments: ["\"1\"", "W/\"a-b\"", "ü", String(repeating: "x", count: 4096)])
    func echoed(value: String) { #expect(HTTPHeaders.canSend(value)) }

    @Test("Omits keys, paths, and bodies from descriptions and dumps")
    func descriptions() {
        let request = HTTPRequest(
            "https://user:SECRET@example.com/msdk/SECRET?SECRET", method: "POST",
            headers: ["Authorization": "SECRET", "Accept": "SECRET"], body: Array("SECRET".utf8))
        let head = HTTPResponseHead(
            status: 403, headers: ["Set-Cookie": "SECRET"], url: "https://user:SECRET@example.com/SECRET")
        #expect("\(request)" == "POST https://example.com [Accept, Authorization]")
        #expect("\(head)" == "403 https://example.com [Set-Cookie]")
        #expect("\(HTTPResponse(head, body: [1, 2]))" == "403 https://example.com [Set-Cookie], 2 bytes")
        for value in [request, head, HTTPResponse(head, body: [1]), request.headers, SendResult.dropped(head)] as [Any]
        {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!dumped.contains("SECRET") && !"\(value)".contains("SECRET"))
        }
        #expect(
            !"\(RequestFailure.status(HTTPResponse(head))) \(EventSource.Status.open(head))".contains("SECRET"))
    }

    @Test("Ignores the case of names, but not of values, when comparing headers")
    func headerEquality() {
        #expect(HTTPHeaders(dictionaryLiteral: ("ETag", "a")) == ["etag": "a"])
        #expect(HTTPHeaders(dictionaryLiteral: ("ETag", "a")).hashValue == (["etag": "a"] as HTTPHeaders).hashValue)
        #expect(HTTPHeaders(dictionaryLiteral: ("ETag", "a")) != ["etag": "A"])
    }

    @Test("Rejects a body that exceeds the limit in two pieces")
    func bodyInPieces() {
        var inbox = Inbox(limit: 10, isWhole: true)
        let isFirstTaken = inbox.add([UInt8](repeating: 1, count: 8))
        _ = inbox.next()
        let isSecondTaken = inbox.add([UInt8](repeating: 1, count: 8))
        #expect((isFirstTaken, isSecondTaken) == (true, false))
    }

    @Test(
        "Doesn't retry after an error that a second attempt can't fix",
        arguments: [TransportError.Kind.tooLarge, .malformed, .redirected])
    func notAgain(kind: TransportError.Kind) async {
        let transport = ScriptedTransport(answers: [
            .failure(TransportError(kind, "no")), .failure(TransportError(kind, "no")),
        ])
        let delivery = await transport.send(HTTPRequest("http://a", method: "POST"), retrying: .standard)
        #expect(delivery == .failed(.transport(TransportError(kind, "no"))))
        #expect(transport.requests.count == 1)
    }

    @Test(
        "Changes a request to GET for 303, and rejects one with a body",
        arguments: ["POST", "PUT", "DELETE", "PATCH"])
    func seeOther(method: String) {
        var request = HTTPRequest("http://a/", method: method, headers: ["Content-Type": "x/y"])
        let head = HTTPResponseHead(status: 303, headers: ["Location": "/see"])
        #expect(RedirectRule.decide(request, head, followed: 0) == .follow(HTTPRequest("http://a/see")))
        request.body = [1]
        let reason = "A redirect (303) to http://a would drop the request's body. Use the URL that it leads to"
        #expect(RedirectRule.decide(request, head, followed: 0) == .refuse(reason))
    }

    @Test("Accepts a URL scheme in uppercase")
    func schemes() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(200, body: "ok"))] })
        defer { server.stop() }
        let transport = PlatformTransport.make()
        let url = "HTTP" + server.url().dropFirst(4)
        #expect(try await transport.send(HTTPRequest(url), within: HTTPLimits()).body == Array("ok".utf8))
        await transport.close()
    }

    @Test("Sends a request that the app changes while it handles a rejection")
    func changedKey() {
        let random = SeededRandom(seed: 1)
        let now = Instant(millisecondsSinceEpoch: 0)
        var machine = PollingMachine(policy: PollingPolicy(permanentStatuses: [401], jitter: .none))
        machine.handle(.start, at: now, random: random)
        machine.handle(.answered(HTTPResponse(HTTPResponseHead(status: 401)), request: 1), at: now, random: random)
        machine.handle(.requestChanged(keepingTag: false), at: now, random: random)
        machine.handle(.handled(isAccepted: false), at: now, random: random)
        #expect(machine.effect == .request(2, tag: nil))
    }

    @Test("Reconnects after a proxy's rejection that an error follows")
    func proxyRefusal() async {
        let transport = ScriptedTransport(streams: [
            [.head(403, [:]), .failure(TransportError(.other, "tunnel refused"))], [.silence],
        ])
        var policy = EventSourcePolicy.standard
        policy.backoff = Backoff(base: .zero, maximum: .zero, jitter: .none)
        // A manual clock, because on a busy machine the head's deadline could pass, which counts as a rejection.
        let source = EventSource(
            HTTPRequest("http://a"), transport: transport, policy: policy, time: ManualTime())
        let task = Task { for await _ in source {} }
        await transport.untilSilent()
        #expect(transport.requests.count == 2)
        source.close()
        await task.value
    }
}
