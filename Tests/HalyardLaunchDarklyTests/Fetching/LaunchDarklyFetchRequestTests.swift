// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// Requests for flags, byte for byte.
@Suite("LaunchDarkly's requests for flags")
struct LaunchDarklyFetchRequestTests {
    /// The first request of a client.
    private func request(
        for context: EvaluationContext = .user("a"), _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> RecordedRequest {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put("{}"))], polls: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(change), for: context)
        #expect(await client.start() == .ready)
        await client.shutdown()
        return try await stage.server.nextRequest()
    }

    /// The system's name stands here because it is sent to servers.
    private static let userAgent = "User-Agent: \(Platform.system.name)/0.1.0"

    @Test("a header provider that does not return is given up, which is an error")
    func slowHeaders() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.streamingMode = .polling
                options.connectionTimeout = .seconds(10)
                options.headerProvider = { _, headers in
                    try? await Task.sleep(for: .seconds(3600))
                    return headers
                }
            })
        let start = Task { await client.start() }
        await stage.pass(.seconds(10))
        guard case .defaults(let error) = await start.value else {
            Issue.record("there are flags")
            return
        }
        #expect(error.message == "\(stage.origin): The header provider took longer than 10.0 seconds.")
        #expect(stage.server.requests.isEmpty)
        await client.shutdown()
    }

    @Test("a stream")
    func stream() async throws {
        #expect(
            try await request().transcript(withAgent: true) == [
                "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: no-cache", Self.userAgent,
            ])
    }

    @Test("a stream that says why, by REPORT")
    func reportStream() async throws {
        let request = try await request {
            $0.usesReport = true
            $0.withReasons = true
        }
        #expect(
            request.transcript(withAgent: true) == [
                "REPORT /base/meval?withReasons=true", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: no-cache", "Content-Length: 11", "Content-Type: application/json", Self.userAgent,
                #"{"key":"a"}"#,
            ])
    }

    @Test("a poll")
    func poll() async throws {
        let request = try await request { $0.streamingMode = .polling }
        #expect(
            request.transcript(withAgent: true).filter { !$0.hasPrefix("Accept:") } == [
                "GET /base/msdk/evalx/users/eyJrZXkiOiJhIn0", "Authorization: api_key mob-1", Self.userAgent,
            ])
    }

    @Test("a poll that says why, by REPORT")
    func reportPoll() async throws {
        let request = try await request {
            $0.streamingMode = .polling
            $0.usesReport = true
            $0.withReasons = true
        }
        #expect(
            request.transcript(withAgent: true).filter { !$0.hasPrefix("Accept:") } == [
                "REPORT /base/msdk/evalx/user?withReasons=true", "Authorization: api_key mob-1", "Content-Length: 11",
                "Content-Type: application/json", Self.userAgent, #"{"key":"a"}"#,
            ])
    }

    @Test("all that is known of the user is sent, private attributes too, and their names")
    func attributes() async throws {
        let context = EvaluationContext.user("a", ["email": "a@example.com", "plan": "gold"]).keepingPrivate(
            "email", "plan")
        let request = try await request(for: context) { options in
            options.usesReport = true
            options.events.allAttributesPrivate = true
        }
        #expect(
            request.text == #"{"custom":{"plan":"gold"},"email":"a@example.com","key":"a","#
                + #""privateAttributeNames":["email","plan"]}"#)
    }

    @Test("an anonymous context is sent with the device's key")
    func anonymous() async throws {
        let request = try await request(for: .anonymous) { $0.usesReport = true }
        #expect(request.text == #"{"anonymous":true,"key":"device"}"#)
    }

    @Test("application, wrapper and further header fields, which replace the provider's own")
    func headers() async throws {
        let request = try await request { options in
            options.application.id = "shop"
            options.application.version = "1.2"
            options.application.name = "not valid"
            options.application.wrapperName = "w"
            options.application.wrapperVersion = "3"
            options.additionalHeaders = ["X-Gateway": "g", "user-agent": "mine", "Cache-Control": "max-age=0"]
        }
        #expect(
            request.transcript(withAgent: true) == [
                "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: max-age=0", "User-Agent: mine", "X-Gateway: g",
                "X-Launchdarkly-Tags: application-id/shop application-version/1.2", "X-Launchdarkly-Wrapper: w/3",
            ])
    }

    @Test("the header provider has the last word, at each attempt")
    func headerProvider() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(500), Step.stream(.put("{}"))])
        defer { stage.server.stop() }
        let count = Lock(0)
        let client = stage.client(
            try stage.provider { options in
                options.headerProvider = { url, headers in
                    let number = count.withLock { count -> Int in
                        count += 1
                        return count
                    }
                    return [
                        "X-Number": "\(number)", "X-Names": headers.names.joined(separator: ","),
                        "X-Path": String(url.drop { $0 != "b" }),
                    ]
                }
            })
        if case .ready = await client.start() { Issue.record("there are flags") }
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        #expect(
            stage.server.requests.map { request in
                request.transcript(withAgent: true).filter { !$0.hasPrefix("User-Agent") }
            }
                == [1, 2].map { number in
                    [
                        "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Cache-Control: no-cache",
                        "X-Names: Authorization,User-Agent", "X-Number: \(number)",
                        "X-Path: base/meval/eyJrZXkiOiJhIn0",
                    ]
                })
        await client.shutdown()
    }

    @Test("an If-None-Match of the app's own beats that of the flags in place")
    func ownTag() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags("{}", tag: "\"1\"")])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            options.streamingMode = .polling
            options.additionalHeaders = ["If-None-Match": "\"mine\""]
        }
        await stage.pass(.seconds(300))
        await stage.heard.until("unchanged")
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == ["\"mine\"", "\"mine\""])
        await client.shutdown()
    }
}
