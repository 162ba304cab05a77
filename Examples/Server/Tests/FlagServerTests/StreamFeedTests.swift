// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import AsyncAlgorithms
import Halyard
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlagServer

@Suite(.timeLimit(.minutes(2))) struct StreamFeedTests {
    @Test("Formats an event as text")
    func wire() {
        #expect(ServerSentEvent("put", ["a": "one\ntwo"]).text == "event: put\ndata: {\"a\":\"one\\ntwo\"}\n\n")
        #expect(ServerSentEvent(nil, true).text == "data: true\n\n")
    }

    /// A feed that counts its calls.
    private struct Counting: StreamFeed {
        var count: Int64 = 0

        mutating func events() -> [ServerSentEvent] {
            count += 1
            return count == 1 ? [] : [ServerSentEvent("count", .int(count))]
        }
    }

    @Test("Sends comments when idle, and ends with the changes")
    func comments() async throws {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.get("stream") { request, _ in
            Response.stream(to: request, on: changes, heartbeat: .milliseconds(20), Counting())
        }
        try await Application(router: router).test(.live) { client async throws in
            let port = try #require(client.port)
            let request = "GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            try await withConnection(to: port, sending: request) { answer in
                // Two comments that aren't caused by a change.
                try await answer.read(until: ":\n\r\n2\r\n:\n")
                change.yield()
                change.yield()
                try await answer.read(until: "event: count\ndata: 2\n\n")
                change.finish()
                try await answer.read()
                #expect(answer.text.hasSuffix("0\r\n\r\n"))
            }
        }
    }
}
